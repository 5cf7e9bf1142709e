import AssetChecking
import Formats
import Linting
import Playlists
import ResultReports
import VirtualTime

extension InspectedAsset {
    /// The result of the inspection as data for an HTML page.
    var view: LintView {
        var view = LintView(
            address: SafeText.url(place), name: AssetTitle.text(of: place),
            profile: profile.rawValue)
        view.isBad = isBad
        view.wasInterrupted = wasInterrupted
        view.findings = AssetLinter.folded(breaches).map { finding($0) }
        view.findings += ignored.map { finding($0.breach, excuse: $0.reason) }
        view.findings += forgiven.map { finding($0, excuse: "the baseline lists it") }
        view.counts = [
            .error: count(.error), .warning: count(.warning), .remark: count(.info),
        ]
        view.lanes = lanes
        view.bandwidths = bandwidths
        view.checked = coverage.checked.count
        view.partly = coverage.partly.count
        view.unchecked = coverage.unchecked.map { ($0.rule.code, $0.reason) }
        view.omissions = coverage.omissions.map {
            "\(Self.shown($0.file)): \(SafeText.line($0.reason)), for \($0.rules.count) rules"
        }
        return view
    }

    // MARK: Findings

    private func finding(_ breach: LintBreach, excuse: String? = nil) -> LintView.Finding {
        var place = Self.shown(breach.file)
        if let line = breach.line { place += ":\(line)" }
        if let column = breach.column { place += ":\(column)" }
        if let resource = breach.resource, let bytes = breach.bytes {
            let range = "\(bytes.lowerBound)-\(bytes.upperBound - 1)"
            place += ", bytes \(range) of \(Self.shown(resource))"
        }
        var finding = LintView.Finding(
            LintView.Severity(breach.severity), breach.rule.code, at: place,
            problem: breach.problem, expected: breach.expected, section: breach.rule.section,
            owner: breach.rule.owner.rawValue)
        let advice = RuleAdvice(for: breach.rule)
        finding.advice = [
            ("Usual cause", advice.cause), ("Effect", advice.consequence), ("Cure", advice.cure),
        ]
        finding.file = Self.shown(breach.file)
        finding.time = position(of: breach)
        finding.consequences = breach.consequences.map { "\($0.problem) (\($0.rule.code))" }
        finding.more = breach.more
        finding.excuse = excuse
        return finding
    }

    private func position(of breach: LintBreach) -> MediaTime? {
        guard let line = breach.line, let asset else { return nil }
        return asset.mediaPlaylists.first { $0.url == breach.file }?.position(ofLine: line)
    }

    // MARK: The timeline

    private var lanes: [LintView.Lane] {
        guard let asset else { return [] }
        return asset.mediaPlaylists.filter { !$0.isOfIFrames }.map { playlist in
            var lane = LintView.Lane(name(of: playlist))
            var time = MediaTime.zero
            var breakStart: MediaTime?
            for (index, segment) in (playlist.media?.segments ?? []).enumerated() {
                if segment.startsDiscontinuity, index > 0 { lane.discontinuities.append(time) }
                for marker in segment.cueMarkers {
                    switch marker.kind {
                    case .out: breakStart = time
                    case .in:
                        if let start = breakStart { lane.breaks.append(start..<max(start, time)) }
                        breakStart = nil
                    default: break
                    }
                }
                lane.segments.append(time..<time + segment.duration)
                time += segment.duration
            }
            if let start = breakStart { lane.breaks.append(start..<max(start, time)) }
            return lane
        }
    }

    /// Returns the display name of a playlist within its asset, such as `Variant 1`.
    private func name(of playlist: LintedPlaylist) -> String {
        let multivariant = asset?.main.multivariant
        switch playlist.role {
        case .variant(let place): return "Variant \(place + 1)"
        case .rendition(let place, let kind):
            guard let multivariant, multivariant.renditions.indices.contains(place) else {
                return kind.rawValue.lowercased()
            }
            let word = kind == .subtitles ? "Subs" : kind == .audio ? "Audio" : "Video"
            return "\(word) \(multivariant.renditions[place].name)"
        case .main, .iFrames: return "Playlist"
        }
    }

    // MARK: Bandwidth

    /// The declared and measured bandwidth of each variant stream.
    ///
    /// The measured rates are empty when media of the variant or its renditions was not read to the
    /// end.
    private var bandwidths: [LintView.Bandwidth] {
        guard let asset, let streams, let multivariant = asset.main.multivariant else { return [] }
        let byURL = Dictionary(streams.map { ($0.url, $0) }) { first, _ in first }
        var known: [String: RunRates?] = [:]
        func rates(at uri: String) -> RunRates? {
            let place = URIReference.resolve(uri, against: asset.main.url)
            if let rates = known[place] { return rates }
            let playlist = asset.playlists.first { $0.listed == place }
            var rates: RunRates?
            if let playlist, let media = playlist.media, let stream = byURL[playlist.url],
                stream.isWhole, !stream.segments.isEmpty
            {
                rates = RunRates(stream, media)
            }
            known[place] = .some(rates)
            return rates
        }
        return multivariant.variants.enumerated().compactMap { place, variant in
            guard variant.bandwidth > 0 else { return nil }
            var bandwidth = LintView.Bandwidth(
                "Variant \(place + 1)", declared: variant.bandwidth, rates: [], average: 0)
            bandwidth.size = variant.resolution.map { "\($0.width)x\($0.height)" }
            bandwidth.declaredAverage = variant.averageBandwidth
            guard var sum = rates(at: variant.uri) else { return bandwidth }
            for (kind, group) in [
                (Rendition.Kind.audio, variant.audioGroup),
                (.subtitles, variant.subtitlesGroup),
            ] {
                let places = multivariant.renditions.filter {
                    $0.kind == kind && $0.groupID == group
                }.compactMap(\.uri)
                let members = places.compactMap(rates)
                // If a rendition was not read, its rate is unknown, so the sum of the rates is
                // unknown too.
                guard members.count == places.count else { return bandwidth }
                // The rendition with the largest peak is added, as in the definition of BANDWIDTH.
                if let largest = members.max(by: { $0.peak < $1.peak }) { sum.add(largest) }
            }
            bandwidth.rates = sum.rates
            bandwidth.average = sum.average
            return bandwidth
        }
    }
}

extension LintView.Severity {
    /// Creates the page's severity from the severity of a breach.
    fileprivate init(_ severity: LintRule.Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .info: self = .remark
        }
    }
}

/// The rates of a stream: for each segment, the highest rate of the runs that start with it.
///
/// A run is a sequence of segments, as `PeakRate` defines it. The highest of all these rates is
/// therefore the peak rate of the stream.
private struct RunRates {
    private(set) var rates: [LintView.Bandwidth.Rate] = []
    private(set) var average = 0.0

    var peak: Double { rates.map(\.value).max() ?? 0 }

    init(_ stream: MeasuredStream, _ media: MediaPlaylist) {
        let sizes = stream.segments.map {
            (duration: media.segments[$0.index].duration, bytes: $0.byteCount)
        }
        let target = media.targetDuration ?? .seconds(6)
        let measured = PeakRate(sizes, target: target)
        average = measured.average
        var start = MediaTime.zero
        for (size, best) in zip(sizes, measured.rates) {
            let end = start + size.duration
            // A segment at which no run starts, such as a short last segment, has the rate of the
            // segment before it.
            let value = best > 0 ? best : rates.last?.value ?? average
            if end > start { rates.append(LintView.Bandwidth.Rate(start..<end, value)) }
            start = end
        }
    }

    /// Adds the rates of another stream, such as audio, that is played together with this stream.
    mutating func add(_ other: RunRates) {
        average += other.average
        var place = 0
        for index in rates.indices {
            let time = rates[index].interval.lowerBound
            while place + 1 < other.rates.count, other.rates[place].interval.upperBound <= time {
                place += 1
            }
            if place < other.rates.count { rates[index].value += other.rates[place].value }
        }
    }
}
