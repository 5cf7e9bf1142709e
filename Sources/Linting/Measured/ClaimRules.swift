import Formats
import Playlists
import VirtualTime

/// The claims of a multivariant playlist against the media.
struct ClaimRules {
    let main: LintedPlaylist
    let multivariant: MultivariantPlaylist
    let streams: [String: MeasuredStream]
    let playlists: [String: LintedPlaylist]

    /// The tolerated ratio of two rates.
    private static let tolerance = 1.1

    func check(_ log: inout BreachLog) {
        for (place, variant) in multivariant.variants.enumerated() {
            guard main.text.variants.indices.contains(place) else { return }
            let url = URIReference.resolve(variant.uri, against: main.url)
            guard let stream = streams[url], let playlist = playlists[url] else { continue }
            let claim = Claim(
                variant: variant, tag: main.text.variants[place], stream: stream,
                playlist: playlist, number: place + 1)
            checkRates(claim, &log)
            checkCodecs(claim, &log)
            checkPicture(claim, &log)
        }
        checkRenditions(&log)
        checkSampleRates(&log)
    }

    private struct Claim {
        let variant: VariantStream
        let tag: WrittenTag
        let stream: MeasuredStream
        let playlist: LintedPlaylist
        let number: Int
    }

    // MARK: Rates

    private func rate(_ stream: MeasuredStream, _ playlist: LintedPlaylist) -> PeakRate? {
        guard let media = playlist.media, stream.isWhole, !stream.segments.isEmpty else {
            return nil
        }
        let sizes = stream.segments.map {
            (duration: media.segments[$0.index].duration, bytes: $0.byteCount)
        }
        return PeakRate(sizes, target: media.targetDuration ?? .seconds(6))
    }

    private func renditions(of variant: VariantStream) -> [(
        Rendition, MeasuredStream, LintedPlaylist
    )] {
        multivariant.renditions.compactMap { rendition in
            let isNamed =
                rendition.kind == .audio && rendition.groupID == variant.audioGroup
                || rendition.kind == .subtitles && rendition.groupID == variant.subtitlesGroup
                || rendition.kind == .video && rendition.groupID == variant.videoGroup
            guard isNamed, let uri = rendition.uri else { return nil }
            let url = URIReference.resolve(uri, against: main.url)
            guard let stream = streams[url], let playlist = playlists[url] else { return nil }
            return (rendition, stream, playlist)
        }
    }

    private func checkRates(_ claim: Claim, _ log: inout BreachLog) {
        guard claim.variant.bandwidth > 0 else { return }
        let beside = renditions(of: claim.variant)
        // The coverage states that a sum with a part that was not read is not checked.
        guard let own = rate(claim.stream, claim.playlist),
            beside.allSatisfy(\.1.isWhole)
        else { return checkStart(claim, &log) }
        var (peak, average) = (own.peak, own.average)
        for kind in [Rendition.Kind.audio, .subtitles] {
            let rates = beside.filter { $0.0.kind == kind }.compactMap { rate($0.1, $0.2) }
            peak += rates.map(\.peak).max() ?? 0
            average += rates.map(\.average).max() ?? 0
        }
        let declared = Double(claim.variant.bandwidth)
        func note(_ code: String, _ name: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: main.url, line: claim.tag.line, column: claim.tag.column(of: name),
                "variant \(claim.number) declares \(problem)", expected: expected)
        }
        if own.peak > declared * Self.tolerance || peak > declared * Self.tolerance {
            note(
                own.peak > declared * Self.tolerance ? "variant.peak-off" : "variant.bandwidth-sum",
                "BANDWIDTH",
                "\(Self.words(declared)) and peaks at \(Self.words(peak)) at"
                    + " \(Self.clock(own.peakTime))", "BANDWIDTH=\(Int(peak.rounded(.up)))")
        } else if declared > peak * Self.tolerance {
            note(
                "variant.peak-above", "BANDWIDTH",
                "\(Self.words(declared)) and peaks at \(Self.words(peak))",
                "BANDWIDTH=\(Int(peak.rounded(.up)))")
        }
        if let stated = claim.variant.averageBandwidth.map(Double.init), stated > 0 {
            if average > stated * Self.tolerance {
                note(
                    "variant.average-off", "AVERAGE-BANDWIDTH",
                    "\(Self.words(stated)) on average and has \(Self.words(average))",
                    "AVERAGE-BANDWIDTH=\(Int(average.rounded(.up)))")
            } else if stated > average * Self.tolerance {
                note(
                    "variant.average-above", "AVERAGE-BANDWIDTH",
                    "\(Self.words(stated)) on average and has \(Self.words(average))",
                    "AVERAGE-BANDWIDTH=\(Int(average.rounded(.up)))")
            }
        }
        if peak > average * 2.0, own.duration > .seconds(30) {
            note(
                "variant.peak-over-twice-average", "BANDWIDTH",
                "a stream that peaks at \(Self.words(peak)) over \(Self.words(average)) on average",
                "a peak of at most twice the average")
        }
    }

    /// Compares the rate of a partly read stream; its peak can only grow with the unread media.
    private func checkStart(_ claim: Claim, _ log: inout BreachLog) {
        var stream = claim.stream
        guard stream.omission == nil, let media = claim.playlist.media else { return }
        let lost = stream.segments.firstIndex(where: \.isLost) ?? stream.segments.count
        stream.segments.removeSubrange(lost...)
        let target = media.targetDuration ?? .seconds(6)
        let sizes = stream.segments.map {
            (duration: media.segments[$0.index].duration, bytes: $0.byteCount)
        }
        let length = sizes.reduce(MediaTime.zero) { $0 + $1.duration }
        guard length.seconds >= target.seconds / 2 else { return }
        let rate = PeakRate(sizes, target: target)
        let declared = Double(claim.variant.bandwidth)
        guard rate.peak > declared * Self.tolerance else { return }
        log.note(
            "variant.peak-off", in: main.url, line: claim.tag.line,
            column: claim.tag.column(of: "BANDWIDTH"),
            "variant \(claim.number) declares \(Self.words(declared)) and peaks at"
                + " \(Self.words(rate.peak)) at \(Self.clock(rate.peakTime)), in the part that was"
                + " read",
            expected: "BANDWIDTH=\(Int(rate.peak.rounded(.up))) or more")
    }

    /// A rate in kilobits or megabits a second.
    static func words(_ rate: Double) -> String {
        if rate < 1_000_000 { return "\(Int((rate / 1000).rounded())) kb/s" }
        let tenths = Int((rate / 100_000).rounded())
        return "\(tenths / 10).\(tenths % 10) Mb/s"
    }

    /// A time as minutes and seconds.
    static func clock(_ time: MediaTime) -> String {
        let seconds = time.value(timescale: 1)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hours = seconds / 3600
        return (hours > 0 ? "\(hours):" : "") + "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    // MARK: Codecs

    private func checkCodecs(_ claim: Claim, _ log: inout BreachLog) {
        let stated = claim.variant.codecs
        guard !stated.isEmpty else { return }
        let column = claim.tag.column(of: "CODECS")
        var found: [String] = []
        for segment in claim.stream.segments {
            for codec in segment.tracks.compactMap(\.codec) where !found.contains(codec) {
                found.append(codec)
            }
        }
        let own = Set(found.map(Self.family))
        for (_, stream, _) in renditions(of: claim.variant) {
            for codec in stream.segments.flatMap(\.tracks).filter({ $0.kind == .audio })
                .compactMap(\.codec) where !found.contains(codec)
            {
                found.append(codec)
            }
        }
        guard !found.isEmpty else { return }
        let families = Set(stated.map(Self.family))
        let media = Set(found.map(Self.family))
        let lacking = found.filter { !families.contains(Self.family($0)) }
        // A group without renditions is reported by another rule.
        let group = claim.variant.audioGroup
        let hasGroup =
            group == nil
            || multivariant.renditions.contains { $0.kind == .audio && $0.groupID == group }
        let isWhole =
            claim.stream.isWhole && renditions(of: claim.variant).allSatisfy { $0.1.isWhole }
        let surplus =
            !isWhole
            ? []
            : stated.filter { codec in
                !media.contains(Self.family(codec)) && !CodecSyntax.isText(codec)
                    && (hasGroup || CodecSyntax.isVideo(codec))
            }
        // A codec of another group's audio may be listed for a variant that is used with both.
        let isWrong = lacking.contains { own.contains(Self.family($0)) } || !surplus.isEmpty
        if !lacking.isEmpty, isWrong {
            log.note(
                "variant.codecs-mismatch", in: main.url, line: claim.tag.line, column: column,
                "variant \(claim.number) declares \(stated.joined(separator: ",")), and the media is"
                    + " \(found.joined(separator: ","))",
                expected: "CODECS=\"\(found.joined(separator: ","))\"")
        } else if !lacking.isEmpty {
            log.note(
                "variant.codecs-incomplete", in: main.url, line: claim.tag.line, column: column,
                "variant \(claim.number) does not declare \(lacking.joined(separator: ",")) of its"
                    + " renditions", expected: "CODECS=\"\(found.joined(separator: ","))\"")
        } else if !surplus.isEmpty {
            log.note(
                "variant.codecs-mismatch", in: main.url, line: claim.tag.line, column: column,
                "variant \(claim.number) declares \(surplus.joined(separator: ",")), which no"
                    + " stream of it has", expected: "CODECS=\"\(found.joined(separator: ","))\"")
        } else if let other = found.first(where: { Self.isDifferent($0, stated) }) {
            log.note(
                "variant.codecs-profile", in: main.url, line: claim.tag.line, column: column,
                "variant \(claim.number) declares \(stated.joined(separator: ",")), and the media is"
                    + " \(other)", expected: other)
        }
        checkParts(claim, stated, own, column, &log)
    }

    /// Finds declared codecs that are missing in a part between discontinuities but present in
    /// other parts.
    private func checkParts(
        _ claim: Claim, _ stated: [String], _ own: Set<String>, _ column: Int,
        _ log: inout BreachLog
    ) {
        guard let media = claim.playlist.media else { return }
        for part in claim.stream.parts(of: media) where part.isWhole && !part.segments.isEmpty {
            let families = Set(
                part.segments.flatMap(\.tracks).compactMap(\.codec).map(Self.family))
            guard !families.isEmpty,
                let codec = stated.first(where: {
                    own.contains(Self.family($0)) && !families.contains(Self.family($0))
                })
            else { continue }
            log.note(
                "variant.codecs-mismatch", in: main.url, line: claim.tag.line, column: column,
                "variant \(claim.number) declares \(codec), which the part at"
                    + " \(Self.clock(part.place)) does not have",
                expected: "the declared codecs in each part")
        }
    }

    /// The family of a codec, in which the place of parameter sets does not matter.
    private static func family(_ codec: String) -> String {
        let entry = CodecSyntax.family(codec)
        return switch entry {
        case "avc3": "avc1"
        case "hev1": "hvc1"
        default: entry
        }
    }

    /// Whether a codec of H.264 has another profile or a higher level than all that are stated.
    private static func isDifferent(_ codec: String, _ stated: [String]) -> Bool {
        guard family(codec) == "avc1", codec.utf8.count == 11 else { return false }
        let same = stated.filter { family($0) == "avc1" && $0.utf8.count == 11 }
        guard !same.isEmpty else { return false }
        func parts(_ text: String) -> (profile: String, level: Int) {
            let digits = text.dropFirst(5).lowercased()
            return (String(digits.prefix(2)), Int(digits.suffix(2), radix: 16) ?? 0)
        }
        let own = parts(codec)
        return !same.contains { parts($0).profile == own.profile && parts($0).level >= own.level }
    }

    // MARK: Pictures

    private func checkPicture(_ claim: Claim, _ log: inout BreachLog) {
        let tracks = claim.stream.segments.compactMap { $0.track(.video) }
        checkSizes(claim, &log)
        let rates = tracks.filter { $0.sampleCount > 12 }.compactMap(\.frameRate)
        if let stated = claim.variant.frameRate, let fastest = rates.max(),
            abs(stated - fastest) > max(0.02, fastest * 0.02)
        {
            let shown = (fastest * 1000).rounded() / 1000
            log.note(
                "variant.frame-rate-mismatch", in: main.url, line: claim.tag.line,
                column: claim.tag.column(of: "FRAME-RATE"),
                "variant \(claim.number) declares \(stated) frames per second, and the video has"
                    + " \(shown)", expected: "FRAME-RATE=\(shown)")
        }
        let hasSound = claim.stream.segments.contains { $0.track(.audio) != nil }
        if hasSound, !tracks.isEmpty {
            let isAlternative = claim.variant.audioGroup.map { group in
                multivariant.renditions.contains {
                    $0.kind == .audio && $0.groupID == group && $0.uri != nil
                }
            }
            log.note(
                isAlternative == true ? "variant.muxed-audio-alternatives" : "variant.muxed-audio",
                in: main.url, line: claim.tag.line,
                "variant \(claim.number) has audio within its video",
                expected: "audio in a rendition of its own")
        }
    }

    /// Compares each size of pictures that occurs, so that a short part of another size is found.
    private func checkSizes(_ claim: Claim, _ log: inout BreachLog) {
        guard let stated = claim.variant.resolution, let media = claim.playlist.media else {
            return
        }
        var sizes: [(width: Int, height: Int, place: MediaTime)] = []
        for part in claim.stream.parts(of: media) {
            var place = part.place
            for segment in part.segments {
                if let track = segment.track(.video), let width = track.width,
                    let height = track.height,
                    !sizes.contains(where: { $0.width == width && $0.height == height })
                {
                    sizes.append((width, height, place))
                }
                place += media.segments[segment.index].duration
            }
        }
        for size in sizes where size.width != stated.width || size.height != stated.height {
            let place = sizes.count > 1 ? " at \(Self.clock(size.place))" : ""
            log.note(
                "variant.resolution-mismatch", in: main.url, line: claim.tag.line,
                column: claim.tag.column(of: "RESOLUTION"),
                "variant \(claim.number) declares \(stated.width)x\(stated.height), and the video is"
                    + " \(size.width)x\(size.height)\(place)",
                expected: sizes.count > 1
                    ? "one size in all parts" : "RESOLUTION=\(size.width)x\(size.height)")
        }
    }

    // MARK: Renditions

    private func checkRenditions(_ log: inout BreachLog) {
        let tags = main.text.tags(.media)
        guard tags.count == multivariant.renditions.count else { return }
        for (rendition, tag) in zip(multivariant.renditions, tags) where rendition.kind == .audio {
            guard let uri = rendition.uri,
                let stream = streams[URIReference.resolve(uri, against: main.url)]
            else { continue }
            let tracks = stream.segments.compactMap { $0.track(.audio) }
            // CHANNELS is the largest number of any segment.
            if let stated = rendition.channelCount,
                let found = tracks.compactMap(\.channels).max(),
                stated < found || stated > found && stream.isWhole
            {
                log.note(
                    "rendition.channels-mismatch", in: main.url, line: tag.line,
                    column: tag.column(of: "CHANNELS"),
                    "\"\(SafeText.quoted(rendition.name))\" declares \(stated) channels, and the audio"
                        + " has \(found)", expected: "CHANNELS=\"\(found)\"")
            }
            if let stated = rendition.sampleRate,
                let found = tracks.lazy.compactMap(\.sampleRate).first(where: { $0 != stated })
            {
                log.note(
                    "rendition.sample-rate-mismatch", in: main.url, line: tag.line,
                    column: tag.column(of: "SAMPLE-RATE"),
                    "\"\(SafeText.quoted(rendition.name))\" declares \(stated) Hz, and the audio has"
                        + " \(found)", expected: "SAMPLE-RATE=\(found)")
            }
        }
    }

    private func checkSampleRates(_ log: inout BreachLog) {
        var first: (rate: Int, number: Int)?
        for (place, variant) in multivariant.variants.enumerated() {
            let url = URIReference.resolve(variant.uri, against: main.url)
            let rates = streams[url]?.segments.compactMap { $0.track(.audio)?.sampleRate } ?? []
            guard let start = rates.first else { continue }
            let known = first ?? (start, place + 1)
            first = known
            guard let rate = rates.first(where: { $0 != known.rate }),
                main.text.variants.indices.contains(place)
            else { continue }
            log.note(
                "set.audio-sample-rate", in: main.url, line: main.text.variants[place].line,
                "variant \(place + 1) has audio of \(rate) Hz, and variant \(known.number) of"
                    + " \(known.rate) Hz", expected: "one sample rate")
        }
    }
}
