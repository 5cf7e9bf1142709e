import Formats
import HeadlessPlayback
package import Linting
import Playlists
import Recordings
import RunResults
package import Sessions
import Transport
import VirtualTime

/// Follows the playlists of a live broadcast, and reports the rules that its server breaks.
///
/// The watcher uses the resource loader and the clock of a `PlaybackWorld`.
package final class BroadcastWatcher {
    /// The maximum number of followed playlists.
    package static let mostPlaylists = 64
    /// A playlist that is followed.
    private struct Line {
        var watch: PlaylistWatch
        /// The location from which the playlist is requested.
        let url: String
        /// The location of the newest response, to which references are relative.
        var base: String
        /// The location of the response before the newest response.
        ///
        /// The locations of removed segments are relative to it.
        var previousBase: String
        /// Whether the playlist contains subtitles; `nil` if no multivariant playlist lists it.
        let isText: Bool?
        let alarm: Alarm
        var removals = RemovalWatch()
        /// The instant at which the newest request for the playlist was made.
        var issued = Instant.start
        /// The instant of the request before the newest one; `nil` if only one request was made.
        var previous: Instant?
        var request: FetchToken?
    }

    /// A request that checks that a resource is available and is media.
    private struct Probe {
        let request: FetchToken
        let playlist: String
        /// The kind and the location of the resource as findings show them, without secrets.
        let name: String
        let issued: Instant
    }

    /// The maximum number of requests for removed segments that are scheduled at a time.
    ///
    /// A segment that has been removed from its playlist is requested a last time, to check that
    /// the server still has the segment.
    private static let mostRemovals = 65_536

    /// The maximum time to wait for the response to a request for media.
    private static let longestWait = Duration.seconds(10)

    /// The number of threads that wait for responses to requests for media.
    private static let checkThreads = 16

    private let world: PlaybackWorld
    private let fetcher: ResourceFetcher
    /// The threads for the requests for playlists: one for each playlist.
    ///
    /// A server may hold the response until the playlist changes, or never respond. This must not
    /// delay the requests for the other playlists.
    private let reloads = Workers(count: BroadcastWatcher.mostPlaylists)
    /// The threads for the requests for media.
    private let checks = Workers(count: BroadcastWatcher.checkThreads)
    private let report: (LintFinding) -> Void
    private var lines: [Line] = []
    private var variables: [String: String] = [:]
    private var probes: [Int: Probe] = [:]
    private var probeCount = 0
    private var sections = SectionFormats()
    private var clocks = SegmentClocks()
    private var first: FetchToken?
    private var comparison = BroadcastWatch()
    /// The rule breaches found so far, in order; at most ``mostFindings`` per rule and playlist.
    package private(set) var findings: [LintFinding] = []
    /// The number of breaches of each rule in each playlist.
    package private(set) var counts: [Place: Int] = [:]
    /// The number of playlists that are not followed, because there are too many.
    package private(set) var unfollowed = 0
    /// The names of the I-frame playlists, which are not followed.
    package private(set) var iFramePlaylists: [String] = []
    /// The names of the image playlists, which are not followed.
    package private(set) var imagePlaylists: [String] = []
    /// The name of the steering manifest, which is not requested; `nil` if none is announced.
    package private(set) var steeringManifest: String?
    /// Whether each segment that has left its playlist is requested a last time.
    ///
    /// The request is made at the last instant at which the server must still have the segment.
    package var followsRemovals = false
    /// Whether each newest segment is loaded completely, even if it has no keys.
    package var readsWholeSegments = false
    /// The number of removed segments that are not requested again, because there are too many.
    package private(set) var unfollowedRemovals = 0
    /// The timers of the scheduled final requests for removed segments, by request number.
    private var removals: [Int: EventToken] = [:]
    private var removalCount = 0
    /// The reason why the broadcast cannot be watched; `nil` while it can.
    package private(set) var failure: SessionError?
    private var examined: Set<Place> = []

    /// The combination of a rule and a playlist in which the rule is checked.
    package struct Place: Hashable {
        package let rule: LintRule
        package let playlist: String

        /// Creates the combination of a rule and a playlist.
        package init(rule: LintRule, playlist: String) {
            self.rule = rule
            self.playlist = playlist
        }
    }

    /// The maximum number of listed breaches of a rule in a playlist.
    package static let mostFindings = 20

    /// Creates a watcher that has not started.
    ///
    /// - Parameters:
    ///   - world: The environment, whose loader makes the requests.
    ///   - report: Receives each listed breach.
    package init(_ world: PlaybackWorld, report: @escaping (LintFinding) -> Void) {
        self.world = world
        self.report = report
        fetcher = ResourceFetcher(world: world, recovery: RecoveryPolicy())
    }

    // MARK: State

    /// The names of the followed playlists, in order.
    package var playlists: [String] { lines.map(\.watch.name) }

    /// The number of loaded versions, summed over all followed playlists.
    package var versionCount: Int { lines.reduce(0) { $0 + $1.watch.versionCount } }

    /// The names of the playlists of which fewer than two versions were loaded.
    package var unchanged: [String] { lines.filter { $0.watch.versionCount < 2 }.map(\.watch.name) }

    /// Returns whether a playlist has ended; `false` for an unknown name.
    package func hasEnded(_ name: String) -> Bool {
        lines.contains { $0.watch.name == name && $0.watch.hasEnded }
    }

    /// Returns the location of a playlist; `nil` for an unknown name.
    package func location(of name: String) -> String? {
        lines.first { $0.watch.name == name }?.url
    }

    /// The rules that were checked in at least one playlist.
    package var examinedRules: Set<LintRule> { Set(examined.map(\.rule)) }

    /// Whether nothing remains to watch: all playlists have ended, or nothing could be loaded.
    ///
    /// The value stays `false` after the end of all playlists while a request for a segment is
    /// pending.
    package var isOver: Bool {
        failure != nil || !lines.isEmpty && lines.allSatisfy(\.watch.hasEnded) && probes.isEmpty
    }

    /// Returns whether a rule was checked in a playlist.
    package func hasExamined(_ place: Place) -> Bool { examined.contains(place) }

    /// Ends the watch; a request that has had no response for too long is reported as a breach.
    package func finish() {
        let now = world.loop.now
        for index in lines.indices {
            if let finding = lines[index].watch.abandon(at: now) { add(finding) }
        }
        for probe in probes.values.sorted(by: { $0.issued < $1.issued })
        where probe.issued.duration(to: now) > Self.longestWait {
            add(
                LintFinding(
                    .availability, in: probe.playlist, at: now,
                    expected: probe.name, found: "no answer"))
        }
    }

    // MARK: Loading

    /// Loads a playlist, and follows it or the playlists that it lists.
    package func start(_ location: String) {
        let url = LocalPath.url(location)
        let job = PlaylistJob(url: url, referrer: nil, kind: .multivariantPlaylist)
        first = fetcher.fetch(.playlist, job) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): failure = error
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                accept(fetched.value)
            }
        }
    }

    private func accept(_ loaded: LoadedPlaylist) {
        switch loaded.playlist {
        case .media: follow([(loaded.url, PlaceText.lastPart(of: loaded.url), nil)])
        case .multivariant(let list):
            variables = list.variables
            var places: [(url: String, name: String, isText: Bool?)] = []
            var known: Set<String> = []
            func add(_ uri: String, isText: Bool) {
                let url = URIReference.resolve(uri, against: loaded.url)
                guard known.insert(url).inserted else { return }
                places.append((url, SafeText.line(SafeText.url(uri)), isText))
            }
            for variant in list.variants { add(variant.uri, isText: false) }
            for rendition in list.renditions {
                if let uri = rendition.uri { add(uri, isText: rendition.kind == .subtitles) }
            }
            var names = UniqueNames()
            for place in places { _ = names.take(place.name) }
            for variant in list.iFrameVariants
            where known.insert(URIReference.resolve(variant.uri, against: loaded.url)).inserted {
                iFramePlaylists.append(names.take(SafeText.line(SafeText.url(variant.uri))))
            }
            imagePlaylists = list.imagePlaylists.map { names.take(SafeText.line(SafeText.url($0))) }
            steeringManifest = list.contentSteering.map {
                SafeText.line(SafeText.url($0.serverURI))
            }
            unfollowed = max(0, places.count - Self.mostPlaylists)
            comparison = BroadcastWatch(of: list, at: loaded.url)
            follow(Array(places.prefix(Self.mostPlaylists)))
        }
    }

    private func follow(_ places: [(url: String, name: String, isText: Bool?)]) {
        guard !places.isEmpty else {
            failure = .emptyPlaylist(url: lines.first?.url ?? "")
            return
        }
        var names = UniqueNames()
        for (url, name, isText) in places {
            let name = names.take(name)
            let index = lines.count
            let alarm = Alarm { [weak self] in self?.reload(index) }
            lines.append(
                Line(
                    watch: PlaylistWatch(name), url: url, base: url, previousBase: url,
                    isText: isText, alarm: alarm))
            schedule(lines[index].watch.start(at: world.loop.now), index)
        }
    }

    private func schedule(_ next: Instant?, _ index: Int) {
        if let next { world.loop.schedule(lines[index].alarm, at: next) }
    }

    private func reload(_ index: Int) {
        let now = world.loop.now
        let directives = lines[index].watch.request(at: now)
        if lines[index].watch.playlist != nil { lines[index].previous = lines[index].issued }
        lines[index].issued = now
        let requested = directives.location(lines[index].url)
        var job = PlaylistJob(url: requested, referrer: nil, kind: .mediaPlaylist)
        job.importedVariables = variables
        lines[index].request = fetcher.fetch(.reload, job, on: reloads) { [weak self] result in
            guard let self else { return }
            if case .success(let fetched) = result {
                let url = fetched.value.url
                lines[index].previousBase = lines[index].base
                lines[index].base = url == requested ? lines[index].url : url
            }
            take(result, index)
        }
    }

    private func take(_ result: Result<Fetched<LoadedPlaylist>, SessionError>, _ index: Int) {
        let now = world.loop.now
        lines[index].request = nil
        let step: PlaylistWatch.Step
        switch result {
        case .failure(let error) where error.isCancelled: return
        case .failure(let error):
            step = lines[index].watch.fail(status: error.status, "\(error)", at: now)
        case .success(let fetched):
            fetcher.use(bytes: fetched.byteCount)
            guard case .media(let playlist) = fetched.value.playlist else {
                let error = SessionError.notMediaPlaylist(url: fetched.value.url)
                step = lines[index].watch.fail(status: nil, "\(error)", at: now)
                break
            }
            step = lines[index].watch.take(playlist, at: now)
        }
        finish(step, index, at: now)
    }

    private func finish(_ step: PlaylistWatch.Step, _ index: Int, at now: Instant) {
        let line = lines[index]
        for finding in step.findings { add(finding) }
        if step.hasNewVersion, let playlist = line.watch.playlist {
            let others = comparison.take(
                playlist, at: line.url, base: RecordedPlaylist.plain(line.base),
                named: line.watch.name, isText: line.isText ?? false, after: line.previous, at: now)
            for finding in others { add(finding) }
        }
        let rules = comparison.examined(in: line.watch.name).union(line.watch.examined)
        for rule in rules { examined.insert(Place(rule: rule, playlist: line.watch.name)) }
        if followsRemovals, step.hasNewVersion, let playlist = line.watch.playlist {
            follow(playlist, index)
        }
        for segment in step.probes {
            let isNewest = segment == line.watch.playlist?.segments.last
            probe(
                ProbedResource(segment), of: line, at: isNewest ? line.base : line.previousBase,
                isNewest || !followsRemovals ? .availability : WatchedRules.removals)
            guard isNewest, let section = segment.initializationSection else { continue }
            probe(ProbedResource(section), of: line, at: line.base, .availability)
        }
        if let newest = step.newestPart {
            probe(ProbedResource(newest), of: line, at: line.base, .availability)
            let known = line.watch.playlist?.segments.last?.initializationSection
            if let section = newest.initializationSection, section != known {
                probe(ProbedResource(section), of: line, at: line.base, .availability)
            }
        }
        if let newest = step.probes.first { readWhole(newest, of: line) }
        schedule(step.next, index)
    }

    private func add(_ finding: LintFinding) {
        let place = Place(rule: finding.rule, playlist: finding.playlist)
        examined.insert(place)
        counts[place, default: 0] += 1
        guard counts[place, default: 0] <= Self.mostFindings else { return }
        findings.append(finding)
        report(finding)
    }

    // MARK: Media

    /// Schedules one more request for each segment that a version of a playlist has removed.
    ///
    /// The request is made at the last instant at which the server must still have the segment.
    private func follow(_ playlist: MediaPlaylist, _ index: Int) {
        let removed = lines[index].removals.take(playlist, requestedAt: lines[index].issued)
        let line = lines[index]
        for item in removed where item.end > world.loop.now {
            guard removals.count < Self.mostRemovals else {
                unfollowedRemovals += 1
                continue
            }
            let number = removalCount
            removalCount += 1
            removals[number] = world.loop.scheduleInBackground(at: item.end) { [weak self] in
                guard let self else { return }
                removals[number] = nil
                probe(
                    ProbedResource(item.segment), of: line, at: line.previousBase,
                    WatchedRules.removals)
            }
        }
    }

    /// Requests the start of a resource, and reports a breach of `rule` if the request fails.
    ///
    /// A response that is not media, such as a login page, is a breach, too. An initialization
    /// section is requested completely.
    private func probe(
        _ resource: ProbedResource, of line: Line, at base: String, _ rule: LintRule
    ) {
        let number = probeCount
        probeCount += 1
        let name = line.watch.name
        let job = AvailabilityProbe(resource, of: base)
        let token = fetcher.fetch(.reload, job, on: checks) { [weak self] result in
            guard let self else { return }
            probes[number] = nil
            examined.insert(Place(rule: rule, playlist: name))
            switch result {
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                compareTimes(of: fetched.value, resource, of: line, at: base)
                guard let found = judge(fetched.value, resource, of: line, at: base) else { return }
                add(
                    LintFinding(
                        rule, in: name, at: world.loop.now,
                        expected: "\(found.expected) in \(resource.name)", found: found.found))
            case .failure(let error) where error.isCancelled: return
            case .failure(let error):
                add(
                    LintFinding(
                        rule, in: name, at: world.loop.now, expected: resource.name,
                        found: "\(error)"))
            }
        }
        probes[number] = Probe(
            request: token, playlist: name, name: resource.name, issued: world.loop.now)
    }

    /// Compares the times of the newest segment with the durations that the playlist states.
    private func compareTimes(
        of value: AvailabilityProbe.Value, _ resource: ProbedResource, of line: Line,
        at base: String
    ) {
        let section = resource.section(at: base)
        if resource.isInitialization {
            if let section { clocks.take(value.timescales, of: section) }
            return
        }
        guard let times = value.times, let playlist = line.watch.playlist,
            let newest = playlist.segments.last, newest.uri == resource.uri,
            newest.byteRange == resource.byteRange
        else { return }
        let name = line.watch.name
        let result = clocks.take(times, of: playlist, named: name, section)
        if result.isCompared {
            examined.insert(Place(rule: WatchedRules.timestamps, playlist: name))
        }
        guard let jump = result.jump else { return }
        add(
            LintFinding(
                WatchedRules.timestamps, in: name, at: world.loop.now,
                expected: "timestamps \(jump.expected) s after those of segment \(jump.number)",
                found: "\(jump.found) s in \(resource.name)"))
    }

    /// Returns the expected and the actual content of a response that is not the resource.
    ///
    /// The result is `nil` when the response can be the resource.
    private func judge(
        _ value: AvailabilityProbe.Value, _ resource: ProbedResource, of line: Line, at base: String
    ) -> (expected: String, found: String)? {
        if let text = value.contradiction { return ("media", text) }
        guard let format = value.format else { return nil }
        if let expected = sections.take(format, of: resource, listedAt: base) {
            return (expected, format.rawValue)
        }
        switch line.isText {
        case false? where format == .webVTT: return ("video or audio", format.rawValue)
        case true? where format != .webVTT && !format.isISO: return ("subtitles", format.rawValue)
        default: return nil
        }
    }

    /// Loads the whole newest segment, and checks that it can be decrypted and has all its media.
    private func readWhole(_ segment: MediaSegment, of line: Line) {
        guard let playlist = line.watch.playlist, segment == playlist.segments.last,
            let job = WholeSegmentProbe(
                segment, number: playlist.sequenceNumbers.upperBound - 1, of: line.base,
                includesClear: readsWholeSegments)
        else { return }
        let number = probeCount
        probeCount += 1
        let name = line.watch.name
        let token = fetcher.fetch(.reload, job, on: checks) { [weak self] result in
            guard let self else { return }
            probes[number] = nil
            switch result {
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                if !segment.keys.isEmpty {
                    examined.insert(Place(rule: .decryption, playlist: name))
                }
                guard let lack = fetched.value else { return }
                add(
                    LintFinding(
                        .availability, in: name, at: world.loop.now,
                        expected: "complete media in \(job.segmentName)", found: lack))
            case .failure(let error) where error.isCancelled: return
            case .failure(let error):
                report(error, of: job, in: name)
            }
        }
        probes[number] = Probe(
            request: token, playlist: name, name: ProbedResource(segment).name,
            issued: world.loop.now)
    }

    /// Reports that the newest segment could not be read, unless another request reports it.
    ///
    /// Unavailable media breaks the availability rule, not the decryption rule.
    private func report(_ error: SessionError, of job: WholeSegmentProbe, in playlist: String) {
        var rule = LintRule.decryption
        var expected = "\(job.segmentName) in the clear"
        if case .transport(let cause) = error, let media = job.media(at: cause.url) {
            // Two other requests report failures that are left out here: the request for the start
            // of the segment reports that the server refuses the segment, and the request for the
            // initialization section reports all failures of the section.
            guard case .segment(let name) = media, error.status == nil else { return }
            (rule, expected) = (.availability, name)
        }
        add(
            LintFinding(
                rule, in: playlist, at: world.loop.now, expected: expected, found: "\(error)"))
    }
}
