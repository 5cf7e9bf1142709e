public import Foundation
import HeadlessPlayback
import PlaybackControl
public import Sessions

/// Creates controllers and the providers of a provider chain, with the interface of the SDK.
public final class BCOVPlayerSDKManager {
    /// The clock, network and device of the simulation.
    let world: PlaybackWorld
    /// The calendar that converts dates of the app to instants of the simulation.
    let calendar: BCOVCalendar

    /// Creates the manager of a simulation.
    init(world: PlaybackWorld, calendar: BCOVCalendar) {
        self.world = world
        self.calendar = calendar
    }

    /// Returns the manager of the simulation.
    ///
    /// - Returns: The manager, always the same until the simulation ends.
    @preconcurrency @MainActor public static func shared() -> BCOVPlayerSDKManager! {
        BCOVSimulation.surroundings.manager
    }

    /// Returns the manager of the simulation, by the name of the SDK's later versions.
    ///
    /// - Returns: The manager that ``shared()`` returns.
    @preconcurrency @MainActor public static func sharedManager() -> BCOVPlayerSDKManager! {
        shared()
    }

    // MARK: Controllers

    /// Creates a controller that plays clear videos and offline videos.
    ///
    /// - Returns: The controller.
    public func createPlaybackController() -> BCOVPlaybackController! {
        createPlaybackController(with: nil, viewStrategy: nil)
    }

    /// Creates a controller that plays clear videos and offline videos.
    ///
    /// - Parameter viewStrategy: Always `nil`: there is no view.
    /// - Returns: The controller.
    public func createPlaybackController(
        viewStrategy: BCOVPlaybackControllerViewStrategy!
    ) -> BCOVPlaybackController! {
        createPlaybackController(with: nil, viewStrategy: viewStrategy)
    }

    /// Creates a controller with a chain of providers.
    ///
    /// - Parameters:
    ///   - provider: The outermost provider; `nil` means the basic provider.
    ///   - viewStrategy: Always `nil`: there is no view.
    /// - Returns: The controller.
    public func createPlaybackController(
        with provider: BCOVPlaybackSessionProvider!,
        viewStrategy: BCOVPlaybackControllerViewStrategy!
    ) -> BCOVPlaybackController! {
        let chain = provider ?? createBasicSessionProvider(with: nil)
        return BCOVPlaybackController(
            PlaybackController(world: world, provider: chain?.provider ?? BasicSessionProvider()))
    }

    /// Creates a controller that offers the text tracks of videos as subtitles.
    ///
    /// - Parameter viewStrategy: Always `nil`: there is no view.
    /// - Returns: The controller.
    public func createSidecarSubtitlesPlaybackController(
        viewStrategy: BCOVPlaybackControllerViewStrategy!
    ) -> BCOVPlaybackController! {
        createPlaybackController(
            with: createSidecarSubtitlesSessionProvider(withUpstreamSessionProvider: nil),
            viewStrategy: viewStrategy)
    }

    /// Creates a controller that plays protected videos.
    ///
    /// - Parameter proxy: The proxy between the player and the key server.
    /// - Returns: The controller.
    public func createFairPlayPlaybackController(
        with proxy: any BCOVFPSAuthorizationProxy
    ) -> BCOVPlaybackController! {
        createPlaybackController(
            with: createFairPlaySessionProvider(with: proxy, upstreamSessionProvider: nil),
            viewStrategy: nil)
    }

    // MARK: Providers

    /// Creates the basic provider of a chain, which plays clear videos and offline videos.
    ///
    /// - Parameter options: The options for choosing a source; `nil` means the default options.
    /// - Returns: The provider.
    public func createBasicSessionProvider(
        with options: BCOVBasicSessionProviderOptions!
    ) -> BCOVPlaybackSessionProvider! {
        guard let policy = options?.sourceSelectionPolicy else {
            return BCOVPlaybackSessionProvider(InnermostSessionProvider(world: world))
        }
        return BCOVPlaybackSessionProvider(
            InnermostSessionProvider(world: world) { policy(BCOVVideo($0))?.source })
    }

    /// Creates a provider that offers the text tracks of videos as subtitles.
    ///
    /// - Parameter provider: The upstream provider; `nil` means the basic provider.
    /// - Returns: The provider.
    public func createSidecarSubtitlesSessionProvider(
        withUpstreamSessionProvider provider: BCOVPlaybackSessionProvider!
    ) -> BCOVPlaybackSessionProvider! {
        link(around: provider) { Self.subtitles(around: $0) }
    }

    /// Creates a provider that decrypts videos with licences from a key server.
    ///
    /// - Parameters:
    ///   - proxy: The proxy between the player and the key server.
    ///   - provider: The upstream provider; `nil` means the basic provider.
    /// - Returns: The provider.
    public func createFairPlaySessionProvider(
        with proxy: any BCOVFPSAuthorizationProxy,
        upstreamSessionProvider provider: BCOVPlaybackSessionProvider!
    ) -> BCOVPlaybackSessionProvider! {
        let systems: [any KeySystem] = [
            FairPlayKeySystem(authorizationProxy: proxy.core(in: calendar)), IdentityKeySystem(),
        ]
        return link(around: provider) { Self.protection(around: $0, systems) }
    }

    /// Creates a provider that decrypts videos, with a certificate from the app.
    ///
    /// - Parameters:
    ///   - appCert: The certificate; `nil` makes the provider fetch it. Prefer to store the
    ///     certificate with
    ///     ``BCOVPlaybackController/addFairPlayApplicationCertificate(_:identifier:)``.
    ///   - proxy: The proxy between the player and the key server.
    ///   - provider: The upstream provider; `nil` means the basic provider.
    /// - Returns: The provider.
    public func createFairPlaySessionProvider(
        withApplicationCertificate appCert: Data!,
        authorizationProxy proxy: any BCOVFPSAuthorizationProxy,
        upstreamSessionProvider provider: BCOVPlaybackSessionProvider!
    ) -> BCOVPlaybackSessionProvider! {
        guard let appCert else {
            return createFairPlaySessionProvider(with: proxy, upstreamSessionProvider: provider)
        }
        let known = KnownCertificateProxy(proxy.core(in: calendar), certificate: Array(appCert))
        let systems: [any KeySystem] = [
            FairPlayKeySystem(authorizationProxy: known), IdentityKeySystem(),
        ]
        return link(around: provider) { Self.protection(around: $0, systems) }
    }

    private func link(
        around provider: BCOVPlaybackSessionProvider?,
        _ make: (any SessionProvider) -> any SessionProvider
    ) -> BCOVPlaybackSessionProvider? {
        let upstream = provider ?? createBasicSessionProvider(with: nil)
        return BCOVPlaybackSessionProvider(make(upstream?.provider ?? BasicSessionProvider()))
    }

    private static func subtitles(around upstream: some SessionProvider) -> any SessionProvider {
        SidecarSubtitleProvider(upstream: upstream)
    }

    private static func protection(
        around upstream: some SessionProvider, _ systems: [any KeySystem]
    ) -> any SessionProvider {
        ProtectedSessionProvider(upstream: upstream, keySystems: systems)
    }
}

/// A provider in a chain of session providers, with the interface of the SDK.
public final class BCOVPlaybackSessionProvider {
    /// The wrapped provider of this package.
    public let provider: any SessionProvider

    /// Wraps a provider of this package or a provider that an app wrote for this package.
    ///
    /// - Parameter provider: The provider.
    public init(_ provider: any SessionProvider) { self.provider = provider }
}

/// The options of the basic provider.
public final class BCOVBasicSessionProviderOptions {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The policy that chooses the source of a video; `nil` means the default policy.
    public var sourceSelectionPolicy: BCOVBasicSessionProviderSourceSelectionPolicy!

    /// Creates options with their defaults.
    public init() {}
}

/// A policy that chooses the source of a video, or returns `nil` to skip the video.
///
/// Source: `Documentation/Brightcove.md#source-selection`.
public typealias BCOVBasicSessionProviderSourceSelectionPolicy = (BCOVVideo?) -> BCOVSource?

/// The policies of the SDK that choose the source of a video.
public enum BCOVBasicSourceSelectionPolicy {
    /// Returns the policy that prefers HLS sources whose location has a given scheme.
    ///
    /// - Parameter scheme: The preferred scheme, such as ``kBCOVSourceURLSchemeHTTPS``.
    /// - Returns: The policy; never `nil`.
    public static func sourceSelectionHLS(
        withScheme scheme: String!
    ) -> BCOVBasicSessionProviderSourceSelectionPolicy! {
        policy(.hls(scheme: scheme ?? ""))
    }

    /// Returns the policy that takes the first HLS source.
    ///
    /// - Returns: The policy; never `nil`.
    public static func sourceSelectionHLS() -> BCOVBasicSessionProviderSourceSelectionPolicy! {
        policy(.hls)
    }

    private static func policy(
        _ policy: SourceSelectionPolicy
    ) -> BCOVBasicSessionProviderSourceSelectionPolicy {
        { video in video.flatMap { policy.source(for: $0.video) }.map { BCOVSource($0) } }
    }
}

/// A placeholder for the view strategy of a controller; there are no views.
public enum BCOVPlaybackControllerViewStrategy {}
