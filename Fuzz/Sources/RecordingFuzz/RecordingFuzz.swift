import Driver
import Recordings
import Transport
import VirtualTime

/// Reads a recording, which must be the same after it was written and read again.
///
/// Searching the recording for a location, at any instant, must not crash.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = RecordingMask.playlist(bytes)
    do throws(RecordingError) {
        let recording = try Recording(bytes)
        var text = RecordingText.line(of: recording.header)
        var checksum = RecordingChecksum()
        checksum.add(text)
        for response in recording.responses {
            let line = RecordingText.line(of: response)
            checksum.add(line)
            text += line
        }
        text += RecordingText.line(of: recording.end, after: checksum)
        let again = try Recording(text)
        guard again.responses == recording.responses, again.header == recording.header else {
            fatalError("\(recording.responses.count) responses became others")
        }
        for response in recording.responses.prefix(100) {
            for instant in [Instant.start, response.start, response.end, recording.end.instant] {
                _ = recording.finding(
                    response.location, response.byteRange, kind: response.kind, at: instant
                ) { _ in bytes }
            }
        }
    } catch {
        guard error.line.map({ $0 >= 1 }) ?? true else { fatalError("\(error)") }
    }
    return 0
}

@main
enum RecordingFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
