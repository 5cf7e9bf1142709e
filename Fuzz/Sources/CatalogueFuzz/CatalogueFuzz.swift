import Driver
import Formats
import Sessions
import Transport
import VirtualTime

/// Reads bytes as a catalogue's answer, as cue points, as a network trace and as a data: URL.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    readValue(bytes)
    if let playlist = try? VideoPlaylist(catalogue: bytes) {
        for video in playlist.videos { look(at: video) }
        guard playlist.allPlayableVideos.count + playlist.allFailedVideos.count == playlist.count
        else { fatalError("videos were lost") }
    }
    readAnswer(bytes)
    readStream(bytes)
    if let cuePoints = try? CuePointCollection(json: bytes) { look(at: cuePoints) }
    if let conditions = try? NetworkConditions(trace: bytes) { look(at: conditions) }
    readURL("data:" + String(decoding: bytes, as: UTF8.self))
    return 0
}

/// Reads bytes as the answer of a playback service to each kind of request.
private func readAnswer(_ bytes: [UInt8]) {
    let account = PlaybackServiceAccount(id: "1", policyKey: "key")
    for subject: PlaybackServiceRequest.Subject in [.video(id: "5"), .search("a")] {
        let request = PlaybackServiceRequest(subject, of: account)
        for status in [200, 403] {
            do throws(PlaybackServiceError) {
                let answer = try PlaybackServiceAnswer(to: request, status: status, body: bytes)
                guard status == 200 else { fatalError("a refusal with an object") }
                for video in answer.playlist?.videos ?? [answer.video].compactMap({ $0 }) {
                    look(at: video)
                }
            } catch {
                guard !error.description.contains("\n"), error.code > 0 else {
                    fatalError("\(error)")
                }
            }
        }
    }
}

/// Reads bytes as a token's claims, and as answers of a service that limits concurrent streams.
private func readStream(_ bytes: [UInt8]) {
    let text = String(decoding: Base64.encode(bytes), as: UTF8.self)
    for token in ["a.\(text).b", String(decoding: bytes, as: UTF8.self)] {
        guard let claims = TokenClaims(token) else { continue }
        guard claims.viewer != "", claims.session != "" else { fatalError("an empty claim") }
    }
    for purpose: StreamSessionRequest.Purpose in [.beat, .list, .end] {
        for status in [200, 204, 403] {
            do throws(PlaybackServiceError) {
                let answer = try StreamSessionAnswer(to: purpose, status: status, body: bytes)
                guard status != 403 else { fatalError("a refusal that grants") }
                if case .granted(let interval) = answer, interval <= .zero {
                    fatalError("an interval without a length")
                }
            } catch {
                guard !error.description.contains("\n") else { fatalError("\(error)") }
            }
        }
    }
}

/// Reads bytes as a JSON value; fails if writing the value and reading it again changes it.
private func readValue(_ bytes: [UInt8]) {
    do throws(JSONError) {
        let value = try JSONReader.read(bytes)
        let text = value.written
        guard let again = try? JSONReader.read(Array(text.utf8)), again == value else {
            fatalError("not read back as equal: \(text)")
        }
    } catch {
        guard !error.description.isEmpty else { fatalError("an error that says nothing") }
    }
}

extension PropertyValue {
    /// The value as JSON.
    fileprivate var written: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.written).joined(separator: ",") + "]"
        case .object:
            "{"
                + sortedMembers.map { "\(Self.quoted($0.key)):\($0.value.written)" }
                .joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }
}

private func look(at video: Video) {
    _ = (video.hasError, video.usesFairPlay, video.name, video.duration, video.economics)
    _ = (video.canBeDownloaded, video.thumbnailVTTURL, video.localizedName(forLanguages: ["de"]))
    for source in video.sources {
        guard !source.url.isEmpty else { fatalError("a source without an address") }
        _ = (source.scheme, source.usesFairPlay, source.deliveryMethod.description)
    }
    look(at: video.cuePoints)
}

private func look(at cuePoints: CuePointCollection) {
    for (one, next) in zip(cuePoints, cuePoints.dropFirst()) where one.position > next.position {
        fatalError("out of order")
    }
    for cuePoint in cuePoints {
        guard !cuePoint.position.timeInterval.isNaN else { fatalError("no time at all") }
    }
}

private func look(at conditions: NetworkConditions) {
    guard let first = conditions.steps.first, let last = conditions.steps.last else {
        fatalError("a trace without a bandwidth")
    }
    var instant = Instant.start
    var count = 0
    while let next = conditions.bandwidth(at: instant).until {
        guard next > instant else { fatalError("time does not go on") }
        instant = next
        count += 1
    }
    guard count == conditions.steps.count - (first.start > .start ? 0 : 1),
        conditions.bandwidth(at: instant).bitsPerSecond == last.bitsPerSecond
    else { fatalError("steps were lost") }
}

private func readURL(_ url: String) {
    let request = ResourceRequest(url: url, kind: .key, maximumByteCount: 1 << 20)
    guard let answer = try? DataLoader().load(request) else { return }
    guard answer.totalByteCount == answer.body.byteCount,
        Int(answer.body.byteCount) <= url.utf8.count, answer.contentType?.isEmpty == false
    else { fatalError("more than was there") }
}

@main
enum CatalogueFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
