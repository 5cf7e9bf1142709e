/// The advice for a breached rule: the usual cause, the consequence for viewers, and the cure.
package struct RuleAdvice: Equatable, Sendable {
    /// The usual cause.
    package let cause: String
    /// The consequence of the breach for a viewer, or for the app that plays the asset.
    package let consequence: String
    /// The cure, with the options of common packagers and encoders.
    package let cure: String

    init(_ cause: String, _ consequence: String, _ cure: String) {
        self.cause = cause
        self.consequence = consequence
        self.cure = cure
    }

    /// Creates the advice for a rule.
    ///
    /// A rule without advice of its own receives general advice. The consequence then depends on
    /// the subject of the rule, and the cause depends on the owner of the rule, who can correct the
    /// breach. The cure is the rule's entry in ``ToolOptions``; without an entry, the cure also
    /// depends on the owner.
    ///
    /// - Parameter rule: The rule.
    package init(for rule: LintRule) {
        self =
            Self.written[rule.code]
            ?? RuleAdvice(
                Self.cause(rule), Self.consequence(rule),
                ToolOptions.cures[rule.code] ?? Self.cure(rule))
    }

    /// The advice that is written for individual rules, keyed by rule code.
    package static let written: [String: RuleAdvice] =
        variants.merging(media) { $1 }.merging(containers) { $1 }.merging(subtitles) { $1 }
        .merging(LiveAdvice.all) { $1 }

    // MARK: Rules without advice of their own

    private static func cause(_ rule: LintRule) -> String {
        switch (rule.owner, rule.measure) {
        case (.author, _): "the playlist was written or changed by hand, or by a script"
        case (.origin, _):
            "files were moved, removed or deployed in parts, or the server is configured wrongly"
        case (.encoder, _): "the encoder was not set up for streaming, or differs between variants"
        case (.packager, .set):
            "playlists of one asset were packaged in separate runs or with different options"
        case (.packager, .versions): "the packager was restarted, or two of them write one playlist"
        case (.packager, _):
            "an option of the packager, or a step after it that edits its"
                + " playlists"
        }
    }

    private static func consequence(_ rule: LintRule) -> String {
        if let words = singleConsequences[rule.code] { return words }
        let subject = String(rule.code.prefix { $0 != "." })
        guard let words = consequences[subject] else {
            return rule.severity == .error
                ? "players differ: some refuse the asset, others play a part of it"
                : "most players tolerate it, and some do not"
        }
        return words
    }

    /// The consequences of breaches, keyed by the subject of the rule: the first word of its code.
    package static let consequences: [String: String] = [
        "text": "a strict player refuses the playlist; others skip the line and what it states",
        "attr": "a player ignores the attribute or the tag, or refuses the playlist",
        "define": "locations with the variable cannot be loaded, so that media is missing",
        "version": "players of an older version read tags that they do not know, and stall or fail",
        "media": "players reload, seek or end at the wrong times, or refuse the playlist",
        "segment": "playback stalls or jumps at the segment, or it is not played",
        "key": "the media cannot be decrypted, or is decrypted with more requests than needed",
        "drm": "devices with that key system refuse the asset, or do not play it on all screens",
        "variant": "a player selects the wrong variant, or cannot select any",
        "iframe": "scrubbing shows no pictures, or pictures of another position",
        "ladder": "viewers see a lower quality than their connection permits, or more stalls",
        "rendition": "the menu of languages is wrong, or a language cannot be selected",
        "set": "a switch of variant or language repeats, skips or desynchronizes media",
        "vtt": "subtitles are missing, doubled or shown at the wrong times",
        "imsc": "subtitles are not shown",
        "range": "apps miss the event, or place it wrongly: advertisements start late or never",
        "cue": "advertisements are inserted late, twice or not at all",
        "ad": "the break starts within pictures of the programme, or does not start",
        "session-data": "apps that read the data get none",
        "steering": "a player does not change to another server when it should",
        "part": "a low-latency player falls back to whole segments, so its latency grows",
        "server": "a low-latency player reloads too often, or joins too far from the live edge",
        "hint": "a low-latency player requests media that never comes",
        "report": "a variant switch costs one more request, which may stall a low-latency player",
        "live": "players that follow the broadcast stall, jump or stop",
        "delivery": "loading takes longer than it has to, or a browser refuses the answer",
    ]

    private static func cure(_ rule: LintRule) -> String {
        switch (rule.owner, rule.measure) {
        case (.author, _): "change the line that the finding names, so that \(rule.expectation)"
        case (.origin, .answers):
            "set the header fields of the server or the network in front of it for this kind of"
                + " file"
        case (.origin, _):
            "deploy all files of the asset before its playlists, and keep them"
                + " together"
        case (.encoder, _):
            "encode all variants in one run with the same options, then package"
                + " again"
        case (.packager, .set):
            "package all variants and renditions in one run (ffmpeg: -var_stream_map; Shaka"
                + " Packager:"
                + " one command; Bento4: one call of mp4hls)"
        case (.packager, _):
            "package again with a current version of the tool, and do not edit its playlists; the"
                + " result is right if: \(rule.expectation)"
        }
    }
}
