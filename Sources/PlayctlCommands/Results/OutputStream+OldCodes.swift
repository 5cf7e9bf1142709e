import CommandTree
import Formats
import RunResults

extension OutputStream {
    /// Warns about check codes that only earlier versions of the tool used.
    ///
    /// - Parameters:
    ///   - codes: The codes.
    ///   - place: The file or the option that contains them.
    func warn(ofOldCodes codes: some Sequence<String>, in place: String) {
        for warning in CheckCode.warnings(about: codes) {
            write("playctl: warning: \(SafeText.url(place)): \(warning)\n")
        }
    }
}
