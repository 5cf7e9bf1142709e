public import Sessions

/// Decrypts the videos of its upstream provider: the content protection link of a chain.
///
/// ```swift
/// let provider = ProtectedSessionProvider(
///     upstream: SidecarSubtitleProvider(), keySystems: [IdentityKeySystem(), fairPlay])
/// ```
///
/// A chain has only one such link, with sidecar subtitles inside it and advertisements around it.
/// Media that is not encrypted passes unchanged, without an `Error`.
///
/// Stored licences in the upstream's plan take precedence over all key systems.
///
/// A key that cannot be obtained, or that is wrong, causes the lifecycle event `Error`, and `Fail`
/// or `FailedToPlayToEndTime` once no playable media is left.
///
/// Source: `Documentation/Brightcove.md#provider-chain`, `Documentation/Brightcove.md#fairplay`.
public struct ProtectedSessionProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let keySystems: [any KeySystem]
    private let renewalPolicy: RenewalPolicy

    /// Creates the link.
    ///
    /// - Parameters:
    ///   - upstream: The upstream provider.
    ///   - keySystems: The key systems; the first that accepts a key format is asked.
    ///   - renewalPolicy: The policy for renewing leases.
    public init(
        upstream: Upstream, keySystems: [any KeySystem],
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        self.upstream = upstream
        self.keySystems = keySystems
        self.renewalPolicy = renewalPolicy
    }

    /// Returns the upstream's plan with decryption added.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan; `nil` when the upstream has none.
    /// - Throws: ``SessionError`` of the upstream, or when the chain is in the wrong order.
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
    /// Creates the link around the basic provider.
    ///
    /// - Parameters:
    ///   - keySystems: The key systems; the first that accepts a key format is asked.
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
