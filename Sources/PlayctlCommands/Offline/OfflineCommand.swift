import HeadlessPlayback

/// `playctl offline`: downloads and their management.
struct OfflineCommand {
    let options: OfflineOptions
    let output: OutputStream
    let errors: OutputStream

    /// Performs the verb.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``CommandFailure`` when it cannot begin.
    func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        defer { output.flush() }
        switch options.verb {
        case .download: return try download()
        case .list: return try list()
        case .status: return try status()
        case .resume: return try resume()
        case .pause: return try steer(.pause)
        case .cancel: return try steer(.cancel)
        case .delete: return try steer(.delete)
        case .play: return try await play()
        case .estimate: return try estimate()
        case .licenses: return try licences()
        case .verify: return try verify()
        case .repair: return try repair()
        case .renew: return try renew()
        case .export: return try export()
        }
    }

    /// The given token; parsing has ensured that there is one.
    var token: OfflineVideoToken { options.operands.first ?? "" }

    /// Says something that is neither a result nor a failure.
    func remark(_ text: String) {
        errors.write("playctl: \(SafeText.line(text))\n")
        errors.flush()
    }
}
