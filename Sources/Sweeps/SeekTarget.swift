package import HeadlessPlayback
package import Presentation
package import RunResults
import VirtualTime

/// A place that a sweep seeks to.
package struct SeekTarget: Equatable, Sendable {
    /// The name, such as `keyframe-3+1f:exact`.
    package let name: String
    /// The name of the position at it or next to it, such as `keyframe-3`.
    package var place = ""
    /// The kinds of positions at that place.
    package var kinds: [SweptSeek.Kind] = []
    /// The position.
    package let time: MediaTime
    /// The required precision.
    package let precision: SweptSeek.Precision

    /// Returns all positions of interest in a demuxed video.
    ///
    /// A discontinuity is also the start of a segment, and usually a keyframe: of positions with
    /// several names the first counts.
    ///
    /// - Parameters:
    ///   - timeline: The positions of its segments.
    ///   - keyframes: The positions of its sync samples, in order.
    ///   - frame: The duration of a picture.
    /// - Returns: The positions, in order of time.
    package static func all(
        of timeline: TrackTimeline, keyframes: [MediaTime], frame: MediaTime
    ) -> [SeekTarget] {
        var places: [MediaTime: (name: String, kinds: [SweptSeek.Kind])] = [:]
        func add(_ kind: SweptSeek.Kind, _ number: String?, at time: MediaTime) {
            let name = kind.rawValue + (number.map { "-\($0)" } ?? "")
            guard time >= .zero, time <= timeline.end else { return }
            places[time, default: (name, [])].kinds.append(kind)
        }
        var domain: Int?
        for number in timeline.numbers {
            let start = timeline.interval(of: number).lowerBound
            let next = timeline.domain(of: number)
            if let domain, domain != next { add(.discontinuity, "\(number)", at: start) }
            add(.segment, "\(number)", at: start)
            domain = next
        }
        add(.end, nil, at: timeline.end)
        for (index, keyframe) in keyframes.enumerated() { add(.keyframe, "\(index)", at: keyframe) }
        // A frame next to a position may itself be a position.
        var names = places.mapValues(\.name)
        var origins = names
        for (time, place) in places.sorted(by: { $0.key < $1.key }) {
            for (suffix, offset) in [("-1f", -frame), ("+1f", frame)] {
                let beside = time + offset
                guard beside >= .zero, beside <= timeline.end, names[beside] == nil else {
                    continue
                }
                names[beside] = place.name + suffix
                origins[beside] = place.name
            }
        }
        let kinds = Dictionary(places.values.map { ($0.name, $0.kinds) }) { first, _ in first }
        return names.sorted { $0.key < $1.key }.flatMap { time, name in
            let place = origins[time] ?? name
            return SweptSeek.Precision.allCases.map {
                SeekTarget(
                    name: "\(name):\($0.rawValue)", place: place, kinds: kinds[place] ?? [],
                    time: time, precision: $0)
            }
        }
    }
}

extension SweptSeek.Precision {
    /// The largest distance between landing and target.
    package var tolerance: MediaTime { self == .exact ? .zero : .seconds(2) }
}
