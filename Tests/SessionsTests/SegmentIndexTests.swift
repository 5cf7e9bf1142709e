import HeadlessPlayback
import TestSupport
import Testing
import Transport

@testable import Sessions

@Suite struct SegmentIndexTests {
    /// Plays a video, and returns the trace, the ledger and the requests.
    private func outcome(
        of video: Video, _ index: SegmentIndex?, loader: any ResourceLoader = StandardLoader(),
        provider: (any SessionProvider)? = nil,
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> (trace: String, ledger: Ledger?, records: [RequestRecord]) {
        var options = PlaybackOptions()
        configure(&options)
        let world = PlaybackWorld(options: options, loader: loader, index: index)
        world.requestLog = RequestLog()
        let provider =
            provider
            ?? ProtectedSessionProvider(
                upstream: SidecarSubtitleProvider(), keySystems: [IdentityKeySystem()])
        let playback = Playback(in: world, provider: provider).play(video)
        return (playback.recorder.trace, playback.ledger, world.requestLog?.records ?? [])
    }

    private static let locations =
        SampleMedia.allCases.map(\.path)
        + ["protected-aes128/index.m3u8", "subtitled/index.m3u8"].map {
            "\(SampleMedia.folder)/\($0)"
        }

    @Test(arguments: locations)
    func `a shared segment index does not change the reports`(path: String) {
        var preferences = MediaPreferences()
        preferences.subtitles = .language("en")
        let video = Video(url: path)
        for network in [NetworkConditions.unlimited, NetworkConditions(bitsPerSecond: 700_000)] {
            let configure = { (options: inout PlaybackOptions) in
                options.mediaPreferences = preferences
                options.network = network
            }
            let alone = outcome(of: video, nil, configure)
            #expect(alone.ledger?.isSound == true)
            let index = SegmentIndex()
            for _ in 0..<3 {
                let shared = outcome(of: video, index, configure)
                #expect(shared.trace == alone.trace)
                #expect(shared.ledger == alone.ledger)
                #expect(shared.records == alone.records)
            }
        }
    }

    @Test func `indexed segments are not read again`() {
        let video = SampleMedia.transportStream.video()
        let index = SegmentIndex()
        _ = outcome(of: video, index)
        let misses = index.misses
        #expect(misses > 10 && index.count == misses)
        let hits = index.hits
        let second = outcome(of: video, index)
        #expect(index.misses == misses)
        // Each request causes exactly one lookup, because all segments are in the index.
        #expect(index.hits - hits == second.records.count)
    }

    @Test func `segments with a fault are neither taken from the index nor added to it`() {
        let video = SampleMedia.single.video()
        let index = SegmentIndex()
        let sound = outcome(of: video, index)
        let count = index.count
        for fault in [ResourceFault.zeroedBytes(nil), .truncation(toMillionths: 500_000)] {
            let rules = [FaultRule(RequestPattern("segment-2.ts"), fault: fault)]
            let alone = outcome(of: video, nil) { $0.faults = rules }
            let shared = outcome(of: video, index) { $0.faults = rules }
            #expect(alone.trace != sound.trace)
            #expect(shared.trace == alone.trace)
            #expect(shared.ledger == alone.ledger)
        }
        #expect(index.count == count)
        #expect(outcome(of: video, index).trace == sound.trace)
    }

    @Test func `segments with a faulty initialization section are not indexed`() {
        let video = SampleMedia.fragments.video()
        let index = SegmentIndex()
        let rules = [
            FaultRule(
                RequestPattern(kinds: [.initializationSection]), occurrences: 0..<1,
                fault: .zeroedBytes(nil))
        ]
        let alone = outcome(of: video, nil) { $0.faults = rules }
        #expect(outcome(of: video, index) { $0.faults = rules }.trace == alone.trace)
        #expect(outcome(of: video, index).trace == outcome(of: video, nil).trace)
    }

    @Test func `a changed file is read again`() throws {
        let folder = ScratchFolder()
        for name in ["index.m3u8"] + (0..<5).map({ "segment-\($0).ts" }) {
            let request = ResourceRequest(
                url: "\(SampleMedia.single.folder)/\(name)", kind: .segment)
            folder.put(try StandardLoader().load(request).body.bytes(), at: name)
        }
        let video = Video(url: folder.path + "/index.m3u8")
        let index = SegmentIndex()
        let before = outcome(of: video, index)
        folder.put([UInt8](repeating: 0, count: 1000), at: "segment-2.ts")
        let after = outcome(of: video, index)
        #expect(after.trace != before.trace)
        #expect(after.trace == outcome(of: video, nil).trace)
    }

    /// Returns a loader with a server for the files of the samples folder.
    private func server(_ asked: ScriptedLoader) -> StandardLoader {
        StandardLoader(servers: SampleServer(behind: asked))
    }

    @Test func `resources of trusted servers are requested once`() {
        let video = Video(url: "http://films.example/ts-multivariant/index.m3u8")
        let alone = outcome(of: video, nil, loader: server(ScriptedLoader()))
        #expect(alone.ledger?.isSound == true)
        let asked = ScriptedLoader()
        let index = SegmentIndex(holdsRemoteResources: true)
        var count = 0
        for _ in 0..<2 {
            let shared = outcome(of: video, index, loader: server(asked))
            #expect(shared.trace == alone.trace)
            #expect(shared.records == alone.records)
            #expect(asked.asked.count == count || count == 0)
            count = asked.asked.count
        }
        #expect(count == alone.records.count)
    }

    @Test func `a playlist with added text tracks is indexed separately from the server's`() {
        let plain = Video(url: "http://films.example/ts-multivariant/index.m3u8")
        var titled = plain
        let track = TextTrack(
            source: "http://films.example/subtitled/de.vtt", sourceType: .webVTT, language: "de",
            label: "Deutsch", duration: .seconds(10))
        titled.textTracks += [track.property]
        let choose = { (options: inout PlaybackOptions) in
            options.mediaPreferences.subtitles = .language("de")
        }
        let alone = outcome(of: titled, nil, loader: server(ScriptedLoader()), choose)
        #expect(alone.trace.contains("de.vtt") || alone.records.contains { $0.kind == .subtitle })
        let index = SegmentIndex(holdsRemoteResources: true)
        let before = outcome(of: plain, index, loader: server(ScriptedLoader()), choose)
        let shared = outcome(of: titled, index, loader: server(ScriptedLoader()), choose)
        #expect(shared.records == alone.records)
        #expect(shared.trace == alone.trace)
        #expect(before.trace != alone.trace)
    }

    @Test func `a loader without identities bypasses the index`() {
        let loader = ScriptedLoader([])
        let video = SampleMedia.single.video()
        let index = SegmentIndex()
        _ = outcome(of: video, index, loader: loader)
        #expect(index.count == 0 && index.misses == 0)
    }

    @Test func `the index distinguishes segments by their keys`() {
        let video = Video(url: "\(SampleMedia.folder)/protected-aes128/index.m3u8")
        let index = SegmentIndex()
        let right = outcome(of: video, index)
        #expect(right.ledger?.isSound == true)
        let bytes = [UInt8](repeating: 7, count: 16)
        let wrong = GivenKeySystem(byLocation: ["one.key": bytes, "two.key": bytes])
        let provider = { ProtectedSessionProvider(keySystems: [wrong]) }
        let alone = outcome(of: video, nil, provider: provider())
        let shared = outcome(of: video, index, provider: provider())
        #expect(shared.trace == alone.trace)
        #expect(shared.trace != right.trace)
    }

    @Test func `the index distinguishes segments by verification level`() {
        let video = SampleMedia.single.video()
        let index = SegmentIndex()
        _ = outcome(of: video, index)
        let misses = index.misses
        _ = outcome(of: video, index) { $0.verification = .decode }
        #expect(index.misses > misses)
    }

    @Test func `an index drops the least recently used segments`() {
        let index = SegmentIndex(byteLimit: 1000)
        func key(_ number: Int) -> IndexKey {
            let request = ResourceRequest(url: "\(number)", kind: .segment)
            return IndexKey(
                .location("\(number)"), request, .playlist(.segment, importedVariables: [:]))
        }
        for number in 0..<10 { index.keep(number, byteCount: 100, as: key(number)) }
        #expect(index.value(key(0), as: Int.self) == 0)
        index.keep(10, byteCount: 100, as: key(10))
        #expect(index.byteCount <= 1000)
        #expect(index.value(key(0), as: Int.self) == 0)
        #expect(index.value(key(1), as: Int.self) == nil)
        #expect(index.value(key(10), as: Int.self) == 10)
        index.keep(11, byteCount: 900, as: key(11))
        #expect(index.value(key(11), as: Int.self) == nil, "what fills it up is not kept")
    }
}

/// A server that answers from the samples folder.
private struct SampleServer: ResourceLoader {
    let behind: ScriptedLoader

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var local = request
        local.referrer = nil
        local.url = SampleMedia.folder + request.url.dropFirst("http://films.example".count)
        let response = try behind.load(local)
        return ResourceResponse(
            url: request.url, totalByteCount: response.totalByteCount, body: response.body)
    }
}
