public import Sessions

/// A session provider that decrypts the videos of its upstream provider.
///
/// ```swift
/// let provider = ProtectedSessionProvider(
///     upstream: SidecarSubtitleProvider(), keySystems: [IdentityKeySystem(), fairPlay])
/// ```
///
/// It is the content protection link in a chain of providers. A chain has only one such link;
/// sidecar subtitles are upstream of it, and advertisements are downstream. Media that is not
/// encrypted passes unchanged, without the event `Error`.
///
/// Stored licences in the upstream's plan take precedence over all key systems.
///
/// A missing or wrong key causes the lifecycle event `Error`. Once no playable media is left, the
/// event `Fail` or `FailedToPlayToEndTime` follows.
///
/// Source: `Documentation/Brightcove.md#provider-chain`, `Documentation/Brightcove.md#fairplay`.
public struct ProtectedSessionProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let keySystems: [any KeySystem]
    private let renewalPolicy: RenewalPolicy

    /// Creates the provider around an upstream provider.
    ///
    /// - Parameters:
    ///   - upstream: The upstream provider.
    ///   - keySystems: The key systems; the first one that accepts a key supplies it.
    ///   - renewalPolicy: The policy for renewing leases.
    public init(
        upstream: Upstream, keySystems: [any KeySystem],
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        self.upstream = upstream
        self.keySystems = keySystems
        self.renewalPolicy = renewalPolicy
    }

    /// Returns the upstream provider's plan with decryption added.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan; `nil` when the upstream provider returns none.
    /// - Throws: ``SessionError`` of the upstream provider, or when the providers of the chain are
    ///   in the wrong order.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        try plan.wrap(in: .contentProtection)
        let (systems, policy) = (keySystems, renewalPolicy)
        let licences = plan.keptLicences
        plan.protection = {
            KeyRing(
                host: $0, kept: licences.map(KeptKeySystem.init), systems: systems, policy: policy)
        }
        return plan
    }
}

extension ProtectedSessionProvider where Upstream == BasicSessionProvider {
    /// Creates a provider that adds decryption to the plans of a `BasicSessionProvider`.
    ///
    /// - Parameters:
    ///   - keySystems: The key systems; the first one that accepts a key supplies it.
    ///   - renewalPolicy: The policy for renewing leases.
    public init(
        keySystems: [any KeySystem] = [IdentityKeySystem()],
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        self.init(
            upstream: BasicSessionProvider(), keySystems: keySystems,
            renewalPolicy: renewalPolicy)
    }
}
