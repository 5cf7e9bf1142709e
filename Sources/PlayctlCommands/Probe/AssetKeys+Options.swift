import AssetChecking
import CommandTree
import HeadlessPlayback
import PlaybackCommands
import Sessions
import Transport

extension AssetKeys {
    /// Prepares to obtain keys from the sources that options name.
    ///
    /// Interrupting the tool cancels the requests for keys.
    ///
    /// - Parameters:
    ///   - options: The sources of keys.
    ///   - asset: The location of the asset.
    ///   - loader: The source of bytes.
    /// - Throws: ``SessionError`` when no protection can be set up.
    convenience init(
        _ options: KeyOptions, asset: String, loader: any ResourceLoader
    ) throws(SessionError) {
        try self.init(
            options.keySystems(), asset: asset, loader: loader, cancellation: Interruption.flag)
    }
}
