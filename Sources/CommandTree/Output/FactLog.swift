import Formats
import HeadlessPlayback
import Synchronization

/// The log of `--verbose`: informational lines on standard error, written from any thread.
///
/// Each line contains one fact, such as a request or the result of a check.
package final class FactLog: Sendable {
    /// The kind of a fact, written at the beginning of the fact's line.
    package enum Kind: String {
        case request, variant, audio, subtitles, check, stream, identity, policies
    }

    private struct Sink: ~Copyable {
        let output: OutputStream
    }

    private let sink: Mutex<Sink>

    /// Creates the log of a command; `nil` when the command is not verbose.
    ///
    /// - Parameters:
    ///   - isVerbose: Whether facts are logged.
    ///   - errors: Standard error.
    package init?(_ isVerbose: Bool, on errors: OutputStream) {
        guard isVerbose else { return nil }
        let descriptor = errors.descriptor
        sink = Mutex(Sink(output: OutputStream.twin(of: descriptor)))
    }

    /// Writes a line with a fact; the secrets in its URLs are removed.
    package func write(_ kind: Kind, _ text: String) {
        sink.withLock { sink in
            sink.output.write("playctl: \(kind.rawValue): \(SafeText.line(text))\n")
            sink.output.flush()
        }
    }
}

extension BoundOption {
    /// Returns the option `--verbose`, which also writes the named facts to standard error.
    package static func verbose(_ property: Property<Bool>, _ facts: String) -> BoundOption {
        flag("verbose", letter: "v", property, "also write \(facts) to standard error")
    }
}
