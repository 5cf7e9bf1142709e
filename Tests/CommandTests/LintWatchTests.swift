import AssetChecking
import Broadcasts
import HeadlessPlayback
import Linting
import LiveOrigin
import PlayctlCommands
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// The rules of `playctl lint --watch` in virtual time.
///
/// One broadcast is correct, and several others break a rule.
@Suite struct LintWatchTests {
    /// Watches a broadcast with playlists of one minute, and returns the lint's inspection.
    private func lint(
        _ encoder: Encoder = Encoder(), window: Packager.Window = .length(.seconds(60)),
        behind wrap: (any ResourceLoader) -> any ResourceLoader = { $0 }
    ) throws -> InspectedAsset {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            encoder: encoder, packager: Packager(renditions: source.renditions, window: window),
            multivariant: source.multivariant, ranFor: .seconds(100))
        let place = "https://live.test/news"
        let loader = BroadcastLoader(origin, at: place, behind: StandardLoader())
        let world = PlaybackWorld(options: PlaybackOptions(), loader: wrap(loader))
        let watcher = BroadcastWatcher(world) { _ in }
        watcher.followsRemovals = true
        watcher.start("\(place)/index.m3u8")
        world.loop.run(until: Instant(sinceStart: .seconds(300)))
        watcher.finish()
        let asset = LintedAsset(main: LintedPlaylist(Array("#EXTM3U\n".utf8), url: place))
        var result = InspectedAsset(
            place: place, profile: .rfc, breaches: [],
            coverage: LintCoverage(of: LintRule.asset, asset, media: nil))
        result.asset = asset
        result.adopt(watcher) { $0.isPart(of: .rfc) }
        return result
    }

    private func codes(_ result: InspectedAsset) -> Set<String> {
        Set(result.breaches.map(\.rule.code))
    }

    @Test func `a mistake in the text of several later versions is found once in each playlist`()
        throws
    {
        let asset = LintedAsset(main: LintedPlaylist([], url: "https://live.test/news"))
        let inspection = InspectedAsset(
            place: asset.main.url, profile: .rfc, breaches: [],
            coverage: LintCoverage(of: LintRule.asset, asset, media: nil))
        var texts: WatchedTexts?
        _ = try lint {
            let loader = WatchedTexts(after: inspection, behind: BlemishingLoader($0))
            texts = loader
            return loader
        }
        let found = (texts?.breaches ?? []).filter {
            $0.rule.code == "media.duplicate-header-tag"
        }
        #expect(found.count == 7)
        #expect(Set(found.map(\.file)).count == 7)
        #expect(found.allSatisfy { $0.problem.contains(" s after the start of the watch: ") })
    }

    @Test
    func
        `a correct broadcast breaks no rule, and its updates, removals and availability are checked`()
        throws
    {
        let result = try lint()
        #expect(result.breaches == [])
        let checked = Set(result.coverage.checked.map(\.code))
        #expect(checked.isSuperset(of: ["live.update-late", "live.removed-early"]))
        #expect(checked.contains("origin.availability"))
        #expect(!checked.contains("live.sequence-backwards"))
    }

    @Test func `the rule about removed segments is not checked when nothing is removed`() throws {
        let result = try lint(window: .event)
        #expect(result.breaches == [])
        let open = result.coverage.unchecked.first { $0.rule.code == "live.removed-early" }
        #expect(open?.reason == "the broadcast was not watched")
    }

    @Test func `a segment that comes late is a finding of each playlist`() throws {
        let silence = MediaTime.seconds(200)..<MediaTime.seconds(260)
        let result = try lint(Encoder(faults: [.silence(silence)]))
        let late = result.breaches.filter { $0.rule.code == "live.update-late" }
        #expect(Set(late.map(\.file)).count == 7)
        #expect(result.isBad)
    }

    @Test(
        arguments: [
            // A segment may be deleted 140 s after the first request for it. Deleting it after 90 s
            // is too early, although the playlist lists it for only a minute.
            (140, []), (90, ["live.removed-early"]), (50, ["live.removed-early"]),
        ] as [(Int64, Set<String>)])
    func `a file that is deleted too early after its removal is a finding`(
        seconds: Int64, expected: Set<String>
    ) throws {
        let result = try lint { ForgetfulLoader($0, lifetime: .seconds(seconds)) }
        #expect(codes(result) == expected)
    }
}

/// A server that repeats a header tag in the playlists for some time.
private struct BlemishingLoader: ResourceLoader {
    private let behind: any ResourceLoader

    init(_ behind: any ResourceLoader) { self.behind = behind }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request)
        let seconds = (request.access?.instant ?? .start).sinceStart
        guard request.kind == .mediaPlaylist, seconds > .seconds(100), seconds < .seconds(150)
        else { return response }
        let text = String(decoding: try response.body.bytes(), as: UTF8.self)
        let tag = text.split(separator: "\n").first { $0.hasPrefix("#EXT-X-TARGETDURATION") } ?? ""
        response.body = ResourceBody(Array(text.replacing(tag, with: "\(tag)\n\(tag)").utf8))
        return response
    }
}

/// A server that deletes each segment a given time after the first request for it.
private final class ForgetfulLoader: ResourceLoader {
    private let behind: any ResourceLoader
    private let lifetime: Duration
    private let known = Mutex<[String: Instant]>([:])

    init(_ behind: any ResourceLoader, lifetime: Duration) {
        self.behind = behind
        self.lifetime = lifetime
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let instant = request.access?.instant ?? .start
        if request.kind == .segment {
            let first = known.withLock { known in
                let first = known[request.url] ?? instant
                known[request.url] = first
                return first
            }
            guard first.duration(to: instant) <= lifetime else {
                throw TransportError(url: request.url, cause: .notFound)
            }
        }
        return try behind.load(request)
    }
}
