package import HeadlessPlayback
import Transport

extension RequestRecord {
    /// Whether it was answered by neither a store nor the player itself.
    package var isFromOutside: Bool {
        !isStored && ResourceScheme(of: url).leadsOutside
    }
}
