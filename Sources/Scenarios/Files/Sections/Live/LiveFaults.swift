import HeadlessPlayback
import LiveOrigin

/// The syntax of the faults of an encoder.
enum LiveFaults {
    /// The syntax of a fault.
    static let fault = Shape<Draft>.mapping(
        "A fault of the encoder: one kind, and its time or its segments.", from: { Draft() },
        oneOf: [
            "late-segment", "gap", "missing", "outage", "restart", "target-duration", "uri-change",
            "timestamp-jump", "wrong-key", "missing-key", "late-key", "missing-marks",
            "late-daterange",
        ],
        exclusive: [
            ("at", "from"), ("at", "segments"), ("segments", "from"), ("part", "at"),
            ("part", "from"), ("part", "segments"),
        ],
        fields: [
            Field("at", LiveWords.time, "The time of the world.") { $0.time = $1 },
            Field("from", LiveWords.time, "The start of a span.", needs: ["to"]) {
                $0.span.start = $1
            },
            Field("to", LiveWords.time, "The end of a span.", needs: ["from"]) {
                $0.span.end = $1
            },
            Field(
                "segments", sequences, "The media sequence numbers: 40, or 40..44."
            ) { $0.sequences = $1 },
            Field("late-segment", LiveWords.day, "The delay of the segment at a time.") {
                $0.kind = .late($1)
            },
            Field("gap", .nothing, "Segments are announced as missing.") { draft, _ in
                draft.kind = .gap
            },
            Field("missing", .nothing, "Segments are listed and cannot be loaded.") { draft, _ in
                draft.kind = .missing
            },
            Field(
                "outage", .words([("silence", Kind.silence), ("gap", .gap)]),
                "The encoder fails: no segments (silence), or gaps in their place (gap)."
            ) { $0.kind = $1 },
            Field("restart", restart, "The encoder restarts.") { $0.kind = .restart($1) },
            Field("target-duration", LiveWords.day, "The target duration from then on.") {
                $0.kind = .targetDuration($1)
            },
            Field("uri-change", .nothing, "All segments get other locations.") { draft, _ in
                draft.kind = .locations
            },
            Field(
                "timestamp-jump", LiveWords.signedTime,
                "The timestamps of the media jump by this time."
            ) { $0.kind = .timestampJump($1) },
            Field(
                "tagged", .truth, "Whether EXT-X-DISCONTINUITY marks the jump; true.",
                needs: ["timestamp-jump"]
            ) { $0.isTagged = $1 },
            Field(
                "wrong-key", Shape<EncoderFault.StrayKey>.choice,
                "Segments are encrypted with another key than the listed one: the previous key, or"
                    + " one that is never served (wrong)."
            ) { $0.kind = .strayKey($1) },
            Field("missing-key", .nothing, "The keys of segments cannot be loaded.") { draft, _ in
                draft.kind = .missingKey
            },
            Field(
                "late-key", LiveWords.day,
                "The key of the segment at a time can be loaded only this long after the first"
                    + " segment with it is listed."
            ) { $0.kind = .lateKey($1) },
            Field("missing-marks", .nothing, "The marks of breaks in a span are not listed.") {
                draft, _ in draft.kind = .missingMarks
            },
            Field(
                "late-daterange", LiveWords.day,
                "The date ranges of breaks that start in a span are listed only once this much media"
                    + " after their starts is listed."
            ) { $0.kind = .lateDateRanges($1) },
            Field("part", part, "The part that is missing.", needs: ["missing"]) {
                $0.sequences = $1.segment..<$1.segment + 1
                $0.part = $1.index
            },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in try draft.fault(value) }

    /// The kind of a fault.
    enum Kind: Sendable {
        case late(MediaTime), gap, missing, silence, restart(Restart), locations
        case targetDuration(MediaTime), timestampJump(MediaTime)
        case strayKey(EncoderFault.StrayKey), missingKey, lateKey(MediaTime)
        case missingMarks, lateDateRanges(MediaTime)
    }

    /// The details of an encoder restart.
    struct Restart: Sendable {
        var resetsSequence = false
        var isTagged = true
        var hasNewInitialization = false
    }

    /// A reference to a part of a segment, by indices.
    struct Part: Sendable {
        var segment = 0
        var index = 0
    }

    private static let part = Shape<Part>.mapping(
        "A part of a segment.", from: { Part() },
        fields: [
            Field(
                "segment", Shape<Int64>.integer(0...1 << 53), "The media sequence number.",
                isRequired: true
            ) { $0.segment = Int($1) },
            Field(
                "index", Shape<Int>.count(0...9_999), "The number of parts before it.",
                isRequired: true
            ) { $0.index = $1 },
        ])

    private static let restart = Shape<Restart>.mapping(
        "A restart of the encoder.", from: { Restart() },
        fields: [
            Field(
                "sequence", .words([("keep", false), ("reset", true)]),
                "Whether media sequence numbers start again: keep or reset; keep."
            ) { $0.resetsSequence = $1 },
            Field("discontinuity", .truth, "Whether EXT-X-DISCONTINUITY follows; true.") {
                $0.isTagged = $1
            },
            Field("new-init", .truth, "Whether initialization sections are new; false.") {
                $0.hasNewInitialization = $1
            },
        ])

    private static let sequences = Shape<Range<Int>>(
        .any(of: [
            .integer(0...1 << 53), .text(pattern: "^[0-9]+\\.\\.[0-9]+$", examples: ["40..44"]),
        ])
    ) { value throws(ScenarioFileError) in
        let expectation = "media sequence numbers such as 40 or 40..44"
        let pieces = (value.word ?? "").utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).map { Substring($0) }
        let isPair = pieces.count == 3 && pieces[1].isEmpty
        guard pieces.count == 1 || isPair,
            let first = number(pieces[0]), let last = number(pieces[pieces.count - 1]),
            first <= last
        else { throw value.unexpected(expectation) }
        return first..<last + 1
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { $0 <= 1 << 53 ? $0 : nil }
    }

    /// A fault that is not completely read yet.
    struct Draft: Sendable {
        var kind: Kind?
        var time: MediaTime?
        var span = LiveWords.Span()
        var sequences: Range<Int>?
        /// The index of the missing part; `nil` if whole segments are missing.
        var part: Int?
        var isTagged = true

        /// Returns the fault; its times are counted from the start of the simulation.
        func fault(_ value: FileValue) throws(ScenarioFileError) -> EncoderFault {
            switch kind {
            case .late(let delay): return .late(at: try instant(value), by: delay)
            case .gap: return .gap(try segments(value))
            case .missing:
                let segments = try segments(value)
                return part.map { .missingPart(segments, index: $0) } ?? .missing(segments)
            case .missingMarks:
                if sequences != nil { throw value.error(.missingKey("from")) }
                return .missingMarks(try period(value))
            case .lateDateRanges(let delay):
                if sequences != nil { throw value.error(.missingKey("from")) }
                return .lateDateRanges(try period(value), by: delay)
            case .silence:
                if sequences != nil { throw value.error(.missingKey("from")) }
                return .silence(try period(value))
            case .restart(let restart):
                return .restart(
                    at: try instant(value), resetsSequence: restart.resetsSequence,
                    isTagged: restart.isTagged,
                    hasNewInitialization: restart.hasNewInitialization)
            case .targetDuration(let duration):
                return .targetDuration(at: try instant(value), duration)
            case .timestampJump(let jump):
                return .timestampJump(at: try instant(value), by: jump, isTagged: isTagged)
            case .locations: return .locations(at: try instant(value))
            case .strayKey(let kind): return .strayKey(try segments(value), kind)
            case .missingKey: return .missingKey(try segments(value))
            case .lateKey(let delay): return .lateKey(at: try instant(value), by: delay)
            case nil: throw value.unexpected("a fault")
            }
        }

        private func instant(_ value: FileValue) throws(ScenarioFileError) -> MediaTime {
            guard let time else { throw value.error(.missingKey("at")) }
            return time
        }

        private func period(_ value: FileValue) throws(ScenarioFileError) -> Range<MediaTime> {
            if time != nil { throw value.error(.missingKey("from")) }
            return try span.range(value)
        }

        private func segments(
            _ value: FileValue
        ) throws(ScenarioFileError) -> EncoderFault.Span {
            if let sequences { return .sequences(sequences) }
            return .times(try period(value))
        }
    }
}
