package import Formats

/// The reason why a recording cannot be read or written.
package struct RecordingError: Error, Equatable, Sendable {
    /// The kind of an error.
    package enum Reason: Equatable, Sendable {
        /// The text does not begin with the header of a recording.
        case notARecording
        /// The recording was made by a later version of this tool.
        case newerVersion(Int64)
        /// A line does not have the expected form.
        case malformed(expected: String)
        /// The text exceeds the given limit.
        case tooLarge(String)
        /// The last line is missing: the recording process was killed, or the disk was full.
        case incomplete
        /// The recorder stopped before the recorded run ended; the recording states the reason.
        case endedEarly(String)
        /// The text was modified after it was written.
        case changed
        /// A file cannot be read, for the reason given.
        case unreadable(String)
        /// A file cannot be written, for the reason given.
        case unwritten(String)
    }

    /// The kind of the error.
    package let reason: Reason
    /// The number of the faulty line, counted from 1; `nil` if no single line is at fault.
    package let line: Int?
    /// The error that caused this error; `nil` when there is none.
    package let underlying: UnderlyingError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of the error.
    ///   - line: The number of the faulty line, counted from 1.
    ///   - underlying: The error that caused this error.
    package init(_ reason: Reason, line: Int? = nil, underlying: (any Error)? = nil) {
        self.reason = reason
        self.line = line
        self.underlying = underlying.map { UnderlyingError($0) }
    }
}

extension RecordingError: CustomStringConvertible {
    /// The cause on one line.
    package var description: String {
        let place = line.map { "line \($0): " } ?? ""
        switch reason {
        case .notARecording: return "\(place)not a recording"
        case .newerVersion(let version):
            return "\(place)a recording of version \(version): expected \(RecordedHeader.version)"
        case .malformed(let expected): return "\(place)expected \(expected)"
        case .tooLarge(let limit): return "\(place)more than \(limit)"
        case .incomplete:
            return "the recording has no end: it was killed, or its disk was full"
        case .endedEarly(let reason): return "the recording ended early: \(SafeText.line(reason))"
        case .changed: return "\(place)the recording was changed after it was written"
        case .unwritten(let reason): return "cannot be written: \(SafeText.line(reason))"
        case .unreadable(let reason): return "cannot be read: \(SafeText.line(reason))"
        }
    }
}
