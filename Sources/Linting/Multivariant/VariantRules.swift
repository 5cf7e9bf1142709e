import Formats
import Playlists

/// The rules about the variants of a multivariant playlist.
struct VariantRules {
    let playlist: LintedPlaylist
    let multivariant: MultivariantPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    /// The variants with their tags; empty when tags cannot be assigned to variants.
    private var variants: [(variant: VariantStream, tag: WrittenTag)] {
        let tags = text.variants
        guard tags.count == multivariant.variants.count else { return [] }
        return Array(zip(multivariant.variants, tags))
    }

    func check(_ log: inout BreachLog) {
        for (variant, tag) in variants { check(variant, tag, &log) }
        checkTogether(&log)
        checkStableIDs(&log)
        checkSteering(&log)
        for tag in text.tags(.sessionKey) {
            DRMRules.check(tag, of: url, &log)
            KeyRules.checkValues(of: tag, in: url, &log)
        }
        for tag in text.tags(.streamInformation) + text.tags(.iFrameStreamInformation) {
            checkNumbers(of: tag, &log)
        }
        IFrameRules(playlist: playlist, multivariant: multivariant).check(&log)
        LadderRules(playlist: playlist, variants: variants).check(&log)
    }

    private func check(_ variant: VariantStream, _ tag: WrittenTag, _ log: inout BreachLog) {
        func note(_ code: String, _ name: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: url, line: tag.line, column: tag.column(of: name), problem,
                expected: expected)
        }
        if let value = tag["BANDWIDTH"]?.value, !value.isEmpty, value.allSatisfy({ $0 == "0" }) {
            note("variant.bandwidth-zero", "BANDWIDTH", "BANDWIDTH is 0", "the peak bitrate")
        }
        if tag["CODECS"] == nil {
            note("variant.codecs-missing", "CODECS", "CODECS is missing", "the codecs of the media")
        }
        for codec in variant.codecs where !CodecSyntax.isValid(codec) {
            note(
                "variant.codecs-syntax", "CODECS", "\"\(SafeText.quoted(codec))\" is not a codec",
                "a name of RFC 6381, such as avc1.640028")
        }
        let names = tag["CODECS"]?.value.split(separator: ",", omittingEmptySubsequences: false)
        if names?.contains(where: { $0.allSatisfy { $0 == " " } }) == true {
            note(
                "variant.codecs-syntax", "CODECS",
                variant.codecs.isEmpty ? "CODECS is empty" : "CODECS has an empty name",
                "names of RFC 6381, separated by commas")
        }
        let isVideo = variant.codecs.contains(where: CodecSyntax.isVideo)
        if isVideo, variant.resolution == nil {
            note("variant.resolution-missing", "", "RESOLUTION is missing", "RESOLUTION")
        }
        if isVideo, variant.frameRate == nil {
            note("variant.frame-rate-missing", "", "FRAME-RATE is missing", "FRAME-RATE")
        }
        if variant.codecs.contains(where: { CodecSyntax.inBand.contains(String($0.prefix(4))) }) {
            note(
                "variant.parameter-sets-in-band", "CODECS", "parameter sets are in the segments",
                "avc1, hvc1 or dvh1")
        }
        if let average = variant.averageBandwidth {
            // The parser replaces a missing bandwidth with zero.
            if average > variant.bandwidth, variant.bandwidth > 0 {
                note(
                    "variant.average-above-peak", "AVERAGE-BANDWIDTH",
                    "AVERAGE-BANDWIDTH \(average) is above BANDWIDTH \(variant.bandwidth)",
                    "an average below the peak")
            }
        } else {
            note(
                "variant.average-bandwidth-missing", "", "AVERAGE-BANDWIDTH is missing",
                "AVERAGE-BANDWIDTH")
        }
        for item in variant.supplementalCodecs {
            let parts = item.split(separator: "/", omittingEmptySubsequences: false)
            let isComplete = parts.count > 1 && parts.allSatisfy { $0.utf8.count >= 4 }
            if !isComplete || variant.codecs.isEmpty {
                note(
                    "variant.supplemental-codecs", "SUPPLEMENTAL-CODECS",
                    isComplete
                        ? "SUPPLEMENTAL-CODECS is given without CODECS"
                        : "\"\(SafeText.quoted(item))\" has no brand",
                    "a codec with its brands, such as dvh1.08.07/db4h, and its base in CODECS")
            }
        }
        if let layout = variant.requiredVideoLayout {
            if layout.isEmpty {
                note(
                    "variant.layout-empty", "REQ-VIDEO-LAYOUT", "REQ-VIDEO-LAYOUT is empty",
                    "CH-STEREO or CH-MONO")
            } else if layout == "CH-MONO" {
                note(
                    "variant.layout-needless", "REQ-VIDEO-LAYOUT",
                    "REQ-VIDEO-LAYOUT is only CH-MONO", "no REQ-VIDEO-LAYOUT")
            }
        }
        if variant.score == 0 {
            note("variant.score-not-positive", "SCORE", "SCORE is 0", "a positive number")
        }
        if let allowed = tag["ALLOWED-CPC"]?.value, !allowed.contains("{$"),
            !allowed.split(separator: ",").allSatisfy({ $0.contains(":") && !$0.hasPrefix(":") })
        {
            note(
                "drm.allowed-cpc-syntax", "ALLOWED-CPC",
                "\"\(SafeText.quoted(allowed))\" lacks a key format or a colon",
                "entries such as com.example.drm:SMART-TV/PC")
        }
    }

    /// Finds a frame rate, a width or a height of zero in the attributes of a tag.
    private func checkNumbers(of tag: WrittenTag, _ log: inout BreachLog) {
        func note(_ name: String, _ value: String, _ expected: String) {
            log.note(
                "attr.malformed", in: url, line: tag.line, column: tag.column(of: name),
                "\(name) is \(SafeText.quoted(value))", expected: expected)
        }
        if let rate = tag["FRAME-RATE"]?.value, Double(rate) == 0 {
            note("FRAME-RATE", rate, "the highest rate of frames")
        }
        if let size = tag["RESOLUTION"]?.value,
            size.split(separator: "x").contains(where: { Int($0) == 0 })
        {
            note("RESOLUTION", size, "the width and the height of the pictures")
        }
    }

    private func checkTogether(_ log: inout BreachLog) {
        if multivariant.variants.isEmpty {
            log.note(
                "media.empty", in: url, line: text.lastLine, "no variant is listed",
                expected: "EXT-X-STREAM-INF with the location of a media playlist")
        }
        let all = variants
        let captions = all.map { $0.tag["CLOSED-CAPTIONS"]?.value }
        if captions.contains("NONE"),
            let other = all.indices.first(where: { captions[$0] != "NONE" })
        {
            log.note(
                "variant.captions-none-mixed", in: url, line: all[other].tag.line,
                column: all[other].tag.column(of: "CLOSED-CAPTIONS"),
                "other variants have CLOSED-CAPTIONS=NONE", expected: "NONE for all, or for none")
        }
        if all.contains(where: { $0.variant.score != nil }),
            let other = all.first(where: { $0.variant.score == nil })
        {
            log.note(
                "variant.score-some", in: url, line: other.tag.line,
                "SCORE is missing, and other variants have one", expected: "SCORE on all variants")
        }
        for (place, item) in all.enumerated() {
            var same = item.variant
            guard same.pathwayID == nil else { continue }
            let twin = all[..<place].first { other in
                same.uri = other.variant.uri
                same.stableID = other.variant.stableID
                same.precedingLines = other.variant.precedingLines
                return same == other.variant
            }
            guard let twin else { continue }
            log.note(
                "variant.same-twice", in: url, line: item.tag.line,
                "the variant differs from that in line \(twin.tag.line) only in its URI",
                expected: "PATHWAY-ID for redundant variants")
        }
        if all.contains(where: { $0.variant.codecs.contains(where: CodecSyntax.isVideo) }) {
            let isSound = { (variant: VariantStream) in
                !variant.codecs.isEmpty && variant.resolution == nil
                    && !variant.codecs.contains(where: CodecSyntax.isVideo)
            }
            for item in all where isSound(item.variant) {
                log.note(
                    "variant.audio-only-listed", in: url, line: item.tag.line,
                    column: item.tag.column(of: "CODECS"), "the variant has only audio",
                    expected: "no such variant for television and AirPlay")
            }
        }
        let pictures = all.filter { item in
            item.variant.resolution != nil
                || item.variant.codecs.contains(where: CodecSyntax.isVideo)
        }
        let groups = Set(multivariant.renditions.filter { $0.kind == .subtitles }.map(\.groupID))
        // A group without renditions is reported by another rule.
        let model = pictures.first { $0.variant.subtitlesGroup.map(groups.contains) ?? false }
        if let model {
            for item in pictures where item.variant.subtitlesGroup == nil {
                log.note(
                    "rendition.groups-differ", in: url, line: item.tag.line,
                    "the variant has no SUBTITLES, and that in line \(model.tag.line) has them",
                    expected: "SUBTITLES in all variants with video, or in none")
            }
        }
        if all.count == 1, let tag = all.first?.tag {
            log.note(
                "variant.only-one", in: url, line: tag.line, "there is one variant",
                expected: "variants of several bandwidths")
        }
    }

    private func checkStableIDs(_ log: inout BreachLog) {
        var known: [String: String] = [:]
        let tags =
            text.tags(.streamInformation) + text.tags(.media) + text.tags(.iFrameStreamInformation)
        for tag in tags {
            for name in ["STABLE-VARIANT-ID", "STABLE-RENDITION-ID"] {
                guard let value = tag[name]?.value, !value.contains("{$") else { continue }
                let isValid =
                    !value.isEmpty
                    && value.utf8.allSatisfy { byte in
                        switch byte {
                        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                        default: "+/=.-_".utf8.contains(byte)
                        }
                    }
                if !isValid {
                    log.note(
                        "variant.stable-id-characters", in: url, line: tag.line,
                        column: tag.column(of: name),
                        "\(name) is \"\(SafeText.quoted(value))\"",
                        expected: "letters, digits and + / = . - _")
                }
            }
        }
        for (variant, tag) in variants {
            guard let id = variant.stableID else { continue }
            if let other = known.updateValue(id, forKey: variant.uri), other != id {
                log.note(
                    "variant.stable-id-differs", in: url, line: tag.line,
                    column: tag.column(of: "STABLE-VARIANT-ID"),
                    "the same URI has the identifier \"\(SafeText.quoted(other))\" too",
                    expected: "one identifier for one URI")
            }
        }
    }

    private func checkSteering(_ log: inout BreachLog) {
        guard let steering = multivariant.contentSteering, let tag = text.first(.contentSteering)
        else { return }
        let pathways = Set(multivariant.variants.map { $0.pathwayID ?? "." })
        if let id = steering.pathwayID, !pathways.contains(id) {
            log.note(
                "steering.pathway-unknown", in: url, line: tag.line,
                column: tag.column(of: "PATHWAY-ID"),
                "no variant has the pathway \"\(SafeText.quoted(id))\"",
                expected: pathways.isEmpty
                    ? "PATHWAY-ID at the variants" : pathways.sorted().joined(separator: " or "))
        }
        if let lacking = variants.first(where: { $0.variant.pathwayID == nil }) {
            log.note(
                "steering.pathway-absent", in: url, line: lacking.tag.line,
                "the variant has no pathway", expected: "PATHWAY-ID")
        }
        var groups: [String: String] = [:]
        for (variant, tag) in variants {
            guard let group = variant.audioGroup else { continue }
            let pathway = variant.pathwayID ?? "."
            if let other = groups.updateValue(pathway, forKey: group), other != pathway {
                log.note(
                    "steering.groups-per-pathway", in: url, line: tag.line,
                    column: tag.column(of: "AUDIO"),
                    "the audio group \"\(SafeText.quoted(group))\" is of the pathway"
                        + " \(SafeText.quoted(other)) too", expected: "groups for each pathway")
            }
        }
    }
}

/// The syntax of codec names in the attribute `CODECS`.
enum CodecSyntax {
    /// The sample entry codes of formats that store parameter sets in the samples.
    static let inBand: Set<String> = ["avc3", "hev1", "dvhe"]
    private static let video: Set<String> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "vp08", "vp09",
        "vvc1", "vvi1", "mp4v", "dav1", "mjpg",
    ]
    private static let text: Set<String> = ["wvtt", "stpp", "tx3g", "c608", "c708"]

    /// Returns whether a codec is a video codec.
    static func isVideo(_ codec: String) -> Bool { video.contains(family(codec)) }

    /// Returns whether a codec is a subtitle codec.
    static func isText(_ codec: String) -> Bool { text.contains(family(codec)) }

    /// Returns the sample entry code at the start of a codec name.
    static func family(_ codec: String) -> String { String(codec.prefix { $0 != "." }) }

    /// Returns whether a codec name has the form that RFC 6381 and the codec's standard require.
    static func isValid(_ codec: String) -> Bool {
        let parts = codec.split(separator: ".", omittingEmptySubsequences: false)
        guard let entry = parts.first, entry.utf8.count == 4,
            codec.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            parts.allSatisfy({ !$0.isEmpty })
        else { return false }
        func isHexadecimal(_ text: Substring) -> Bool {
            text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF)
            }
        }
        switch entry {
        case "avc1", "avc3":
            // Old packagers write profile and level as decimal numbers, which players accept.
            let isOld = parts.count == 3 && parts.dropFirst().allSatisfy { Int($0) != nil }
            return isOld || parts.count == 2 && parts[1].utf8.count == 6 && isHexadecimal(parts[1])
        case "hvc1", "hev1": return parts.count >= 4
        case "mp4a":
            guard parts.count >= 2, isHexadecimal(parts[1]) else { return false }
            return parts[1] != "40" || parts.count == 3 && Int(parts[2]) != nil
        case "av01", "vp09": return parts.count >= 4
        default: return true
        }
    }
}
