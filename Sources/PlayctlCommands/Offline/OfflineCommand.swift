import HeadlessPlayback

/// `playctl offline`: downloads and their management.
struct OfflineCommand {
    let options: OfflineOptions
    let output: OutputStream
    let errors: OutputStream

    /// The given token; parsing has ensured that there is one.
    var token: OfflineVideoToken { options.operands.first ?? "" }

    /// Writes a remark, which is neither a result nor a failure.
    func remark(_ text: String) {
        errors.write("playctl: \(SafeText.line(text))\n")
        errors.flush()
    }
}
