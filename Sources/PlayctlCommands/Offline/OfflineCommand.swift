import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads

/// One invocation of `playctl offline` with a verb: its options and its outputs.
struct OfflineCommand {
    let options: OfflineOptions
    let output: OutputStream
    let errors: OutputStream

    /// The given token; parsing has ensured that there is one.
    var token: OfflineVideoToken { options.token ?? "" }

    /// Writes a remark, which is neither a result nor a failure.
    func remark(_ text: String) {
        errors.write("playctl: \(SafeText.line(text))\n")
        errors.flush()
    }

    /// Reports packages and other entries without a download, unless a process works in the store.
    ///
    /// - Returns: Whether there are any.
    @discardableResult
    func remarkStranded(
        _ store: OfflineStore, _ catalogue: Catalogue
    ) throws(CommandFailure) -> Bool {
        let texts = try store.strandedTexts(catalogue)
        for text in texts { remark(text) }
        return !texts.isEmpty
    }
}
