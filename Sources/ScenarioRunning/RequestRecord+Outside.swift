package import HeadlessPlayback
import Transport

extension RequestRecord {
    /// Whether the request leads to a source other than a store or the player itself.
    package var isFromOutside: Bool {
        !isStored && ResourceScheme(of: url).leadsOutside
    }
}
