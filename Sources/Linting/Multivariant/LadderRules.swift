import Formats
import Playlists

/// The rules about the I-frame playlists in a multivariant playlist.
struct IFrameRules {
    let playlist: LintedPlaylist
    let multivariant: MultivariantPlaylist
    private var url: String { playlist.url }

    func check(_ log: inout BreachLog) {
        let tags = playlist.text.tags(.iFrameStreamInformation)
        let hasVideo = multivariant.variants.contains {
            $0.resolution != nil || $0.codecs.contains(where: CodecSyntax.isVideo)
        }
        for tag in tags {
            for name in ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"]
            where tag[name] != nil {
                log.note(
                    "iframe.attributes", in: url, line: tag.line, column: tag.column(of: name),
                    "EXT-X-I-FRAME-STREAM-INF has \(name)", expected: "no \(name)")
            }
            if tag["CODECS"] == nil {
                log.note(
                    "iframe.codecs-missing", in: url, line: tag.line, "CODECS is missing",
                    expected: "CODECS")
            }
            if tag["RESOLUTION"] == nil {
                log.note(
                    "iframe.resolution-missing", in: url, line: tag.line, "RESOLUTION is missing",
                    expected: "RESOLUTION")
            }
        }
        guard hasVideo else { return }
        guard let first = tags.first else {
            log.note(
                "iframe.missing", in: url, line: playlist.text.first(.streamInformation)?.line ?? 1,
                "there is no I-frame playlist, so that players show no pictures while scrubbing",
                expected: "EXT-X-I-FRAME-STREAM-INF")
            return
        }
        let streams = multivariant.iFrameVariants
        guard !streams.isEmpty else { return }
        if Set(streams.map(\.bandwidth)).count == 1, multivariant.variants.count > 1 {
            log.note(
                "iframe.one-bitrate", in: url, line: first.line,
                "all I-frame playlists have one bitrate", expected: "I-frame playlists of several")
        }
        if streams.allSatisfy({ $0.videoRange.map { $0 != "SDR" } ?? false }) {
            log.note(
                "iframe.no-sdr", in: url, line: first.line, "no I-frame playlist is in SDR",
                expected: "VIDEO-RANGE=SDR")
        }
        let families = streams.map { $0.codecs.map(CodecSyntax.family) }
        if families.allSatisfy({ !$0.isEmpty && !$0.contains { $0.hasPrefix("avc") } }) {
            log.note(
                "iframe.no-h264", in: url, line: first.line, "no I-frame playlist is in H.264",
                expected: "an I-frame playlist in H.264")
        }
    }
}

/// The rules that compare variants with each other.
struct LadderRules {
    let playlist: LintedPlaylist
    let variants: [(variant: VariantStream, tag: WrittenTag)]
    private var url: String { playlist.url }

    private static let first = 2_000_000
    private static let cellular = 192_000
    private static let largestUHD = 15_000_000
    private static let aspectTolerance = 0.02
    /// The largest permitted ratio of a codec's lowest bandwidth to the lowest of all variants.
    ///
    /// The highest bandwidth of all variants may exceed the highest bandwidth of the codec by the
    /// same factor. For the same picture, the bandwidths of two codecs differ by a smaller factor.
    private static let codecRange = 4

    private typealias Rung = (variant: VariantStream, tag: WrittenTag)

    func check(_ log: inout BreachLog) {
        guard let first = variants.first else { return }
        checkStart(first, &log)
        checkGaps(&log)
        if !variants.contains(where: { $0.variant.bandwidth <= Self.cellular }) {
            log.note(
                "ladder.cellular", in: url, line: first.tag.line,
                "no variant is for cellular networks",
                expected: "a variant with BANDWIDTH of \(Self.cellular) or less")
        }
        let pictures = variants.filter { $0.variant.resolution != nil }
        guard !pictures.isEmpty else { return }
        checkPictures(pictures, &log)
        checkRanges(pictures, &log)
    }

    private func rate(_ variant: VariantStream) -> Int {
        variant.averageBandwidth ?? variant.bandwidth
    }

    private func checkStart(_ first: Rung, _ log: inout BreachLog) {
        func distance(_ rung: Rung) -> Int { abs(rate(rung.variant) - Self.first) }
        guard let better = variants.min(by: { distance($0) < distance($1) }),
            distance(better) < distance(first), distance(first) > Self.first / 5
        else { return }
        log.note(
            "ladder.first-not-2000k", in: url, line: first.tag.line,
            "the first variant has \(rate(first.variant) / 1000) kb/s",
            expected: "the variant of line \(better.tag.line), with"
                + " \(rate(better.variant) / 1000) kb/s, first")
    }

    private func checkGaps(_ log: inout BreachLog) {
        let sorted = variants.sorted { $0.variant.bandwidth < $1.variant.bandwidth }
        for (low, high) in zip(sorted, sorted.dropFirst()) {
            guard low.variant.bandwidth > 0, low.variant.resolution != nil,
                high.variant.bandwidth / 5 > low.variant.bandwidth / 2
            else { continue }
            log.note(
                "ladder.gap", in: url, line: high.tag.line,
                column: high.tag.column(of: "BANDWIDTH"),
                "the variant has \(high.variant.bandwidth / 1000) kb/s, and the one below it"
                    + " \(low.variant.bandwidth / 1000) kb/s",
                expected: "a variant between them")
        }
    }

    private func checkPictures(_ pictures: [Rung], _ log: inout BreachLog) {
        func aspect(_ rung: Rung) -> Double? {
            guard let size = rung.variant.resolution, size.height > 0, size.width > 0 else {
                return nil
            }
            return Double(size.width) / Double(size.height)
        }
        if let first = aspect(pictures[0]),
            let other = pictures.first(where: {
                aspect($0).map { abs($0 / first - 1) > Self.aspectTolerance } ?? false
            }), let size = other.variant.resolution
        {
            log.note(
                "ladder.aspect-differs", in: url, line: other.tag.line,
                column: other.tag.column(of: "RESOLUTION"),
                "\(size.width)x\(size.height) has another aspect ratio than the first variant",
                expected: "one aspect ratio")
        }
        let heights = pictures.map { $0.variant.resolution?.height ?? 0 }
        let top = heights.max() ?? 0
        if pictures.count > 1, heights.count(where: { $0 == top }) == 1,
            let place = heights.firstIndex(of: top)
        {
            log.note(
                "ladder.two-at-top", in: url, line: pictures[place].tag.line,
                "one variant has the highest resolution", expected: "two of different bitrates")
        }
        for rung in pictures {
            guard let size = rung.variant.resolution, size.height >= 2160,
                let average = rung.variant.averageBandwidth, average > Self.largestUHD
            else { continue }
            log.note(
                "ladder.uhd-over-15m", in: url, line: rung.tag.line,
                column: rung.tag.column(of: "AVERAGE-BANDWIDTH"),
                "2,160 lines have \(average / 1000) kb/s on average",
                expected: "15,000 kb/s or less")
        }
    }

    private func checkRanges(_ pictures: [Rung], _ log: inout BreachLog) {
        let line = pictures[0].tag.line
        func isHDR(_ variant: VariantStream) -> Bool {
            variant.videoRange.map { $0 != "SDR" } ?? false
        }
        if pictures.allSatisfy({ isHDR($0.variant) }) {
            log.note(
                "ladder.no-sdr", in: url, line: line, "all variants are HDR",
                expected: "variants in SDR")
        }
        let families = pictures.map { $0.variant.codecs.map(CodecSyntax.family) }
        if families.allSatisfy({ !$0.isEmpty && !$0.contains { $0.hasPrefix("avc") } }) {
            log.note(
                "ladder.no-h264", in: url, line: line, "no variant is in H.264",
                expected: "variants in H.264")
        }
        checkCodecs(pictures, &log)
        let high = pictures.filter { isHDR($0.variant) }
        if let fast = high.first(where: { ($0.variant.frameRate ?? 0) > 30 }),
            !high.contains(where: { ($0.variant.frameRate ?? 0) <= 30 })
        {
            log.note(
                "ladder.hdr-no-30", in: url, line: fast.tag.line,
                column: fast.tag.column(of: "FRAME-RATE"),
                "all HDR variants have more than 30 frames per second",
                expected: "HDR variants of 30 or fewer")
        }
    }

    /// Finds a codec whose variants do not cover the whole range of bandwidths.
    private func checkCodecs(_ pictures: [Rung], _ log: inout BreachLog) {
        var families: [String: [Rung]] = [:]
        var order: [String] = []
        for rung in pictures {
            let codec = rung.variant.codecs.first(where: CodecSyntax.isVideo)
            guard let family = codec.map(CodecName.family), rung.variant.bandwidth > 0 else {
                continue
            }
            if families[family] == nil { order.append(family) }
            families[family, default: []].append(rung)
        }
        guard order.count > 1 else { return }
        let all = families.values.flatMap(\.self).map(\.variant.bandwidth)
        guard let least = all.min(), let most = all.max() else { return }
        for family in order {
            let rungs = families[family] ?? []
            let own = rungs.map(\.variant.bandwidth)
            guard let low = own.min(), let high = own.max(), let tag = rungs.first?.tag,
                low / Self.codecRange > least || high < most / Self.codecRange
            else { continue }
            log.note(
                "ladder.codec-range", in: url, line: tag.line, column: tag.column(of: "CODECS"),
                "\(SafeText.quoted(family)) has \(low / 1000) to \(high / 1000) kb/s of"
                    + " \(least / 1000) to \(most / 1000) kb/s",
                expected: "variants of each codec over the whole range")
        }
    }
}
