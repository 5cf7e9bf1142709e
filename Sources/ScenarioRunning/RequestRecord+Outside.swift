package import HeadlessPlayback
import Transport

extension RequestRecord {
    /// Whether neither a store nor the player itself answered it.
    package var isFromOutside: Bool {
        !isStored && ResourceScheme(of: url).leadsOutside
    }
}
