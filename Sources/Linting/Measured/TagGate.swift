import Playlists

/// A kind of tag whose count in the text differs from its count in the parsed playlist.
///
/// When the counts differ, the line of a parsed tag cannot be determined. Rules that need the line
/// are then not checked.
struct TagGate {
    /// The reason, on one line, why rules that need the lines of these tags are not checked.
    let reason: String
    /// The codes or subjects of the rules that need the lines of these tags.
    private let subjects: Set<Substring>

    /// Returns whether a rule needs the lines of these tags.
    func concerns(_ rule: LintRule) -> Bool {
        subjects.contains(rule.code.prefix { $0 != "." }) || subjects.contains(rule.code[...])
    }

    /// Returns the kinds of tags whose lines cannot be assigned to the parsed tags of a playlist.
    static func closed(in playlist: LintedPlaylist) -> [TagGate] {
        var gates: [TagGate] = []
        func compare(_ name: Tag, _ written: Int, _ parsed: Int, _ subjects: Set<Substring>) {
            guard written != parsed else { return }
            gates.append(
                TagGate(
                    reason: "\(written) tags \(name.rawValue) were written, and \(parsed) could be"
                        + " used, so that their lines are unknown", subjects: subjects))
        }
        let text = playlist.text
        if let multivariant = playlist.multivariant {
            compare(
                .streamInformation, text.variants.count, multivariant.variants.count,
                ["variant", "ladder", "steering", "drm"])
            compare(
                .media, RenditionRules.usable(text.tags(.media)).count,
                multivariant.renditions.count, ["rendition"])
            compare(
                .iFrameStreamInformation, text.tags(.iFrameStreamInformation).count,
                multivariant.iFrameVariants.count,
                RuleScope.claimsOfIFrames.union(["iframe.bitrate"]))
        }
        if let media = playlist.media {
            compare(
                .dateRange, DateRangeRules.usable(text.tags(.dateRange)).count,
                media.dateRanges.count, ["range", "ad"])
            let parts = media.partCount + media.trailingParts.count
            compare(.part, LowLatencyRules.usable(text.tags(.part)).count, parts, ["part"])
        }
        return gates
    }
}
