import Broadcasts
import HeadlessPlayback
import Linting
import LiveOrigin
import Playlists
import Sessions
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

@testable import PlayctlCommands

/// Tests that `playctl watch` finds listed resources that are not media.
@Suite struct WatchedMediaTests {
    private func watch(
        _ source: SampleMedia = .transportStream, keys: KeyRotation? = nil,
        parts: PartListing? = nil, kind: ResourceKind = .segment, whole: Bool = false,
        changing change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) throws -> BroadcastWatcher {
        let broadcast = WatchedBroadcast(
            seconds: 30, keys: keys, parts: parts, source: source, readsWholeSegments: whole)
        return try broadcast.watch { ChangingLoader(behind: $0, kind: kind, change: change) }
    }

    private func codes(_ watcher: BroadcastWatcher) -> Set<String> {
        Set(watcher.findings.map(\.rule.code))
    }

    @Test(
        arguments: [
            ("Gone", "text that begins with 'Gone'"),
            ("Internal error\n", "text that begins with 'Internal error?'"),
            ("Welcome to the network of the hotel", "text that begins with 'Welcome to the"),
            ("<!DOCTYPE html><p>login", "HTML that begins with '<!DOCTYPE html><p>login'"),
            ("{\"error\": 404}", "JSON that begins with '{\"error\": 404}'"),
            ("#EXTM3U\n", "a playlist that begins with '#EXTM3U?'"),
            ("ID3 is not supported", "text that begins with 'ID3 is not supported'"),
            ("\n", "text that begins with '?'"), ("", "0 bytes"),
        ])
    func `a text in place of a segment is a breach, regardless of its first letter`(
        text: String, found: String
    ) throws {
        let watcher = try watch { _ in Array(text.utf8) }
        #expect(codes(watcher) == ["origin.availability"])
        let finding = try #require(watcher.findings.first)
        #expect(finding.expected.hasPrefix("media in the segment "))
        #expect(finding.found.hasPrefix(found))
    }

    @Test(arguments: [SampleMedia.transportStream, .fragments])
    func `bytes of no container in place of a segment are a breach`(source: SampleMedia) throws {
        let zeroed = try watch(source) { [UInt8](repeating: 0, count: $0.count) }
        #expect(codes(zeroed) == ["origin.availability"])
        #expect(
            zeroed.findings.first?.found
                == "no media container: the first bytes are 00 00 00 00 00 00 00 00")
        let shifted = try watch(source) { Array($0.dropFirst(5)) }
        #expect(codes(shifted) == ["origin.availability"])
        #expect(shifted.findings.count > 5)
    }

    @Test(arguments: [
        (SampleMedia.transportStream, "are not whole packets of 188 bytes"),
        (.fragments, "and the segment ends after"),
    ])
    func `a segment without its end is a breach`(source: SampleMedia, found: String) throws {
        let watcher = try watch(source) { Array($0.dropLast(100)) }
        #expect(codes(watcher) == ["origin.availability"])
        #expect(watcher.findings.first?.found.contains(found) == true, "\(watcher.findings)")
    }

    @Test func `a segment that ends between two packets is a breach if it is read completely`()
        throws
    {
        @Sendable func half(_ bytes: [UInt8]) -> [UInt8] {
            bytes.first == 0x47 ? Array(bytes.prefix(bytes.count / 376 * 188)) : bytes
        }
        #expect(try watch(changing: half).findings == [])
        let watcher = try watch(whole: true, changing: half)
        #expect(codes(watcher) == ["origin.availability"])
        let finding = try #require(watcher.findings.first)
        #expect(finding.expected.hasPrefix("complete media in the segment "))
        #expect(finding.found.contains(" s of media, and its playlist promises 4."))
        let later = try watch(.fragments, whole: true) {
            // A second box, whose header is not among the bytes that are read of each segment.
            $0.count > 2048 ? $0 + [0, 0, 16, 0] + Array("free".utf8) : $0
        }
        #expect(codes(later) == ["origin.availability"])
        #expect(later.findings.allSatisfy { $0.found.contains("the last box is incomplete") })
        for source in [SampleMedia.transportStream, .fragments] {
            #expect(try watch(source, whole: true) { $0 }.findings == [])
        }
    }

    @Test func `a text in place of a part is a breach`() throws {
        let watcher = try watch(.fragments, parts: PartListing(target: .milliseconds(500))) {
            $0.starts(with: [0, 0, 0]) ? Array("Gone".utf8) : $0
        }
        #expect(codes(watcher) == ["origin.availability"])
        #expect(watcher.findings.contains { $0.expected.hasPrefix("media in the part ") })
    }

    @Test func `a page in place of an encrypted segment is a breach of availability`() throws {
        let watcher = try watch(keys: KeyRotation(every: .seconds(20), method: .aes128)) { _ in
            Array("<!DOCTYPE html><p>login".utf8)
        }
        #expect(codes(watcher).contains("origin.availability"), "\(watcher.findings)")
    }

    @Test func `fragments in a playlist without an initialization section are a breach`() throws {
        let watcher = try watch(.fragments, kind: .mediaPlaylist) { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            return Array(
                lines.filter { !$0.hasPrefix("#EXT-X-MAP") }.joined(separator: "\n").utf8)
        }
        #expect(codes(watcher) == ["origin.availability"])
        #expect(
            watcher.findings.first?.found == "fragments without an initialization section",
            "\(watcher.findings)")
    }

    @Test func `a segment in another container than its section is a breach`() throws {
        let packets = (0..<20).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }
        let segments = try watch(.fragments) { _ in packets }
        #expect(codes(segments) == ["origin.availability"])
        let finding = try #require(segments.findings.last)
        #expect(
            finding.expected.hasPrefix(
                "fragmented MP4, like its initialization section, in the segment "))
        #expect(finding.found == "MPEG-TS")
        let sections = try watch(.fragments, kind: .initializationSection) { _ in packets }
        #expect(codes(sections) == ["origin.availability"])
        #expect(sections.findings.last?.found == "fragmented MP4")
    }

    @Test func `subtitles in place of video are a breach`() throws {
        let watcher = try watch { _ in Array("WEBVTT\n\n".utf8) }
        #expect(codes(watcher) == ["origin.availability"])
        #expect(watcher.findings.allSatisfy { $0.expected.hasPrefix("video or audio in ") })
        #expect(!watcher.findings.contains { $0.playlist.contains("subtitles") })
    }

    @Test func `video in place of subtitles is a breach`() throws {
        let packets = (0..<20).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }
        let watcher = try watch { $0.starts(with: "WEBVTT".utf8) ? packets : $0 }
        #expect(codes(watcher) == ["origin.availability"])
        #expect(watcher.findings.allSatisfy { $0.expected.hasPrefix("subtitles in ") })
    }

    @Test func `a segment in AES-128 without its end is a breach`() throws {
        let keys = KeyRotation(every: .seconds(20), method: .aes128)
        let watcher = try watch(keys: keys) { Array($0.dropLast(4)) }
        #expect(codes(watcher).contains("origin.availability"))
        #expect(
            watcher.findings.contains { $0.found.contains("are not whole blocks of 16 bytes") },
            "\(watcher.findings)")
        #expect(try watch(keys: keys) { $0 }.findings == [])
    }

    // MARK: Initialization sections

    @Test func `a server that grants only the first bytes of a section breaks a rule`() throws {
        let broadcast = WatchedBroadcast(seconds: 30, source: .fragments)
        let watcher = try broadcast.watch { FirstByteLoader(behind: $0) }
        #expect(codes(watcher) == ["origin.availability"])
        let finding = try #require(watcher.findings.first)
        #expect(finding.expected.hasPrefix("the initialization section "))
        #expect(finding.found.contains("403"))
    }

    /// A change that makes an initialization section unusable.
    enum SectionDamage: CaseIterable {
        case onlyItsFirstBox, cut, anotherBox, text

        /// Returns the changed section.
        func applied(to bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .onlyItsFirstBox: Array(bytes.prefix(Int(bytes[3])))
            case .cut: Array(bytes.dropLast(20))
            case .anotherBox: [0, 0, 0, 8] + Array("moof".utf8)
            case .text: Array("Gone".utf8)
            }
        }

        /// The text of the finding.
        var text: String {
            switch self {
            case .onlyItsFirstBox, .anotherBox: "no movie box"
            case .cut: "in its initialization section, a track has no readable number"
            case .text: "text that begins with 'Gone'"
            }
        }
    }

    @Test(arguments: SectionDamage.allCases)
    func `a section without a readable movie box is a breach`(damage: SectionDamage) throws {
        let watcher = try watch(.fragments, kind: .initializationSection) {
            damage.applied(to: $0)
        }
        #expect(codes(watcher) == ["origin.availability"])
        let finding = try #require(watcher.findings.first)
        #expect(finding.expected.hasPrefix("media in the initialization section "))
        #expect(finding.found.contains(damage.text), "\(finding.found)")
    }

    // MARK: Requests

    @Test func `a correct broadcast is requested a fixed number of times`() throws {
        for (source, expected) in [(SampleMedia.transportStream, 101), (.fragments, 93)] {
            let counts = RequestCounts()
            let broadcast = WatchedBroadcast(seconds: 30, source: source)
            let watcher = try broadcast.watch { CountingLoader(behind: $0, counts: counts) }
            #expect(watcher.findings == [])
            let found = counts.media.withLock { $0 }
            #expect(found == expected, "\(found)")
        }
    }
}

/// A server that changes the bytes of each resource of a kind, and ignores byte ranges.
private struct ChangingLoader: ResourceLoader {
    let behind: any ResourceLoader
    let kind: ResourceKind
    let change: @Sendable ([UInt8]) -> [UInt8]

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let response = try behind.load(request)
        guard request.kind == kind else { return response }
        let bytes = change(try response.body.bytes(limit: 64 << 20))
        return ResourceResponse(
            url: response.url, status: 200, totalByteCount: Int64(bytes.count),
            body: ResourceBody(bytes))
    }
}

/// A server that grants only short ranges of initialization sections.
private struct FirstByteLoader: ResourceLoader {
    let behind: any ResourceLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if request.kind == .initializationSection, request.byteRange?.count ?? .max > 1024 {
            throw TransportError(url: request.url, cause: .status(403))
        }
        return try behind.load(request)
    }
}

/// A counter of the requests for media.
private final class RequestCounts: Sendable {
    let media = Mutex(0)
}

/// A server that counts the requests for media.
private struct CountingLoader: ResourceLoader {
    let behind: any ResourceLoader
    let counts: RequestCounts

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if request.kind == .segment || request.kind == .initializationSection {
            counts.media.withLock { $0 += 1 }
        }
        return try behind.load(request)
    }
}
