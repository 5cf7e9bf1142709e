import HeadlessPlayback
import LiveOrigin

/// The syntax of the breaks of a broadcast.
enum LiveBreaks {
    /// The syntax of a break.
    static let adBreak = Shape<LiveBreak>.mapping(
        "A break, which interrupts the programme and delays it.", from: { LiveBreak() },
        fields: [
            Field(
                "at", LiveWords.time,
                "The position, as a time of the world without other breaks; a segment boundary.",
                isRequired: true
            ) { $0.position = $1 },
            Field("every", LiveWords.positiveTime, "The distance of repetitions; none.") {
                $0.interval = $1
            },
            Field(
                "source", .place, "The asset, with as many streams as the broadcast.",
                isRequired: true
            ) { $0.source = $1 },
            Field("duration", LiveWords.day, "The wanted duration.", isRequired: true) {
                $0.duration = $1
            },
            Field(
                "markers",
                Shape<AdBreak.Marker>.words([
                    ("daterange", AdBreak.Marker.dateRange), ("cue-out", .cueOut),
                    ("scte35", .scte35),
                ]).list(isEmptyAllowed: true),
                "The marks in the playlist; none. scte35 is a date range with SCTE35-OUT."
            ) { $0.markers = $1 },
            Field(
                "discontinuity", .truth,
                "Whether discontinuities surround it; otherwise its timestamps continue the"
                    + " timestamps before it; true."
            ) { $0.isDiscontinuous = $1 },
        ])
}

/// The syntax of the rules that set properties for some renditions of a broadcast.
enum LiveRenditions {
    /// The syntax of one rule: a pattern that selects renditions, and their properties.
    static let rule = Shape<LiveRendition>.mapping(
        "The properties of some renditions.", from: { LiveRendition() },
        fields: [
            Field(
                "match", .name,
                "The pattern of their playlists' locations in the source: * stands for any text.",
                isRequired: true
            ) { $0.pattern = $1 },
            Field(
                "msn-offset", Shape<Int64>.integer(0...1 << 53),
                "The addition to media sequence numbers; 0."
            ) { $0.listing.sequenceOffset = Int($1) },
            Field("lag", LiveWords.day, "The additional delay of segments; 0s.") {
                $0.listing.lag = $1
            },
            Field(
                "discontinuity-sequence", discontinuities,
                "EXT-X-DISCONTINUITY-SEQUENCE: exact, absent, or a number to add to it; exact."
            ) { $0.listing.discontinuitySequence = $1 },
            Field(
                "target-duration", LiveWords.day,
                "The declared target duration; as in the broadcast if not given."
            ) { $0.listing.targetDuration = $1 },
            Field(
                "report-offset", Shape<Int>.count(-1000...1000),
                "The number added to the last segment that other playlists report; 0."
            ) { $0.listing.reportOffset = $1 },
            Field(
                "playlist-type", .words([("exact", true), ("absent", false)]),
                "EXT-X-PLAYLIST-TYPE: exact or absent; exact."
            ) { $0.listing.statesType = $1 },
            .refused("segment", "the segments of a broadcast have the boundaries of the source"),
        ])

    private static let discontinuities = Shape<Int>.count(-1000...1000)
        .map { RenditionListing.DiscontinuitySequence.off(by: $0) }
        .or("absent", .absent).or("exact", .exact)
}

/// The syntax of the dates in the playlists of a broadcast.
enum LiveClock {
    /// The settings for the dates in playlists, and the clock that determines the dates.
    struct Draft: Sendable {
        var dates = Packager.Dates.everySegment
        var clock = OriginClock()
    }

    /// The syntax of the settings for segment dates, and for the clock that determines the dates.
    static let dates = Shape<Draft>.mapping(
        "The dates of segments.", from: { Draft() },
        fields: [
            Field(
                "every",
                .words([
                    ("segment", Packager.Dates.everySegment),
                    ("discontinuity", .discontinuities), ("none", .none),
                ]), "The segments with a date: segment, discontinuity or none; segment."
            ) { $0.dates = $1 },
            Field("skew", LiveWords.signedTime, "The error of the clock; 0s.") {
                $0.clock.skew = $1
            },
            Field("drift", drift, "The growth of the error: 20ppm; 0ppm.") { $0.clock.drift = $1 },
            Field("steps", step.list(), "The corrections of the clock.") { $0.clock.steps = $1 },
        ])

    private static let step = Shape<OriginClock.Step>.mapping(
        "A correction of the clock.", from: { OriginClock.Step(at: .zero, by: .zero) },
        fields: [
            Field("at", LiveWords.time, "Its time.", isRequired: true) { $0.at = $1 },
            Field("by", LiveWords.signedTime, "The correction.", isRequired: true) { $0.by = $1 },
        ])

    private static let drift = Shape<Int64>(
        .text(pattern: "^-?[0-9]{1,6}ppm$", examples: ["20ppm"])
    ) { value throws(ScenarioFileError) in
        let word = value.word ?? ""
        let digits = word.hasSuffix("ppm") ? word.dropLast(3) : ""
        let unsigned = digits.hasPrefix("-") ? digits.dropFirst() : digits
        guard (1...6).contains(unsigned.utf8.count),
            unsigned.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits)
        else { throw value.unexpected("millionths such as 20ppm or -5ppm") }
        return number
    }
}
