import Formats
import Foundation
import HeadlessPlayback
import OfflineDownloads
import Sessions

/// Converts errors of this package to the objects that apps of the SDK receive.
extension NSError {
    /// Creates an `NSError` for an error, with a domain, a code and the error that caused it.
    ///
    /// - Parameters:
    ///   - error: The error, whose description is used.
    ///   - domain: The domain.
    ///   - code: The code.
    ///   - cause: The error that caused it; `nil` if there is none.
    ///   - details: Further entries of the user info.
    private convenience init(
        _ error: any Error, domain: String, code: Int, cause: (any Error)?,
        details: [String: Any] = [:]
    ) {
        var userInfo = details
        userInfo[NSLocalizedDescriptionKey] = String(describing: error)
        if let cause { userInfo[NSUnderlyingErrorKey] = NSError(cause: cause) }
        self.init(domain: domain, code: code, userInfo: userInfo)
    }

    /// Creates an `NSError` for the cause of an error.
    ///
    /// The object replaces the system error that an app receives on a device. Its domain is the
    /// name of the cause's type in this package, and its code is always 1, because these types have
    /// no codes. Its underlying error is the error because of which a key is missing, such as an
    /// error of the app's proxy.
    private convenience init(cause: any Error) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: String(describing: cause)]
        if case .contentKey(let failure)? = cause as? SessionError,
            let given = failure.underlying?.error
        {
            userInfo[NSUnderlyingErrorKey] = given as NSError
        }
        self.init(
            domain: String(reflecting: type(of: cause)), code: 1, userInfo: userInfo)
    }

    /// Creates an `NSError` for an error of a session.
    convenience init(_ error: PlaybackError) {
        var details: [String: Any] = [:]
        if case .contentKey(let failure) = error.cause, failure.domain == error.domain,
            !failure.response.isEmpty
        {
            details[kBCOVFPSAuthProxyResponseData] = Data(failure.response)
        }
        self.init(
            error, domain: error.domain, code: error.code, cause: error.cause, details: details)
    }

    /// Creates an `NSError` for an error of a download.
    convenience init(_ error: OfflineError) {
        self.init(
            error, domain: OfflineError.domain, code: error.code.rawValue,
            cause: error.underlying?.error)
    }

    /// Creates an `NSError` for an error of a playback service.
    convenience init(_ error: PlaybackServiceError) {
        var cause: (any Error)?
        var details: [String: Any] = [:]
        switch error.cause {
        case .connection(let failure): cause = failure
        case .json(let failure, let body):
            cause = failure
            details[kBCOVPlaybackServiceErrorKeyRawResponseData] = Data(body)
        case .api(let status, let refusals):
            details[kBCOVPlaybackServiceErrorKeyAPIHTTPStatusCode] = status
            details[kBCOVPlaybackServiceErrorKeyAPIErrors] = refusals.map(\.members)
        case .unsendable, .mismatch: break
        }
        self.init(
            error, domain: PlaybackServiceError.domain, code: error.code, cause: cause,
            details: details)
    }
}

extension PlaybackServiceRefusal {
    /// The members of the error in the JSON of the service.
    fileprivate var members: [String: String] {
        var members = ["error_code": code]
        members["error_subcode"] = subcode
        members["message"] = message
        members["client_geo"] = clientCountry
        return members
    }
}
