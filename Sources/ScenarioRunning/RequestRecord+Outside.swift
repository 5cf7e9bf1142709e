package import HeadlessPlayback
import Transport

extension RequestRecord {
    /// Whether the bytes come from a file, a server or a broadcast.
    ///
    /// The value is `false` if they come from a local store, are a part of the location (`data:`),
    /// or come from the player.
    package var isFromOutside: Bool {
        !isStored && ResourceScheme(of: url).leadsOutside
    }
}
