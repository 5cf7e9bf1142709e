extension CheckCode {
    /// The codes of earlier versions of `playctl`, each with the lint rules that replace it.
    ///
    /// A defect has the same code whether `verify` or `lint` finds the defect. Known issues,
    /// options and the results of earlier versions may contain the old codes.
    package static let aliases: [String: [String]] = [
        "variant.renditions": [
            "variant.undefined-group", "rendition.subtitles-no-uri", "set.unreachable",
        ],
        "variant.duration": ["set.duration"],
        "variant.promise": ["segment.extinf-drift", "segment.extinf-wrong"],
        "variant.keyframes": ["set.keyframes"],
        "variant.boundaries": ["set.boundaries"],
        "variant.discontinuities": [
            "set.discontinuities", "segment.discontinuity-undeclared",
        ],
        "variant.maps": ["segment.map-missing"],
        "variant.end-list": ["media.vod-without-endlist", "media.file-without-endlist"],
        "variant.markers": ["set.cues", "set.date-ranges"],
        "cue-point.keyframe": ["ad.not-on-keyframe"],
        "cue-point.boundary": ["ad.not-on-boundary"],
        "marker.unreadable": ["range.scte35-unreadable", "media.metadata-unreadable"],
        "marker.unplaced": ["range.no-date"],
    ]

    private static let oldCodes: [String: String] = Dictionary(
        uniqueKeysWithValues: aliases.flatMap { old, new in new.map { ($0, old) } })

    /// Returns the current codes for a code of any version of `playctl`.
    ///
    /// - Parameter code: A code of this version or of an earlier one.
    /// - Returns: The code itself, or the codes that replaced it.
    package static func current(_ code: String) -> [String] { aliases[code] ?? [code] }

    /// Returns the oldest code of a check, by which results of different versions are compared.
    ///
    /// - Parameter code: A code of this version of `playctl` or of an earlier one.
    /// - Returns: The code of an earlier version, or the code itself if it never changed.
    package static func family(of code: String) -> String { oldCodes[code] ?? code }

    /// Returns the warning about a code of an earlier version of `playctl`.
    ///
    /// - Parameter code: A code.
    /// - Returns: The warning with the current codes; `nil` for a code of this version.
    package static func warning(about code: String) -> String? {
        aliases[code].map { "\(code) is an old code of \($0.joined(separator: " or "))" }
    }

    /// Returns the warnings about codes of earlier versions of `playctl`.
    ///
    /// - Parameter codes: The codes.
    /// - Returns: The warnings, each once, sorted by code.
    package static func warnings(about codes: some Sequence<String>) -> [String] {
        Set(codes).sorted().compactMap(warning)
    }
}
