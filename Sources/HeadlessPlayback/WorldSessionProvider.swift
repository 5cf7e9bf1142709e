import ContentProtection
import Sessions

/// The standard chain of session providers, for all offline stores of a `PlaybackWorld`.
///
/// The stores are determined for each plan, because an app may create its offline manager after
/// its controller, and creates another manager when it is launched again.
struct WorldSessionProvider: SessionProvider {
    let world: PlaybackWorld
    let keySystems: [any KeySystem]

    func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        let innermost = InnermostSessionProvider(world: world)
        return try SessionChain.make(around: innermost, keySystems: keySystems).plan(for: video)
    }
}
