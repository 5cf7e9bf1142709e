package import HeadlessPlayback
package import Presentation
package import RunResults
import VirtualTime

/// A seek of a sweep: its target position and the required precision.
package struct SeekTarget: Equatable, Sendable {
    /// The name, such as `keyframe-3+1f:exact`.
    package let name: String
    /// The name of the notable position at or next to the target, such as `keyframe-3`.
    package var place = ""
    /// The kinds of the position that `place` names, such as keyframe or segment boundary.
    package var kinds: [SweptSeek.Kind] = []
    /// The position to seek to.
    package let time: MediaTime
    /// The required precision.
    package let precision: SweptSeek.Precision

    /// Returns the seeks to all notable positions in a demuxed video, and to adjacent frames.
    ///
    /// A position may be of several kinds: a discontinuity is also the start of a segment, and
    /// usually a keyframe. The first of these kinds determines the name of the position.
    ///
    /// - Parameters:
    ///   - timeline: The timeline with the positions of the video's segments.
    ///   - keyframes: The positions of the video's sync samples, in order.
    ///   - frame: The duration of a picture.
    /// - Returns: The seeks, in order of their positions.
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
        // A frame next to a notable position may itself be a notable position, and then keeps its
        // own name.
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
    /// The maximum distance between the landing position and the target.
    package var tolerance: MediaTime { self == .exact ? .zero : .seconds(2) }
}
