/// The documentation page about the rules, generated from the table of rules.
package enum RulePage {
    /// The page in Markdown.
    package static let text: String = {
        let rules = LintRule.all
        let built = rules.count(where: \.isBuilt)
        var lines = [
            "# The rules of `playctl lint`", "",
            "This page is made from the table in `Sources/Linting/Rules`; a test compares them."
                + " \(built) of \(rules.count) rules are checked. The others are listed as not"
                + " checked in each result, with the reason that the table has. Rules whose"
                + " evidence is decoded media need `--decode`. The rules `origin.*` need `--watch`."
                + " A watch reports most changes that the rules `live.*` forbid between `--versions`"
                + " as breaches of `origin.edits` or `origin.counters`, so `--watch TIME --rules"
                + " live` selects these two rules besides the rules `live.*`.",
            "",
            "Sections refer to RFC 8216, to the draft that follows it (rfc8216bis), and to Apple's"
                + " HLS Authoring Specification of May 2025. A severity in parentheses applies"
                + " with `--profile apple`; a rule with only such a severity belongs to that"
                + " profile. If a rule applies only to some of Apple's platforms, their names"
                + " follow the severity.",
            "",
            "`playctl lint --explain RULE` prints the usual cause of a breach, its effect for a"
                + " viewer, and its cure. [Validators.md](Validators.md) compares the findings"
                + " with the findings of other tools.",
            "", "## Configuration", "",
            "`playctl lint ASSET --config lint.yaml` reads a file in YAML, whose schema"
                + " `playctl schema lint` prints. Options on the command line take precedence.",
            "", "```yaml",
            "profile: apple            # rfc (default) or apple",
            "fail-on: warning          # error (default), warning or info",
            "rules: [variant, set.dates]    # codes or subjects; all rules by default",
            "severities:               # codes or subjects; a later one takes precedence",
            "  ladder: off",
            "  variant.peak-above: info",
            "ignore:                   # findings that are expected",
            "  - rule: segment.extinf-off",
            "    paths: [\"*/audio-de/*\"]   # all playlists by default",
            "    reason: the source is cut like this",
            "baseline: known.txt       # known findings, which do not fail; in the folder of this"
                + " file",
            "```", "",
            "An entry of `ignore` or of a baseline without any finding is a warning. A comment"
                + " `# playctl: ignore RULE` in a playlist switches a rule off for the next line,"
                + " and `# playctl: ignore-file RULE` for the playlist; its findings are listed as"
                + " ignored. A baseline is written by `--baseline FILE --update`. A finding is"
                + " known by its rule, its file, its segment or tag, and its words without measured"
                + " values. Queries count, except the values of parameters that sign or limit a"
                + " request (`token`, `Signature`, `expires`, `X-Amz-…` and the like) and hidden"
                + " parameters without a name. A signature under another name therefore makes a"
                + " known finding new in each run. A baseline forgives as many findings of a kind"
                + " as were known, and never an asset that cannot be loaded.",
            "", "## Limits", "",
            "Lost samples are found by their times, their numbers and `EXTINF`"
                + " (`Decisions/0017`). Some losses leave no trace in the bytes, and pass:",
            "",
            "- one or two pictures within a segment that is not H.264, or the one before an"
                + " IDR picture within a segment: an encoder that skips a picture leaves the same"
                + " hole;",
            "- up to half a second of audio at the end of the last segment with pictures, since the"
                + " audio of a source may be shorter;",
            "- the last pictures of the last segment where audio ends exactly with `EXTINF`, which"
                + " some packagers state for the longer track;",
            "- samples at the end of the last segment if the `EXTINF` of the other segments is not"
                + " exact;",
            "- segments of a recording that the player did not load, as a whole or in parts, which"
                + " each result states.",
            "",
            "`playctl verify` reports a last segment that ends before its `EXTINF`. FFmpeg decodes"
                + " pictures whose reference pictures are missing, and reports no error, so"
                + " `--decode` does not find them.",
            "",
            "The playlists and media of up to 32 interstitials are read like the playlists and"
                + " media of the asset. An interstitial that is a single media file is played as"
                + " by `playctl verify`. The errors of interstitials count, except errors by rules"
                + " that only `--profile apple` has. A bandwidth that is too low for the media of"
                + " an interstitial is a warning (`variant.peak-off`, `variant.average-off`,"
                + " `variant.bandwidth-sum`). Interstitials of interstitials are ignored. Further"
                + " interstitials are listed as not read, and so are single media files with"
                + " `--max-media`.",
        ]
        for (title, group) in sections {
            lines += [
                "", "## \(title)", "",
                "| rule | severity | evidence | fixed by | section | statement |",
                "|---|---|---|---|---|---|",
            ]
            for rule in group {
                let mark = rule.obstacle.map { " Not checked: \($0)." } ?? ""
                lines.append(
                    "| `\(rule.code)` | \(severity(rule)) | \(rule.measure.rawValue)"
                        + " | \(rule.owner.rawValue) | \(rule.section) | \(rule.sentence)\(mark) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private static let sections: [(String, [LintRule])] = [
        ("Text", LintRule.text), ("Header of a media playlist", LintRule.header),
        ("Segments", LintRule.segments), ("Keys", LintRule.keys),
        ("Variants", LintRule.variants), ("Comparison of variants", LintRule.ladder),
        ("Renditions", LintRule.renditionRules), ("Playlists of one asset", LintRule.sets),
        ("Containers", LintRule.containers), ("Samples", LintRule.samples),
        ("Subtitles", LintRule.subtitles), ("Date ranges and breaks", LintRule.dateRanges),
        ("Session data and steering", LintRule.session), ("Low latency", LintRule.lowLatency),
        ("Live and delivery", LintRule.live), ("Origins that are watched", LintRule.origin),
    ]

    private static func severity(_ rule: LintRule) -> String {
        let isOfAll = rule.platforms.isEmpty || rule.platforms == LintRule.Platform.allCases
        return plainSeverity(rule) + (isOfAll ? "" : ", \(rule.platformWords ?? "")")
    }

    private static func plainSeverity(_ rule: LintRule) -> String {
        if rule.profile == .apple { return "(\(rule.severity.rawValue))" }
        if rule.appleSeverity == rule.severity { return rule.severity.rawValue }
        return "\(rule.severity.rawValue) (\(rule.appleSeverity.rawValue))"
    }
}
