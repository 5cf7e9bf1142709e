import Presentation
import VirtualTime

/// The cues of the selected subtitles that have arrived and have not been placed.
struct CueArrivals {
    /// The cues of one segment that have not been placed.
    struct Arrival {
        let cues: SegmentCues
        let media: RenditionMedia
        let index: Int
    }

    /// The arrivals, in order.
    var arrivals: [Arrival] = []

    /// Takes note of the cues of a segment, which are placed in the next step.
    mutating func arrive(_ cues: SegmentCues?, at index: Int, of media: RenditionMedia) {
        guard let cues, !cues.cues.isEmpty else { return }
        arrivals.append(Arrival(cues: cues, media: media, index: index))
    }
}

extension PlaybackSession {
    /// Places the arrived cues whose time origin is known.
    func placeCues() {
        guard !cueArrivals.arrivals.isEmpty else { return }
        // What was due up to here has been reported; what is over by now never will be.
        decide { machine, _ in machine.followCues() }
        let arrivals = cueArrivals.arrivals
        cueArrivals.arrivals = []
        for arrival in arrivals {
            guard let offset = offset(of: arrival) else {
                cueArrivals.arrivals.append(arrival)
                continue
            }
            let placed = arrival.cues.cues.map { cue in
                var cue = cue
                cue.start = cue.start + offset
                cue.end = cue.end + offset
                return cue
            }
            do throws(CueTrack.Overflow) {
                try machine.add(cues: placed, joinsPieces: arrival.cues.areCutAtSamples)
                perform()
            } catch {
                let cause = "more than \(CueTrack.mostCues) cues"
                return recoverSubtitles(
                    from: .subtitles(cause, url: arrival.media.segmentURL(arrival.index)))
            }
        }
    }

    /// Returns the offset for the times of cues; `nil` while the origin of their timestamps is
    /// unknown.
    private func offset(of arrival: CueArrivals.Arrival) -> MediaTime? {
        guard let first = arrival.cues.cues.lazy.map(\.start).min() else { return .zero }
        let interval = arrival.media.timeline.interval(of: arrival.index)
        let domain = domain(of: arrival, in: interval)
        switch arrival.cues.clock {
        case .presentation: return .zero
        case .container:
            return placer.offset(of: first, domain: domain, wrap: nil, near: interval)
        case .transport(let offset):
            let timestamp = first + offset
            return placer.offset(
                of: timestamp, domain: domain, wrap: SegmentPlacer.transportWrap, near: interval
            ).map { $0 + offset }
        }
    }

    /// The discontinuity domain that the timestamps of cues belong to: that of their segment, or
    /// where the main track has no such domain, the one that it has at the place of the segment.
    private func domain(
        of arrival: CueArrivals.Arrival, in interval: Range<MediaTime>
    ) -> Int {
        let domain = arrival.media.timeline.domain(of: arrival.index)
        guard let main = feeders.first?.media.timeline, main.count > 0,
            !placer.canPlace(domain: domain),
            !(main.domain(of: 0)...max(main.domain(of: 0), main.domain(of: main.count - 1)))
                .contains(domain)
        else { return domain }
        return main.domain(of: main.index(at: interval.lowerBound) ?? main.count - 1)
    }

    /// Hides what is shown, and forgets the cues because other subtitles are selected.
    func forgetCues() {
        cueArrivals = CueArrivals()
        decide { $0.forgetCues(at: $1) }
    }
}
