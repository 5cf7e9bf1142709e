import Formats
import Playlists
import VirtualTime

/// The rules that compare the attributes in a multivariant playlist with the media.
struct ClaimRules {
    let main: LintedPlaylist
    let multivariant: MultivariantPlaylist
    let streams: [String: MeasuredStream]
    let playlists: [String: LintedPlaylist]

    /// The largest ratio of two bitrates at which they count as equal.
    private static let tolerance = 1.1
    /// The highest bitrate at which HE-AAC is preferable to AAC-LC, in bits per second.
    private static let efficientRate = 64_000.0

    func check(_ log: inout BreachLog) {
        for (place, variant) in multivariant.variants.enumerated() {
            guard main.text.variants.indices.contains(place),
                let claim = claim(variant, main.text.variants[place], "variant \(place + 1)")
            else { continue }
            checkRates(claim, &log)
            CodecClaimRules(main: main, multivariant: multivariant, claim: claim).check(&log)
            CaptionClaimRules(main: main, multivariant: multivariant, claim: claim).check(&log)
            checkPicture(claim, &log)
        }
        let tags = main.text.tags(.iFrameStreamInformation)
        if tags.count == multivariant.iFrameVariants.count {
            for (place, variant) in multivariant.iFrameVariants.enumerated() {
                let name = "I-frame stream \(place + 1)"
                guard let claim = claim(variant, tags[place], name) else { continue }
                checkRates(claim, &log)
                CodecClaimRules(main: main, multivariant: multivariant, claim: claim).check(&log)
                checkSizes(claim, &log)
                checkPictureRate(claim, &log)
            }
        }
        checkRenditions(&log)
        checkSilence(&log)
        checkSampleRates(&log)
    }

    private func claim(
        _ variant: VariantStream, _ tag: WrittenTag, _ name: String
    ) -> StreamClaim? {
        let url = URIReference.resolve(variant.uri, against: main.url)
        guard let stream = streams[url], let playlist = playlists[url] else { return nil }
        return StreamClaim(
            variant: variant, tag: tag, stream: stream, playlist: playlist, name: name,
            renditions: renditions(of: variant))
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

    private func renditions(of variant: VariantStream) -> [StreamClaim.Beside] {
        multivariant.renditions.compactMap { rendition in
            let isNamed =
                rendition.kind == .audio && rendition.groupID == variant.audioGroup
                || rendition.kind == .subtitles && rendition.groupID == variant.subtitlesGroup
                || rendition.kind == .video && rendition.groupID == variant.videoGroup
            guard isNamed, let uri = rendition.uri else { return nil }
            let url = URIReference.resolve(uri, against: main.url)
            guard let stream = streams[url], let playlist = playlists[url] else { return nil }
            return StreamClaim.Beside(rendition: rendition, stream: stream, playlist: playlist)
        }
    }

    private func checkRates(_ claim: StreamClaim, _ log: inout BreachLog) {
        guard claim.variant.bandwidth > 0 else { return }
        let beside = claim.renditions
        // The peak and the average bitrate are each a sum: the bitrate of the variant's stream,
        // plus the highest bitrate of its audio renditions and the highest bitrate of its subtitle
        // renditions. If the variant's stream is also one of these renditions, it is counted only
        // once. If one of the streams was not read completely, the sum is unknown. In that case,
        // only the peak of the read part of the variant's stream is checked, and `LintCoverage`
        // lists the unread media.
        guard let own = rate(claim.stream, claim.playlist),
            beside.allSatisfy(\.stream.isWhole)
        else { return checkStart(claim, &log) }
        var (peak, average) = (own.peak, own.average)
        for kind in [Rendition.Kind.audio, .subtitles] {
            let others = beside.filter { $0.rendition.kind == kind }
            let isOwn = others.contains { $0.playlist.key == claim.playlist.key }
            let rates = others.compactMap { rate($0.stream, $0.playlist) }
            let highest = (rates.map(\.peak).max() ?? 0, rates.map(\.average).max() ?? 0)
            peak += isOwn ? max(0, highest.0 - own.peak) : highest.0
            average += isOwn ? max(0, highest.1 - own.average) : highest.1
        }
        let declared = Double(claim.variant.bandwidth)
        func note(_ code: String, _ name: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: main.url, line: claim.tag.line, column: claim.tag.column(of: name),
                "\(claim.name) declares \(problem)", expected: expected)
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

    /// Compares the peak bitrate of a partly read stream with the declared `BANDWIDTH`.
    ///
    /// The unread media can only raise the peak.
    private func checkStart(_ claim: StreamClaim, _ log: inout BreachLog) {
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
            "\(claim.name) declares \(Self.words(declared)) and peaks at"
                + " \(Self.words(rate.peak)) at \(Self.clock(rate.peakTime)), in the part that was"
                + " read",
            expected: "BANDWIDTH=\(Int(rate.peak.rounded(.up))) or more")
    }

    /// Returns a bitrate as text, in kilobits or megabits per second.
    static func words(_ rate: Double) -> String {
        if rate < 1_000_000 { return "\(Int((rate / 1000).rounded())) kb/s" }
        let tenths = Int((rate / 100_000).rounded())
        return "\(tenths / 10).\(tenths % 10) Mb/s"
    }

    /// Returns a time as text, in minutes and seconds.
    static func clock(_ time: MediaTime) -> String {
        let seconds = time.value(timescale: 1)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hours = seconds / 3600
        return (hours > 0 ? "\(hours):" : "") + "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    // MARK: Pictures

    private func checkPicture(_ claim: StreamClaim, _ log: inout BreachLog) {
        let tracks = claim.stream.segments.compactMap { $0.track(.video) }
        checkSizes(claim, &log)
        // FRAME-RATE declares the highest frame rate, which the average of a variable rate does not
        // show.
        let fastest = tracks.filter { $0.sampleCount > 12 }.compactMap { track in
            track.variableRate.map { (rate: $0, isExact: false) }
                ?? track.frameRate.map { (rate: $0, isExact: track.sampleCount > 24) }
        }.max { $0.rate < $1.rate }
        let isVariable = tracks.contains { $0.variableRate != nil }
        // A few frames show the frame rate to within 2 percent. More than 24 frames of a constant
        // rate show it to within 0.05 percent, which distinguishes 23.976 from 24.
        if let stated = claim.variant.frameRate, let (fastest, isExact) = fastest,
            abs(stated - fastest) > fastest * (isExact ? 0.0005 : 0.02)
        {
            let shown = (fastest * 1000).rounded() / 1000
            log.note(
                "variant.frame-rate-mismatch", in: main.url, line: claim.tag.line,
                column: claim.tag.column(of: "FRAME-RATE"),
                "\(claim.name) declares \(stated) frames per second, and the video has"
                    + " \(shown)\(isVariable ? " where its variable rate is highest" : "")",
                expected: "FRAME-RATE=\(shown)")
        }
        checkRange(tracks, claim, &log)
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
                "\(claim.name) has audio within its video",
                expected: "audio in a rendition of its own")
        }
    }

    /// Compares the dynamic range and the stereo layout of the video with the declared ones.
    private func checkRange(
        _ tracks: [MeasuredTrack], _ claim: StreamClaim, _ log: inout BreachLog
    ) {
        func range(_ transfer: Int) -> String? {
            switch transfer {
            case 1, 6, 13, 14, 15: "SDR"
            case 16: "PQ"
            case 18: "HLG"
            default: nil
            }
        }
        let stated = claim.variant.videoRange
        let measured = tracks.lazy.compactMap(\.transfer).compactMap(range).first
        let hasEightBits = tracks.contains { $0.codec.map(CodecLevel.hasEightBits) == true }
        // A stream of 8 bits that states no transfer function is shown as SDR.
        if let found = measured ?? (hasEightBits ? "SDR" : nil), found != stated ?? "SDR" {
            log.note(
                stated == nil ? "variant.video-range-missing" : "variant.video-range-mismatch",
                in: main.url, line: claim.tag.line, column: claim.tag.column(of: "VIDEO-RANGE"),
                "\(claim.name) declares \(SafeText.quoted(stated ?? "no VIDEO-RANGE")), and the video"
                    + (measured == nil
                        ? " has 8 bits and states no transfer function" : " is \(found)"),
                expected: "VIDEO-RANGE=\(found)")
        }
        let isStereo = claim.variant.requiredVideoLayout?.contains("CH-STEREO") == true
        let isSpatial = tracks.contains(where: \.isSpatial)
        guard !tracks.isEmpty, isStereo != isSpatial else { return }
        log.note(
            isStereo ? "video.spatial-no-vexu" : "variant.layout-missing", in: main.url,
            line: claim.tag.line, column: claim.tag.column(of: "REQ-VIDEO-LAYOUT"),
            isStereo
                ? "\(claim.name) declares video for two eyes, and has no vexu"
                : "\(claim.name) has video for two eyes, and does not declare it",
            expected: "REQ-VIDEO-LAYOUT=\"CH-STEREO\" for video with vexu")
    }

    /// Compares each frame size in the video with the declared resolution.
    ///
    /// The comparison also finds a short passage of another size.
    private func checkSizes(_ claim: StreamClaim, _ log: inout BreachLog) {
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
                "\(claim.name) declares \(stated.width)x\(stated.height), and the video is"
                    + " \(size.width)x\(size.height)\(place)",
                expected: sizes.count > 1
                    ? "one size in all parts" : "RESOLUTION=\(size.width)x\(size.height)")
        }
    }

    /// Compares the bitrates of an I-frame playlist and of the variant with the same resolution.
    private func checkPictureRate(_ claim: StreamClaim, _ log: inout BreachLog) {
        guard let size = claim.variant.resolution, let own = rate(claim.stream, claim.playlist),
            own.duration > .zero, let media = claim.playlist.media,
            let full = multivariant.variants.filter({ $0.resolution == size }).compactMap({
                variant -> Double? in
                let url = URIReference.resolve(variant.uri, against: main.url)
                guard let stream = streams[url], let playlist = playlists[url] else { return nil }
                return rate(stream, playlist)?.average
            }).max()
        else { return }
        let pictures = Double(media.segments.count) / own.duration.seconds
        let usual = full * pictures / 8
        // The tolerance is wide, because the keyframes of the variant itself, which an I-frame
        // playlist may use, are larger than keyframes that are encoded for scrubbing.
        guard own.average > usual * 4 else { return }
        log.note(
            "iframe.bitrate", in: main.url, line: claim.tag.line,
            "\(claim.name) has \(Self.words(own.average)) on average, and the variant of its size"
                + " \(Self.words(full))", expected: "about \(Self.words(usual))")
    }

    // MARK: Renditions

    private func checkRenditions(_ log: inout BreachLog) {
        let tags = RenditionRules.usable(main.text.tags(.media))
        guard tags.count == multivariant.renditions.count else { return }
        for (rendition, tag) in zip(multivariant.renditions, tags) {
            checkKind(rendition, tag, &log)
        }
        for (rendition, tag) in zip(multivariant.renditions, tags) where rendition.kind == .audio {
            guard let uri = rendition.uri,
                let stream = streams[URIReference.resolve(uri, against: main.url)]
            else { continue }
            let tracks = stream.segments.compactMap { $0.track(.audio) }
            checkEfficiency(uri, stream, tag, &log)
            // CHANNELS states the largest number of audio channels in any segment.
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

    /// Finds audio renditions without an audio track, and video renditions without a video track.
    ///
    /// The track of a rendition without a URI is in each variant that names its group.
    private func checkKind(_ rendition: Rendition, _ tag: WrittenTag, _ log: inout BreachLog) {
        guard let kind = MeasuredTrack.Kind(of: rendition) else { return }
        let problem: String
        if let uri = rendition.uri {
            guard let found = contents(of: uri, lacking: kind) else { return }
            problem = "has the type \(rendition.kind.rawValue), and its media has \(found)"
        } else {
            var lacking: (place: Int, found: String)?
            for (place, variant) in multivariant.variants.enumerated() where lacking == nil {
                let group = kind == .audio ? variant.audioGroup : variant.videoGroup
                guard group == rendition.groupID else { continue }
                lacking = contents(of: variant.uri, lacking: kind).map { (place, $0) }
            }
            guard let lacking else { return }
            problem = "has no URI, and variant \(lacking.place + 1) has \(lacking.found)"
        }
        log.note(
            "rendition.track-missing", in: main.url, line: tag.line,
            column: tag.column(of: "TYPE"), "\"\(SafeText.quoted(rendition.name))\" \(problem)",
            expected: "media with \(kind.rawValue)")
    }

    /// Finds variants with video but no audio, if other variants have both.
    ///
    /// The audio of a variant with an `AUDIO` group is checked with the group's renditions.
    private func checkSilence(_ log: inout BreachLog) {
        func has(_ kind: MeasuredTrack.Kind, _ place: Int) -> Bool {
            let url = URIReference.resolve(multivariant.variants[place].uri, against: main.url)
            return streams[url]?.segments.contains { $0.track(kind) != nil } == true
        }
        func lack(_ place: Int) -> String? {
            let variant = multivariant.variants[place]
            return variant.audioGroup == nil ? contents(of: variant.uri, lacking: .audio) : nil
        }
        let places = multivariant.variants.indices.prefix(main.text.variants.count)
        let variants = places.filter { has(.video, $0) }
        let model = variants.first { place in
            multivariant.variants[place].audioGroup != nil
                || has(.audio, place) && lack(place) == nil
        }
        guard let model else { return }
        for place in variants {
            guard let found = lack(place) else { continue }
            log.note(
                "rendition.track-missing", in: main.url, line: main.text.variants[place].line,
                "variant \(place + 1) has \(found), and variant \(model + 1) has audio",
                expected: "audio in all variants with video, or in none")
        }
    }

    /// Returns the contents of a stream that lacks a track; `nil` if nothing shows that it does.
    ///
    /// Each part between discontinuities needs the track. A part with a stream that was announced
    /// but not read is skipped, because that stream may be the track. `LintCoverage` lists such
    /// streams.
    private func contents(of uri: String, lacking kind: MeasuredTrack.Kind) -> String? {
        let url = URIReference.resolve(uri, against: main.url)
        guard let stream = streams[url], let media = playlists[url]?.media else { return nil }
        let parts = stream.parts(of: media).filter { !$0.segments.isEmpty }
        func lacksTrack(_ part: MeasuredStream.Part) -> Bool {
            part.segments.allSatisfy { $0.track(kind) == nil && $0.unread.isEmpty }
        }
        guard let part = parts.first(where: lacksTrack) else { return nil }
        let others = Set(part.segments.flatMap(\.tracks).map(\.kind.rawValue)).sorted()
        let found = others.isEmpty ? "" : "\(others.joined(separator: " and ")) and "
        let place = parts.allSatisfy(lacksTrack) ? "" : " at \(Self.clock(part.place))"
        return "\(found)no \(kind.rawValue)\(place)"
    }

    /// Finds HE-AAC at bitrates at which AAC-LC sounds better.
    private func checkEfficiency(
        _ uri: String, _ stream: MeasuredStream, _ tag: WrittenTag, _ log: inout BreachLog
    ) {
        let isEfficient = stream.segments.contains { segment in
            segment.tracks.count == 1
                && ["mp4a.40.5", "mp4a.40.29"].contains(segment.track(.audio)?.codec ?? "")
        }
        guard isEfficient,
            let playlist = playlists[URIReference.resolve(uri, against: main.url)],
            let rate = rate(stream, playlist), rate.average > Self.efficientRate * Self.tolerance
        else { return }
        log.note(
            "audio.he-aac-over-64k", in: main.url, line: tag.line,
            "HE-AAC has \(Self.words(rate.average)) on average", expected: "AAC-LC above 64 kb/s")
    }

    /// Checks that a player does not switch between audio streams with different sample rates.
    ///
    /// The method compares the audio within all variants, and the audio renditions that have the
    /// same name, because a player switches between these streams.
    private func checkSampleRates(_ log: inout BreachLog) {
        var known: [String: (rate: Int, place: String)] = [:]
        func check(_ uri: String?, _ name: String, _ place: String, _ tag: WrittenTag) {
            guard let uri else { return }
            let stream = streams[URIReference.resolve(uri, against: main.url)]
            let rates = stream?.segments.compactMap { $0.track(.audio)?.sampleRate } ?? []
            guard let start = rates.first else { return }
            let first = known[name] ?? (start, place)
            known[name] = first
            guard let rate = rates.first(where: { $0 != first.rate }) else { return }
            log.note(
                "set.audio-sample-rate", in: main.url, line: tag.line,
                "\(place) has audio of \(rate) Hz, and \(first.place) of \(first.rate) Hz",
                expected: "one sample rate")
        }
        for (place, pair) in zip(multivariant.variants, main.text.variants).enumerated() {
            check(pair.0.uri, "", "variant \(place + 1)", pair.1)
        }
        let tags = RenditionRules.usable(main.text.tags(.media))
        guard tags.count == multivariant.renditions.count else { return }
        for (rendition, tag) in zip(multivariant.renditions, tags) where rendition.kind == .audio {
            let name = SafeText.quoted(rendition.name)
            check(
                rendition.uri, "rendition \(rendition.name)",
                "\"\(name)\" of the group \"\(SafeText.quoted(rendition.groupID))\"", tag)
        }
    }
}

extension MeasuredTrack.Kind {
    /// Creates the kind of track that a rendition must have; `nil` for subtitles and captions.
    ///
    /// Subtitles have a rule of their own, `vtt.no-text`.
    fileprivate init?(of rendition: Rendition) {
        switch rendition.kind {
        case .audio: self = .audio
        case .video: self = .video
        case .subtitles, .closedCaptions: return nil
        }
    }
}

/// The attributes that a tag declares for a stream, together with the measured stream.
struct StreamClaim {
    /// A rendition that plays together with the stream.
    struct Beside {
        let rendition: Rendition
        let stream: MeasuredStream
        let playlist: LintedPlaylist
    }

    let variant: VariantStream
    let tag: WrittenTag
    let stream: MeasuredStream
    let playlist: LintedPlaylist
    /// The name of the stream in reported problems.
    let name: String
    let renditions: [Beside]
}
