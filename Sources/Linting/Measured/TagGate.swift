import Playlists

/// A kind of tags of which the text has another number than the parsed playlist.
///
/// Rules that hold the model of a tag beside its line cannot match them then, and are not checked.
struct TagGate {
    /// The reason, in one line.
    let reason: String
    /// The subjects of rules that need the tags, or their codes.
    private let subjects: Set<Substring>

    /// Returns whether a rule needs the tags.
    func concerns(_ rule: LintRule) -> Bool {
        subjects.contains(rule.code.prefix { $0 != "." }) || subjects.contains(rule.code[...])
    }

    /// Returns the tags of a playlist that cannot be matched.
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
