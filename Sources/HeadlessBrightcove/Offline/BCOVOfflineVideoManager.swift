import Foundation
import HeadlessPlayback
public import OfflineDownloads
import PlaybackControl
import Playlists
import Sessions

/// Downloads videos and supplies them for playback, with the interface of the SDK.
///
/// Begin a ``BCOVSimulation`` with a store first.
public final class BCOVOfflineVideoManager {
    /// The wrapped manager of this package.
    public let manager: OfflineVideoManager
    private let calendar: BCOVCalendar
    private var listener: OfflineListener?
    private var givenProxy: (any BCOVFPSAuthorizationProxy)?

    @MainActor private static var current: BCOVOfflineVideoManager?

    /// The error of the last initialization; `nil` when it succeeded.
    @preconcurrency @MainActor public private(set) static var initializationError: (any Error)?

    private init(_ manager: OfflineVideoManager, _ calendar: BCOVCalendar) {
        self.manager = manager
        self.calendar = calendar
    }

    /// Creates the manager of the simulation, or updates the existing manager.
    ///
    /// An update replaces the delegate and the options.
    ///
    /// - Parameters:
    ///   - delegate: Receives the events of downloads; held weakly.
    ///   - options: The options, under the keys of the SDK; `nil` for the defaults.
    @preconcurrency @MainActor public static func initializeOfflineVideoManager(
        with delegate: (any BCOVOfflineVideoManagerDelegate)!, options: [AnyHashable: Any]!
    ) {
        guard let environment = BCOVSimulation.surroundings.environment else {
            initializationError = OfflineError(
                .unsupported, "a simulation with a store is needed: BCOVSimulation.begin(_:)")
            return
        }
        let listener = delegate.map { OfflineListener($0) }
        do throws(OfflineError) {
            if current == nil {
                current = BCOVOfflineVideoManager(
                    try OfflineVideoManager(
                        delegate: listener, options: Self.options(BCOVDictionary(options)),
                        environment: environment),
                    BCOVSimulation.surroundings.manager.calendar)
            } else {
                current?.manager.delegate = listener
                current?.manager.options = Self.options(BCOVDictionary(options))
            }
            current?.listener = listener
            initializationError = nil
        } catch {
            initializationError = NSError(error)
        }
    }

    /// Returns the manager of the simulation.
    ///
    /// - Returns: The manager; `nil` before ``initializeOfflineVideoManager(with:options:)``.
    @preconcurrency @MainActor public static func shared() -> BCOVOfflineVideoManager! { current }

    /// Releases the manager, as happens when the app's process ends.
    @MainActor static func discard(_ death: Device.Death) {
        current?.manager.simulateTermination(death)
        current = nil
        initializationError = nil
    }

    private static func options(_ given: BCOVDictionary) -> OfflineVideoOptions {
        var options = OfflineVideoOptions(
            allowsCellularDownload: given.flag(kBCOVOfflineVideoManagerAllowsCellularDownloadKey)
                ?? false,
            allowsCellularPlayback: given.flag(kBCOVOfflineVideoManagerAllowsCellularPlaybackKey)
                ?? false)
        if let allows = given.flag(kBCOVOfflineVideoManagerAllowsCellularAnalyticsKey) {
            options.allowsCellularAnalytics = allows
        }
        if let limit = given.number(kBCOVOfflineVideoManagerAnalyticsStorageLimitKey) {
            options.analyticsStorageLimit = Int64(limit)
        }
        return options
    }

    /// The delegate, held weakly.
    public var delegate: (any BCOVOfflineVideoManagerDelegate)? {
        get { listener?.delegate }
        set {
            listener = newValue.map { OfflineListener($0) }
            manager.delegate = listener
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The proxy between the manager and the key server; protected videos are refused without it.
    public var authProxy: (any BCOVFPSAuthorizationProxy)! {
        get { givenProxy }
        set {
            givenProxy = newValue
            manager.authProxy = newValue?.core(in: calendar)
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The tokens of all downloads, in any state; never `nil`.
    public var offlineVideoTokens: [BCOVOfflineVideoToken]! {
        manager.offlineVideoTokens.map(\.rawValue)
    }

    /// Returns the status of all downloads.
    ///
    /// - Returns: The status of each download.
    public func offlineVideoStatus() -> [BCOVOfflineVideoStatus]! {
        manager.offlineVideoStatus.map(BCOVOfflineVideoStatus.init)
    }

    /// Returns the status of a download.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    /// - Returns: The status; `nil` for an unknown token.
    public func offlineVideoStatus(
        forToken offlineVideoToken: BCOVOfflineVideoToken!
    ) -> BCOVOfflineVideoStatus! {
        manager.offlineVideoStatus(for: token(offlineVideoToken)).map(BCOVOfflineVideoStatus.init)
    }

    /// Returns the video of a download, for playback and for its properties.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    /// - Returns: The video; `nil` for an unknown token.
    public func videoObject(
        fromOfflineVideoToken offlineVideoToken: BCOVOfflineVideoToken!
    ) -> BCOVVideo! {
        manager.videoObject(from: token(offlineVideoToken)).map { BCOVVideo($0) }
    }

    /// The error of the last command that has no completion handler; `nil` after a success.
    public private(set) var lastCommandError: (any Error)?

    /// Performs a command without a completion handler; stores its error in `lastCommandError`.
    func attempt(_ command: () throws(OfflineError) -> Void) {
        do throws(OfflineError) {
            try command()
            lastCommandError = nil
        } catch {
            lastCommandError = NSError(error)
        }
    }

    /// Returns the token of this package for a token of the SDK.
    func token(_ text: String?) -> OfflineVideoToken { OfflineVideoToken(rawValue: text ?? "") }
}
