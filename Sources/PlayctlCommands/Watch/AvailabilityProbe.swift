import Playlists
import Sessions
import Transport

/// Requests one byte of a segment, and returns the start of the response.
struct AvailabilityProbe: ReadingJob {
    /// The size and the first byte of the body of a response.
    struct Value: Sendable {
        let byteCount: Int64
        /// The first byte; `nil` in an empty body.
        let firstByte: UInt8?

        /// Returns the reason why the body cannot be the start of a segment; `nil` if it can.
        ///
        /// A segment that is encrypted as a whole may begin with any byte.
        func contradiction(to segment: MediaSegment) -> String? {
            guard let firstByte else { return "0 bytes" }
            let isEncrypted = segment.keys.contains { $0.method == .aes128 }
            guard !isEncrypted, Self.isTextual(firstByte) else { return nil }
            return "a text: it begins with the byte \(firstByte), as no format of segments does"
        }

        /// Returns whether texts begin with a byte, and no clear media segment does.
        ///
        /// A transport stream begins with `G`, an ID3 tag with `I`, and WebVTT with `W` or a byte
        /// order mark. The other formats begin with a byte that is neither printable nor white
        /// space.
        private static func isTextual(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "G"), UInt8(ascii: "I"), UInt8(ascii: "W"): false
            case 0x09, 0x0A, 0x0D, 0x20...0x7E: true
            default: false
            }
        }
    }

    let request: ResourceRequest

    func run(_ attempt: FetchAttempt) -> FetchOutcome<Value> {
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt.request, with: attempt.loader)
            let body = response.body
            let first = try first(of: body)
            return FetchOutcome(
                result: .success(Value(byteCount: body.byteCount, firstByte: first)),
                byteCount: body.byteCount, isStored: response.isStored,
                heldUntil: response.heldUntil)
        } catch {
            return FetchOutcome(result: .failure(error), byteCount: 0)
        }
    }

    private func first(of body: ResourceBody) throws(SessionError) -> UInt8? {
        do throws(TransportError) {
            return try body.part(0..<min(1, body.byteCount)).bytes(limit: 1).first
        } catch {
            throw .transport(error)
        }
    }
}
