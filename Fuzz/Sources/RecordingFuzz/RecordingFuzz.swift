import Driver
import Recordings
import Transport
import VirtualTime

/// Reads a recording, which must be the same after it was written and read again.
///
/// Searching the recording for a location, at any instant, finds only its own responses.
/// Hiding the secrets of a playlist twice must have the same result as hiding them once.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let masked = RecordingMask.playlist(bytes)
    guard RecordingMask.playlist(masked) == masked else { fatalError("masked twice") }
    guard masked.count(where: { $0 == 0x0A }) == bytes.count(where: { $0 == 0x0A }) else {
        fatalError("another number of lines")
    }
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
                let finding = recording.finding(
                    response.location, response.byteRange, kind: response.kind, at: instant
                ) { _ in bytes }
                guard case .response(let found, _) = finding else { continue }
                guard recording.responses.contains(found) else { fatalError("invented") }
                guard response.kind.isPlaylist || found.location == response.location else {
                    fatalError("\(found.location) for \(response.location)")
                }
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
