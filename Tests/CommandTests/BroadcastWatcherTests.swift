import Broadcasts
import HeadlessPlayback
import Linting
import LiveOrigin
import Playlists
import RunResults
import Sessions
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

@testable import PlayctlCommands

/// `playctl watch` in virtual time, on the responses of a simulated origin that has known faults.
@Suite struct BroadcastWatcherTests {
    /// Watches a broadcast of a sample, and returns the watcher.
    private func watch(
        _ encoder: Encoder = Encoder(), window: Packager.Window = .length(.seconds(60)),
        ending: Ending? = nil, for seconds: Double = 300, keys: KeyRotation? = nil,
        parts: PartListing? = nil,
        source: SampleMedia = .transportStream,
        behind wrap: (any ResourceLoader) -> any ResourceLoader = { $0 }
    ) throws -> BroadcastWatcher {
        try WatchedBroadcast(
            encoder: encoder, window: window, ending: ending, seconds: seconds, keys: keys,
            parts: parts, source: source
        ).watch(behind: wrap)
    }

    private func codes(_ watcher: BroadcastWatcher) -> Set<String> {
        Set(watcher.findings.map(\.rule.code))
    }

    @Test func `all variants and renditions of a correct broadcast are followed`() throws {
        let watcher = try watch()
        #expect(watcher.findings == [])
        #expect(watcher.failure == nil)
        #expect(watcher.playlists.count == 7)
        #expect(watcher.unchanged == [])
        #expect(watcher.versionCount > 7 * 60)
        // The two playlists of subtitles are not compared with the others.
        let compared = watcher.playlists.filter {
            watcher.hasExamined(.init(rule: .renditions, playlist: $0))
        }
        #expect(compared.count == 5)
        #expect(!watcher.isOver)
    }

    @Test func `playlists of I-frames and images, and steering, are skipped checks`() throws {
        let watcher = try watch(for: 10, behind: { AnnouncingLoader(behind: $0) })
        #expect(watcher.playlists.count == 7)
        let report = WatchReport(watcher, of: "https://live.test/news", at: .start)
        let checks = report.result(command: "").checks.map { "\($0.name): \($0.outcome)" }
        for (name, reason) in [
            ("frames.m3u8", "I-frame playlists are not followed"),
            ("images.m3u8", "image playlists are not followed"),
            ("content steering", "the steering manifest /steer is not requested"),
        ] {
            #expect(checks.contains { $0.hasPrefix(name) && $0.contains(reason) }, "\(checks)")
        }
    }

    @Test func `a listed segment that the server lacks is a breach`() throws {
        let fault = EncoderFault.missing(.times(.seconds(200)..<MediaTime.seconds(204)))
        let watcher = try watch(Encoder(faults: [fault]))
        #expect(codes(watcher) == ["origin.availability"])
        // The missing segment is reported twice for each media playlist: when the playlist first
        // lists the segment, and just after the playlist has removed it.
        #expect(watcher.findings.count == 14)
        #expect(watcher.findings.first?.found.contains("404") == true)
    }

    @Test(arguments: [nil, KeyRotation(every: .seconds(20), method: .aes128)])
    func `a text in place of an initialization section is a breach`(keys: KeyRotation?) throws {
        let watcher = try watch(
            for: 30, keys: keys, source: .fragments,
            behind: { PageLoader(behind: $0, kind: .initializationSection, text: "<html>") })
        #expect(codes(watcher) == ["origin.availability"])
        #expect(watcher.findings.count > 5)
        #expect(
            watcher.findings.allSatisfy {
                $0.expected.hasPrefix("media in the initialization section ")
            }, "\(watcher.findings)")
    }

    @Test func `a listed initialization section that the server lacks is a breach`() throws {
        let watcher = try watch(for: 30, source: .fragments, behind: { LackingLoader(behind: $0) })
        #expect(codes(watcher) == ["origin.availability"])
        let finding = try #require(watcher.findings.first)
        #expect(finding.expected.hasPrefix("the initialization section "))
        #expect(finding.found.contains("404"))
        // Each version of the playlist that lists a new segment is checked, so the finding recurs.
        #expect(watcher.findings.count > 5)
    }

    @Test func `an incomplete initialization section of an encrypted segment is a breach`() throws {
        let watcher = try watch(
            for: 30, keys: KeyRotation(every: .seconds(20), method: .aes128), source: .fragments,
            behind: { CutSectionLoader(behind: $0) })
        #expect(codes(watcher) == ["origin.availability"])
        let finding = try #require(watcher.findings.first)
        #expect(finding.expected.hasPrefix("the initialization section "))
        #expect(finding.found.contains("ended after 10 of 720 bytes"))
    }

    @Test func `a file with a segment and its initialization section is named as both`() throws {
        var segment = MediaSegment(uri: "a.mp4", duration: .seconds(4))
        segment.keys = [EncryptionKey(method: .aes128, uri: "key")]
        segment.byteRange = 720..<9000
        segment.initializationSection = InitializationSection(uri: "a.mp4", byteRange: 0..<720)
        let probe = try #require(
            WholeSegmentProbe(
                segment, number: 1, of: "https://live.test/a.m3u8", includesClear: false))
        #expect(
            probe.media(at: "https://live.test/a.mp4")
                == .segment("the segment a.mp4 and its initialization section"))
        #expect(probe.media(at: "https://live.test/key") == nil)
    }

    @Test func `an empty byte range at the largest offset is requested`() {
        var segment = MediaSegment(uri: "a.ts", duration: .seconds(4))
        segment.byteRange = Int64.max..<Int64.max
        let probe = AvailabilityProbe(ProbedResource(segment), of: "https://live.test/a.m3u8")
        #expect(probe.request.byteRange == (Int64.max - 1)..<Int64.max)
    }

    @Test func `a listed part that the server lacks is a breach`() throws {
        let parts = PartListing(target: .milliseconds(500))
        let right = try watch(for: 20, parts: parts, source: .fragments)
        #expect(right.findings == [])
        let wrong = try watch(
            for: 20, parts: parts, source: .fragments, behind: { PartlessLoader(behind: $0) })
        #expect(codes(wrong) == ["origin.availability"])
        #expect(wrong.findings.allSatisfy { $0.expected.hasPrefix("the part ") })
        #expect(wrong.findings.count > 5)
    }

    @Test func `a segment that is encrypted by an unknown method may begin with any byte`() throws {
        let watcher = try watch(
            for: 30, behind: { PageLoader(behind: UnknownMethodLoader(behind: $0), text: "<") })
        #expect(!codes(watcher).contains("origin.availability"))
        #expect(
            watcher.playlists.contains {
                watcher.hasExamined(.init(rule: .availability, playlist: $0))
            })
    }

    @Test(
        arguments: [EncryptionKey.Method.aes128, .sampleAES],
        [SampleMedia.transportStream, .single])
    func `a segment that is encrypted with a key other than the listed one is a breach`(
        method: EncryptionKey.Method, media: SampleMedia
    ) throws {
        let keys = KeyRotation(every: .seconds(20), method: method)
        let right = try watch(for: 60, keys: keys, source: media)
        #expect(right.findings == [])
        let names = right.playlists.filter { !$0.contains("subtitles") }
        #expect(
            names.contains {
                right.hasExamined(.init(rule: .decryption, playlist: $0))
            })
        let span = MediaTime.seconds(120)..<MediaTime.seconds(128)
        for kind in [EncoderFault.StrayKey.previous, .wrong] {
            let fault = EncoderFault.strayKey(.times(span), kind)
            let wrong = try watch(Encoder(faults: [fault]), for: 60, keys: keys, source: media)
            #expect(codes(wrong) == ["origin.decryption"], "\(wrong.findings)")
        }
        let missing = EncoderFault.missingKey(.times(span))
        let lost = try watch(Encoder(faults: [missing]), for: 60, keys: keys, source: media)
        #expect(codes(lost) == ["origin.decryption"], "\(lost.findings)")
    }

    @Test func `an encoder that stops is a breach of each playlist`() throws {
        let silence = MediaTime.seconds(200)..<MediaTime.seconds(260)
        let watcher = try watch(Encoder(faults: [.silence(silence)]))
        let late = watcher.findings.filter { $0.rule.code == "origin.updates" }
        #expect(Set(late.map(\.playlist)) == Set(watcher.playlists))
    }

    @Test func `a watch ends when the broadcast ends`() throws {
        let watcher = try watch(ending: Ending(after: .seconds(140), as: .vod))
        #expect(watcher.isOver)
        #expect(watcher.findings == [])
    }

    @Test func `a broadcast that vanishes is a breach`() throws {
        let watcher = try watch(ending: Ending(after: .seconds(140), as: .removed))
        #expect(codes(watcher).contains("origin.playlists"))
        #expect(watcher.findings.count <= 7 * 4 * BroadcastWatcher.mostFindings)
    }

    @Test(arguments: [(true, "origin.playlists"), (false, "origin.availability")])
    func `a server that stops responding is a breach when the watch ends`(
        holdsPlaylists: Bool, code: String
    ) throws {
        let watcher = try watch(
            for: 190, behind: { SilentLoader(behind: $0, holds: holdsPlaylists) })
        #expect(!codes(watcher).contains(code))
        watcher.finish()
        #expect(codes(watcher).contains(code))
    }

    @Test func `requests made just before the end of a watch are not a breach`() throws {
        let watcher = try watch()
        watcher.finish()
        #expect(watcher.findings == [])
    }

    @Test func `references in a playlist are relative to its location after a redirect`() throws {
        let keys = KeyRotation(every: .seconds(20), method: .aes128)
        let watcher = try watch(for: 60, keys: keys, behind: { RedirectingLoader(behind: $0) })
        #expect(watcher.findings == [])
        #expect(
            watcher.playlists.contains {
                watcher.hasExamined(.init(rule: .decryption, playlist: $0))
            })
    }

    @Test func `a removed segment is relative to the last response that listed it`() throws {
        let watcher = try watch(for: 120, behind: { RotatingLoader(behind: $0) })
        #expect(watcher.findings == [])
        #expect(
            watcher.playlists.contains {
                watcher.hasExamined(.init(rule: .availability, playlist: $0))
            })
    }

    @Test func `a location without a playlist fails`() throws {
        let world = PlaybackWorld(options: PlaybackOptions(), loader: StandardLoader())
        let watcher = BroadcastWatcher(world) { _ in }
        watcher.start("/nowhere/index.m3u8")
        world.loop.run(until: Instant(sinceStart: .seconds(10)))
        #expect(watcher.failure != nil)
        #expect(watcher.isOver)
    }
}

/// A server that sends a text in place of each segment, and ignores byte ranges.
private struct PageLoader: ResourceLoader {
    let behind: any ResourceLoader
    var kind = ResourceKind.segment
    let text: String

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.kind == kind else { return try behind.load(request) }
        return ResourceResponse(url: request.url, status: 200, body: ResourceBody(Array(text.utf8)))
    }
}

/// A server that has whole segments, but no partial segments.
private struct PartlessLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let name = request.url.split(separator: "/").last ?? ""
        guard request.kind == .segment, name.count(where: { $0 == "." }) == 2 else {
            return try behind.load(request)
        }
        throw TransportError(url: request.url, cause: .status(404))
    }
}

/// A server that sends the start of initialization sections, and then closes the connection.
private struct CutSectionLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.kind == .initializationSection else { return try behind.load(request) }
        throw TransportError(url: request.url, cause: .truncated(expected: 720, received: 10))
    }
}

/// A server that has no initialization sections.
private struct LackingLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.kind == .initializationSection else { return try behind.load(request) }
        throw TransportError(url: request.url, cause: .status(404))
    }
}

/// A server whose playlists name an unknown encryption method for each segment.
private struct UnknownMethodLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request)
        guard request.kind == .mediaPlaylist else { return response }
        let bytes = try response.body.bytes(limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("#EXTINF", with: "#EXT-X-KEY:METHOD=AES-256,URI=\"key\"\n#EXTINF")
        response.body = ResourceBody(Array(text.utf8))
        return response
    }
}

/// A server whose multivariant playlist announces playlists of I-frames and images, and steering.
private struct AnnouncingLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request)
        guard request.kind == .multivariantPlaylist else { return response }
        var text = String(decoding: try response.body.bytes(limit: 1 << 20), as: UTF8.self)
        text += "\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"frames.m3u8\"\n"
        text += "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI=\"images.m3u8\"\n"
        text += "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer\"\n"
        response.body = ResourceBody(Array(text.utf8))
        return response
    }
}

/// A server that holds back its responses for a day, from the 150th second on.
private struct SilentLoader: ResourceLoader {
    let behind: any ResourceLoader
    /// Whether playlists are held back; otherwise, segments are held back.
    let holds: Bool

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request)
        let instant = request.access?.instant ?? .start
        if instant > Instant(sinceStart: .seconds(150)), (request.kind == .segment) != holds {
            response.heldUntil = instant.advanced(by: .seconds(86_400))
        }
        return response
    }
}

/// A server that redirects each media playlist to the only host with the segments.
private struct RedirectingLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var request = request
        let isOnEdge = request.url.contains("edge.test")
        guard request.kind == .mediaPlaylist || isOnEdge || request.kind == .multivariantPlaylist
        else { throw TransportError(url: request.url, cause: .status(404)) }
        request.url = request.url.replacing("edge.test", with: "live.test")
        var response = try behind.load(request)
        if request.kind == .mediaPlaylist {
            response.url = request.url.replacing("live.test", with: "edge.test")
        }
        return response
    }
}

/// A server that redirects each request for a media playlist to a new host.
///
/// A host has only the segments that its response lists.
private final class RotatingLoader: ResourceLoader {
    private let behind: any ResourceLoader
    /// The texts of the responses, by the number of the host.
    private let texts = Mutex<[String]>([])

    init(behind: any ResourceLoader) { self.behind = behind }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if request.kind == .multivariantPlaylist { return try behind.load(request) }
        if request.kind == .mediaPlaylist {
            var response = try behind.load(request)
            let bytes = try response.body.bytes(limit: 1 << 20)
            let number = texts.withLock { texts in
                texts.append(String(decoding: bytes, as: UTF8.self))
                return texts.count - 1
            }
            response.url = request.url.replacing("live.test", with: "edge-\(number).test")
            return response
        }
        let host = request.url.split(separator: "/").first { $0.hasPrefix("edge-") } ?? ""
        let number = Int(host.dropFirst("edge-".count).prefix { $0 != "." }) ?? -1
        let text = texts.withLock { $0.indices.contains(number) ? $0[number] : "" }
        guard text.contains(request.url.split(separator: "/").last ?? "?") else {
            throw TransportError(url: request.url, cause: .status(404))
        }
        var moved = request
        moved.url = request.url.replacing(host, with: "live.test")
        return try behind.load(moved)
    }
}
