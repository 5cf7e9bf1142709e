import Playlists
import VirtualTime

/// The bounds for the values of an origin.
enum OriginLimits {
    /// The maximum length of a list in the description of a broadcast, such as its faults.
    ///
    /// The sources and the breaks are counted together.
    private static let items = 10_000
    /// The maximum number of segments of a track.
    private static let segments = 1 << 20
    /// The latest instant of a broadcast; later instants are treated as this instant.
    static let longest = MediaTime.seconds(100 * 366 * 86_400)
    /// The highest first media sequence number; larger integers are inexact in double precision.
    private static let sequence = 1 << 53
    /// The largest error of a media sequence number in rendition reports, in both directions.
    private static let offset = 1000
    /// The longest duration of a segment, a delay or a break.
    private static let day = MediaTime.seconds(86_400)
    /// The maximum number of parts in a segment.
    static let parts = 10_000

    static func check(
        _ programme: Programme, _ encoder: Encoder, _ packager: Packager, _ edges: Edges,
        ranFor: MediaTime
    ) throws(OriginError) {
        try check(programme, packager)
        try check(encoder)
        try within(.zero...longest, ranFor, "the length of the broadcast before the start")
        try check(packager, programme, encoder)
        try checkListed(programme, packager, ranFor: ranFor)
        for edge in edges.list
        where min(edge.lag, edge.segmentLag ?? .zero, edge.lifetime) < .zero {
            throw .outOfRange("the lag or lifetime of an edge", expected: "no negative time")
        }
    }

    /// Checks the duration of a track's longest item, and the number of parts in that item.
    ///
    /// A check of the source segments alone does not suffice: the last item extends to the common
    /// length of all tracks, and can therefore be longer than every source segment.
    static func check(
        _ line: ProgrammeLine, dividedBy grid: PartGrid?
    ) throws(OriginError) {
        try within(
            MediaTime(ticks: 1)...day, line.longest,
            "the duration of the last segment of a shorter track")
        guard let grid else { return }
        guard grid.count(of: line.longest) <= parts else {
            throw .outOfRange("the number of parts of a segment", expected: "1 to \(parts)")
        }
    }

    private static func check(
        _ programme: Programme, _ packager: Packager
    ) throws(OriginError) {
        let surveys = programme.sources + programme.breaks.map(\.source)
        guard !programme.sources.isEmpty, surveys.count <= items else {
            throw .outOfRange("the number of sources", expected: "1 to \(items)")
        }
        guard !packager.renditions.isEmpty else {
            throw .incompleteSource("no rendition: expected one for each track")
        }
        for survey in surveys {
            guard survey.tracks.count == packager.renditions.count else {
                let (found, expected) = (survey.tracks.count, packager.renditions.count)
                throw .incompleteSource("a source has \(found) tracks: expected \(expected)")
            }
            for track in survey.tracks {
                guard 1...segments ~= track.segments.count else {
                    throw .outOfRange("the number of segments", expected: "1 to \(segments)")
                }
                for segment in track.segments {
                    try within(
                        .milliseconds(1)...day, segment.duration,
                        "the duration of a segment")
                }
            }
        }
        try check(programme.breaks, of: programme)
        if let ending = programme.ending {
            try within(MediaTime(ticks: 1)...longest, ending.length, "the length of the broadcast")
        }
    }

    private static func check(
        _ breaks: [AdBreak], of programme: Programme
    ) throws(OriginError) {
        guard breaks.count(where: { $0.interval != nil }) <= 1 else {
            throw .outOfRange("the number of repeating breaks", expected: "0 or 1")
        }
        let segment =
            programme.sources.flatMap(\.tracks).flatMap(\.segments).map(\.duration).max() ?? .zero
        for adBreak in breaks {
            try within(.zero...longest, adBreak.position, "the position of a break")
            try within(
                MediaTime(ticks: 1)...day, adBreak.duration,
                "the duration of a break")
            guard let interval = adBreak.interval else { continue }
            try within(
                segment * 2 + BreakRule.tolerance * 2...longest, interval,
                "the interval of a break")
        }
    }

    private static func check(_ encoder: Encoder) throws(OriginError) {
        try within(.zero...day, encoder.delay, "the delay of the encoder")
        try within(.zero...day, encoder.jitter, "the jitter of the encoder")
        guard 0...sequence ~= encoder.firstSequence else {
            throw .outOfRange("the first media sequence number", expected: "0 to \(sequence)")
        }
        guard encoder.faults.count <= items else {
            throw .outOfRange("the number of faults", expected: "0 to \(items)")
        }
        guard encoder.clock.steps.count <= items else {
            throw .outOfRange("the number of corrections of the clock", expected: "0 to \(items)")
        }
        for case .targetDuration(_, let duration) in encoder.faults {
            try within(
                MediaTime(ticks: 1)...day, duration, "the target duration")
        }
        for fault in encoder.faults {
            switch fault {
            case .late(let time, let extra):
                try within(.zero...longest, time, "the time of a fault")
                try within(.zero...MediaTime.seconds(30 * 86_400), extra, "the delay of a segment")
            case .restart(let time, _, _, _), .timestampJump(let time, _, _):
                try within(.zero...longest, time, "the time of a fault")
            case .silence(let span), .missingMarks(let span), .lateDateRanges(let span, _):
                try within(.zero...longest, span.lowerBound, "the time of a fault")
                try within(.zero...longest, span.upperBound, "the time of a fault")
            case .lateKey(let time, let extra):
                try within(.zero...longest, time, "the time of a fault")
                try within(.zero...day, extra, "the delay of a key")
            case .gap, .missing, .missingPart, .targetDuration, .locations, .strayKey, .missingKey:
                break
            }
        }
    }

    private static func check(
        _ packager: Packager, _ programme: Programme, _ encoder: Encoder
    ) throws(OriginError) {
        switch packager.window {
        case .length(let length):
            try within(MediaTime(ticks: 1)...longest, length, "the length of the window")
        case .count(let count):
            guard 1...segments ~= count else {
                throw .outOfRange("the number of listed segments", expected: "1 to \(segments)")
            }
        case .event, .unlimited: break
        }
        if let duration = packager.targetDuration {
            try within(
                MediaTime(ticks: 1)...day, duration, "the target duration")
        }
        try check(packager.keys, programme, encoder)
        for rendition in packager.renditions {
            try within(.zero...day, rendition.lag, "the lag of a rendition")
            guard 0...sequence ~= rendition.sequenceOffset else {
                throw .outOfRange("the offset of a rendition", expected: "0 to \(sequence)")
            }
            guard -offset...offset ~= rendition.reportOffset else {
                throw .outOfRange("the offset of reports", expected: "-\(offset) to \(offset)")
            }
            if let duration = rendition.targetDuration {
                try within(MediaTime(ticks: 1)...day, duration, "the target duration")
            }
        }
        if let boundary = packager.control?.canSkipUntil {
            try within(MediaTime(ticks: 1)...longest, boundary, "the skip boundary")
        }
        guard let target = packager.parts?.target else { return }
        let tracks = (programme.sources + programme.breaks.map(\.source)).flatMap(\.tracks)
        let segment = tracks.flatMap(\.segments).map(\.duration).max() ?? .zero
        let frame = tracks.compactMap(\.frameDuration).max() ?? .zero
        let least = max(frame, MediaTime(ticks: segment.ticks / Int64(parts) + 1))
        try within(least...day, target, "the target duration of parts")
    }

    /// Checks the keys of a broadcast, and whether its faults are possible with these keys.
    ///
    /// Faults that concern keys are possible only in a broadcast with keys. The faults `missingKey`
    /// and `lateKey` are possible only when the origin itself serves the keys, and not when
    /// licences grant them.
    private static func check(
        _ keys: KeyRotation?, _ programme: Programme, _ encoder: Encoder
    ) throws(OriginError) {
        let surveys = programme.sources + programme.breaks.map(\.source)
        for fault in encoder.faults {
            switch fault {
            case .strayKey where keys == nil:
                throw .incompleteSource("a fault of keys: expected keys")
            case .missingKey, .lateKey:
                guard let keys, keys.licensed.isEmpty else {
                    throw .incompleteSource(
                        "a fault of served keys: expected keys without licences")
                }
            default: break
            }
        }
        guard let keys else { return }
        guard surveys.allSatisfy(\.keys.isEmpty) else {
            throw .incompleteSource("an encrypted source cannot have other keys")
        }
        try within(.milliseconds(1)...longest, keys.interval, "the time for which a key is used")
        guard [.aes128, .sampleAES].contains(keys.method),
            keys.licensed.isEmpty || keys.method == .sampleAES
        else { throw .outOfRange("the method of keys", expected: "SAMPLE-AES with licences") }
        guard keys.licensed.count <= items, keys.licensed.allSatisfy({ $0.key.count == 16 }) else {
            throw .outOfRange("the keys of licences", expected: "0 to \(items) of 16 bytes")
        }
    }

    /// Checks the number of segments that a playlist lists when the simulation starts.
    private static func checkListed(
        _ programme: Programme, _ packager: Packager, ranFor: MediaTime
    ) throws(OriginError) {
        let listed: MediaTime
        switch packager.window {
        case .length(let length): listed = length
        case .event, .unlimited: listed = ranFor
        case .count: return
        }
        for track in programme.sources.flatMap(\.tracks) {
            let length = track.segments.reduce(MediaTime.zero) { $0 + $1.duration }
            let mean = max(1, length.ticks / Int64(track.segments.count))
            guard listed.ticks / mean <= segments else {
                throw .outOfRange("the number of listed segments", expected: "1 to \(segments)")
            }
        }
    }

    private static func within(
        _ range: ClosedRange<MediaTime>, _ time: MediaTime, _ name: String
    ) throws(OriginError) {
        guard range.contains(time) else {
            throw .outOfRange(name, expected: "\(range.lowerBound) to \(range.upperBound) seconds")
        }
    }
}
