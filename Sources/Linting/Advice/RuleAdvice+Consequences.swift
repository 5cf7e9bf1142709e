extension RuleAdvice {
    /// The consequences of breaching individual rules, keyed by rule code.
    ///
    /// Each entry replaces the general consequence for the subject of the rule.
    package static let singleConsequences: [String: String] = [
        "text.absolute-uri":
            "the resource is not found when the asset moves to another host or path",
        "text.unknown-tag": "players ignore the line",
        "text.revealing-uri": "everyone on the network path can see which content is watched",
        "define.unused": "none: the variable has no effect",
        "version.higher-than-needed":
            "players that know only older versions refuse a playlist that they could play",
        "media.obsolete": "players ignore the tag or the attribute",
        "media.target-not-six":
            "a live player reloads at other intervals, and starts at another distance from the live"
            + " edge, than with six seconds",
        "media.target-far-above-longest":
            "a live player reloads too seldom, and starts too far from the live edge",
        "segment.map-unused": "none: no segment uses the initialization section",
        "segment.map-repeated": "a player may load the initialization section again",
        "segment.date-malformed": misplacedDates, "segment.date-no-zone": misplacedDates,
        "segment.date-backwards": misplacedDates, "segment.date-drift": misplacedDates,
        "segment.date-jump": misplacedDates,
        "key.clear-transport": "everyone on the network path can read the key",
        "key.identity-with-drm": "a client can load the key without a licence",
        "key.iv-reused": "equal beginnings of segments are recognizable in the encrypted bytes",
        "ladder.aspect-differs": "the picture changes its shape at a switch of variant",
        "set.unreachable": "the asset, or one of its variants or renditions, cannot be played",
    ]

    private static let misplacedDates =
        "positions by date are wrong: date ranges and breaks are misplaced"
}
