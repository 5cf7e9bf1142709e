import Formats
import Playlists
import VirtualTime

/// The rules about the codecs that a tag claims for a stream.
struct CodecClaimRules {
    let main: LintedPlaylist
    let multivariant: MultivariantPlaylist
    let claim: StreamClaim
    private var stated: [String] { claim.variant.codecs }
    private var list: String { stated.joined(separator: ",") }

    /// A codec that was found in the media of a stream.
    private struct Found {
        let name: String
        /// Whether the codec was found in fMP4, which must state the HE-AAC extension.
        var isInFragments = false
        /// The sample rate of AAC in MPEG-TS; `nil` for any other codec or container.
        ///
        /// AAC in MPEG-TS can be HE-AAC that does not state its extension.
        var coreRate: Int?
    }

    func check(_ log: inout BreachLog) {
        guard !stated.isEmpty else { return }
        let own = codecs(of: claim.stream) { _ in true }
        var all = own
        for item in claim.renditions {
            for codec in codecs(of: item.stream, where: { $0 == .audio })
            where !all.contains(where: { $0.name == codec.name }) {
                all.append(codec)
            }
        }
        checkTexts(&log)
        guard !all.isEmpty else { return }
        let families = Set(own.map { CodecName.family($0.name) })
        compare(all, families, &log)
        checkExtension(all, &log)
        checkParts(families, &log)
    }

    private func codecs(
        of stream: MeasuredStream, where isWanted: (MeasuredTrack.Kind) -> Bool
    ) -> [Found] {
        var known: Set<String> = []
        var found: [Found] = []
        for segment in stream.segments {
            for track in segment.tracks where isWanted(track.kind) {
                guard let name = track.codec, known.insert(name).inserted else { continue }
                found.append(
                    Found(
                        name: name,
                        isInFragments: !segment.isTransportStream && !segment.isPackedAudio,
                        coreRate: segment.isTransportStream ? track.sampleRate : nil))
            }
        }
        return found
    }

    private func note(
        _ code: String, _ problem: String, _ expected: String, _ log: inout BreachLog
    ) {
        log.note(
            code, in: main.url, line: claim.tag.line, column: claim.tag.column(of: "CODECS"),
            "\(claim.name) \(problem)", expected: expected)
    }

    private func compare(_ all: [Found], _ own: Set<String>, _ log: inout BreachLog) {
        let names = all.map(\.name)
        let families = Set(stated.map(CodecName.family))
        let media = Set(names.map(CodecName.family))
        let lacking = names.filter { !families.contains(CodecName.family($0)) }
        // A group without renditions is reported by another rule.
        let group = claim.variant.audioGroup
        let hasGroup =
            group == nil
            || multivariant.renditions.contains { $0.kind == .audio && $0.groupID == group }
        let isWhole = claim.stream.isWhole && claim.renditions.allSatisfy { $0.stream.isWhole }
        let surplus =
            !isWhole
            ? []
            : stated.filter { codec in
                !media.contains(CodecName.family(codec)) && !CodecSyntax.isText(codec)
                    && (hasGroup || CodecSyntax.isVideo(codec))
            }
        // A variant that is listed with several audio groups may declare the codecs of all groups.
        let isWrong = lacking.contains { own.contains(CodecName.family($0)) } || !surplus.isEmpty
        let whole = "CODECS=\"\(names.joined(separator: ","))\""
        if !lacking.isEmpty, isWrong {
            note(
                "variant.codecs-mismatch",
                "declares \(list), and the media is \(names.joined(separator: ","))", whole, &log)
        } else if !lacking.isEmpty {
            note(
                "variant.codecs-incomplete",
                "does not declare \(lacking.joined(separator: ",")) of its renditions", whole, &log)
        } else if !surplus.isEmpty {
            note(
                "variant.codecs-mismatch",
                "declares \(surplus.joined(separator: ",")), which no stream of it has", whole, &log
            )
        } else if let other = all.first(where: { isUncovered($0) }) {
            note(
                "variant.codecs-profile", "declares \(list), and the media is \(other.name)",
                other.name, &log)
        }
    }

    /// Finds HE-AAC in fMP4 whose sample description states only AAC.
    private func checkExtension(_ all: [Found], _ log: inout BreachLog) {
        let extended = stated.first { ["mp4a.40.5", "mp4a.40.29"].contains($0.lowercased()) }
        guard let extended, !stated.contains(where: { $0.lowercased() == "mp4a.40.2" }),
            all.contains(where: { $0.name == "mp4a.40.2" && $0.isInFragments })
        else { return }
        note(
            "audio.he-aac-implicit-sbr",
            "declares \(extended), and the audio is described as mp4a.40.2",
            "a description of the audio that states its extension", &log)
    }

    private func isUncovered(_ found: Found) -> Bool {
        let same = stated.filter { CodecName.family($0) == CodecName.family(found.name) }
        return !same.isEmpty
            && !same.contains {
                CodecName.covers($0, found.name, coreRate: found.coreRate)
            }
    }

    // MARK: Subtitles

    /// Compares the declared codecs of subtitles with the codecs in fMP4 and WebVTT files.
    private func checkTexts(_ log: inout BreachLog) {
        let texts = claim.renditions.filter { $0.rendition.kind == .subtitles }
        let read = texts.filter { $0.stream.isWhole && !$0.stream.segments.isEmpty }
        var found: Set<String> = []
        for item in read {
            let names = item.stream.segments.flatMap(\.tracks).filter { $0.kind == .text }
                .compactMap(\.codec)
            found.formUnion(names.map(CodecName.family))
            // A segment without tracks is a WebVTT file, which does not state a codec.
            if item.stream.segments.contains(where: \.tracks.isEmpty) { found.insert("wvtt") }
        }
        let families = Set(stated.map(CodecName.family))
        if found.contains("stpp"), !families.contains("stpp") {
            note(
                "variant.imsc-not-in-codecs",
                "does not declare stpp, and its subtitles are IMSC", "stpp.ttml.im1t in CODECS",
                &log)
        }
        if let image = stated.first(where: { $0.lowercased().hasPrefix("stpp.ttml.im1i") }) {
            note(
                "imsc.image-profile", "declares \(image), the image profile",
                "the text profile, stpp.ttml.im1t", &log)
        }
        guard !texts.isEmpty, read.count == texts.count else { return }
        for codec in stated where ["wvtt", "stpp"].contains(CodecName.family(codec)) {
            guard !found.contains(CodecName.family(codec)) else { continue }
            note(
                "variant.codecs-mismatch",
                "declares \(codec), and its subtitles are \(found.sorted().joined(separator: ","))",
                "the codec of the subtitles", &log)
        }
    }

    /// Finds declared codecs that are missing between two discontinuities but present elsewhere.
    private func checkParts(_ own: Set<String>, _ log: inout BreachLog) {
        guard let media = claim.playlist.media else { return }
        for part in claim.stream.parts(of: media) where part.isWhole && !part.segments.isEmpty {
            let families = Set(
                part.segments.flatMap(\.tracks).compactMap(\.codec).map(CodecName.family))
            guard !families.isEmpty,
                let codec = stated.first(where: {
                    own.contains(CodecName.family($0)) && !families.contains(CodecName.family($0))
                })
            else { continue }
            note(
                "variant.codecs-mismatch",
                "declares \(codec), which the part at \(ClaimRules.clock(part.place)) does not have",
                "the declared codecs in each part", &log)
        }
    }
}

/// A namespace for the comparison of codec names.
enum CodecName {
    /// Returns the family of a codec, which does not depend on the case of the codec's name.
    ///
    /// Codecs that differ only in the location of the parameter sets, such as `avc1` and `avc3`,
    /// are one family. Names that start with `mp4a` belong to several families.
    ///
    /// Reference: RFC 6381, section 3.3; ISO/IEC 14496-3, table 1.17.
    static func family(_ codec: String) -> String {
        let parts = codec.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        switch parts.first ?? "" {
        case "avc3": return "avc1"
        case "hev1": return "hvc1"
        case "dvhe": return "dvh1"
        case "mp4a" where parts.count > 1:
            switch (parts[1], parts.count > 2 ? Int(parts[2]) : nil) {
            case ("69", _), ("6b", _), ("40", 34): return "mp3"
            case ("a5", _): return "ac-3"
            case ("a6", _): return "ec-3"
            case ("40", 42): return "xhe-aac"
            default: return "mp4a"
            }
        case let entry: return String(entry)
        }
    }

    /// Returns whether a player for a declared codec also plays a codec of the same family.
    ///
    /// - Parameters:
    ///   - declared: The name in `CODECS`.
    ///   - found: The name of the codec in the media.
    ///   - coreRate: The sample rate of AAC in MPEG-TS, which may be HE-AAC; `nil` for other media.
    /// - Returns: Whether the media has the declared profile and bit depth, and a tier and a level
    ///   that are not higher than declared.
    static func covers(_ declared: String, _ found: String, coreRate: Int?) -> Bool {
        let own = found.lowercased().split(separator: ".").map(String.init)
        let other = declared.lowercased().split(separator: ".").map(String.init)
        switch family(found) {
        case "avc1":
            guard own.count == 2, other.count == 2, own[1].utf8.count == 6,
                other[1].utf8.count == 6
            else { return true }
            return own[1].prefix(2) == other[1].prefix(2)
                && number(own[1].suffix(2), 16) <= number(other[1].suffix(2), 16)
        case "hvc1":
            guard own.count > 3, other.count > 3 else { return true }
            return own[1] == other[1] && (own[3].first == "l" || other[3].first == "h")
                && number(own[3].dropFirst()) <= number(other[3].dropFirst())
        case "av01":
            guard own.count > 3, other.count > 3 else { return true }
            return own[1] == other[1] && own[3] == other[3]
                && number(own[2].prefix(2)) <= number(other[2].prefix(2))
                && (own[2].last == "m" || other[2].last == "h")
        case "vp09":
            guard own.count > 3, other.count > 3 else { return true }
            return number(own[1][...]) == number(other[1][...])
                && number(own[3][...]) == number(other[3][...])
                && number(own[2][...]) <= number(other[2][...])
        case "mp4a": return coversAAC(other, own, coreRate)
        default: return true
        }
    }

    /// Returns whether a declared AAC type covers the type in the media.
    ///
    /// HE-AAC may appear as AAC that has half the sample rate and does not state its extension.
    private static func coversAAC(_ declared: [String], _ found: [String], _ rate: Int?) -> Bool {
        guard found.count > 2, declared.count > 2, found[1] == "40", declared[1] == "40",
            let type = Int(found[2]), let stated = Int(declared[2])
        else { return true }
        switch type {
        case 29: return stated == 29
        case 5: return stated == 5 || stated == 29
        case 2: return stated == 2 || [5, 29].contains(stated) && rate.map { $0 <= 24_000 } ?? true
        default: return stated == type
        }
    }

    static func number(_ text: Substring, _ radix: Int = 10) -> Int {
        Int(text, radix: radix) ?? 0
    }
}
