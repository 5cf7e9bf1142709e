import Foundation
import HeadlessPlayback
import OfflineDownloads
import Sessions

/// Converts errors of this package to the objects that apps of the SDK receive.
extension NSError {
    /// Creates an `NSError` for an error, with a domain and a code.
    private convenience init(_ error: any Error, domain: String, code: Int) {
        self.init(
            domain: domain, code: code,
            userInfo: [
                NSLocalizedDescriptionKey: String(describing: error), NSUnderlyingErrorKey: error,
            ])
    }

    /// Creates an `NSError` for an error of a session.
    convenience init(_ error: PlaybackError) {
        self.init(error, domain: error.domain, code: error.code)
    }

    /// Creates an `NSError` for an error of a download.
    convenience init(_ error: OfflineError) {
        self.init(error, domain: OfflineError.domain, code: error.code.rawValue)
    }

    /// Creates an `NSError` for an error of a playback service.
    convenience init(_ error: PlaybackServiceError) {
        self.init(error, domain: PlaybackServiceError.domain, code: error.code)
    }
}
