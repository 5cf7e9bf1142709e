import Formats
import RunResults

extension OutputStream {
    /// Warns of codes of checks that earlier versions had.
    ///
    /// - Parameters:
    ///   - codes: The codes.
    ///   - place: The file or the option that has them.
    func warn(ofOldCodes codes: some Sequence<String>, in place: String) {
        for warning in CheckCode.warnings(about: codes) {
            write("playctl: warning: \(SafeText.url(place)): \(warning)\n")
        }
    }
}
