package import HeadlessPlayback

/// A place that a sweep seeks to.
package struct SeekTarget: Equatable, Sendable {
    /// How near a seek has to land.
    package enum Precision: String, CaseIterable, Sendable {
        /// At the place.
        case exact
        /// At a sync sample near it, where there is one.
        case near

        /// How far from the place it may land.
        package var tolerance: MediaTime { self == .exact ? .zero : .seconds(2) }
    }

    /// What people call it, such as `keyframe-3+1f:exact`.
    package let name: String
    /// Where it lies.
    package let time: MediaTime
    /// How near a seek has to land.
    package let precision: Precision

    /// All places around what demuxing has shown of a video.
    ///
    /// Where a discontinuity is a segment starts, and mostly there is a keyframe: of places with more
    /// than one name the first counts.
    ///
    /// - Parameters:
    ///   - timeline: Where its segments lie.
    ///   - keyframes: Where its sync samples lie, in order.
    ///   - frame: How long a picture is shown.
    /// - Returns: The places, in order of time.
    package static func all(
        of timeline: TrackTimeline, keyframes: [MediaTime], frame: MediaTime
    ) -> [SeekTarget] {
        var names: [MediaTime: String] = [:]
        func add(_ name: String, _ time: MediaTime) {
            for (suffix, offset) in [("", .zero), ("-1f", -frame), ("+1f", frame)] {
                let place = time + offset
                guard place >= .zero, place <= timeline.end, names[place] == nil else { continue }
                names[place] = name + suffix
            }
        }
        for index in 0..<timeline.count {
            let isDiscontinuity =
                index > 0 && timeline.domain(of: index) != timeline.domain(of: index - 1)
            let name = isDiscontinuity ? "discontinuity" : "segment"
            add("\(name)-\(index)", timeline.interval(of: index).lowerBound)
        }
        add("end", timeline.end)
        for (index, keyframe) in keyframes.enumerated() { add("keyframe-\(index)", keyframe) }
        return names.sorted { $0.key < $1.key }.flatMap { time, name in
            Precision.allCases.map {
                SeekTarget(name: "\(name):\($0.rawValue)", time: time, precision: $0)
            }
        }
    }
}
