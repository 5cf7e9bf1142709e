public import Sessions

/// Decrypts what the provider inside of it plays: the link of content protection in a chain.
///
/// ```swift
/// let provider = ProtectedSessionProvider(
///     upstream: SidecarSubtitleProvider(), keySystems: [IdentityKeySystem(), fairPlay])
/// ```
///
/// Sidecar subtitles come inside of it, advertisements around it, and there is one in a chain. What
/// is not encrypted passes untouched, and without an `Error`.
///
/// Where the plan of the upstream has licences that were kept, those come before all key systems.
///
/// When a key cannot be had, or does not fit, the lifecycle event `Error` says so, and `Fail` or
/// `FailedToPlayToEndTime` follows once nothing is left that could be played.
///
/// Source: `Documentation/Brightcove.md#provider-chain`, `Documentation/Brightcove.md#fairplay`.
public struct ProtectedSessionProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let keySystems: [any KeySystem]
    private let renewalPolicy: RenewalPolicy

    /// Creates the link.
    ///
    /// - Parameters:
    ///   - upstream: The link inside.
    ///   - keySystems: Who is asked for keys: the first that takes a key format.
    ///   - renewalPolicy: When leases are renewed.
    public init(
        upstream: Upstream, keySystems: [any KeySystem],
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        self.upstream = upstream
        self.keySystems = keySystems
        self.renewalPolicy = renewalPolicy
    }

    /// Plans as the upstream does, with decryption added.
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
    ///   - keySystems: Who is asked for keys: the first that takes a key format.
    ///   - renewalPolicy: When leases are renewed.
    public init(
        keySystems: [any KeySystem] = [IdentityKeySystem()],
        renewalPolicy: RenewalPolicy = RenewalPolicy()
    ) {
        self.init(
            upstream: BasicSessionProvider(), keySystems: keySystems,
            renewalPolicy: renewalPolicy)
    }
}
