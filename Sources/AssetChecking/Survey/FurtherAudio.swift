import Containers
import Formats
import Presentation
import Sessions
import VirtualTime

/// Finds missing audio in the tracks after the first one, which playback does not read.
struct FurtherAudio {
    /// The audio of one track in a segment, on the container's own clock.
    private struct Span {
        let start: MediaTime
        let end: MediaTime
        /// The mean duration of a frame.
        let frame: MediaTime
        /// The time inside the segment for which the track has no samples.
        let absent: MediaTime
    }

    private struct Segment {
        /// The interval of the leading track.
        let lead: Range<MediaTime>
        let wrap: MediaTime?
        /// The further audio tracks, by their numbers in the container.
        let spans: [Int: Span]
    }

    private var segments: [SegmentNumber: Segment] = [:]

    /// Records the further audio tracks of a segment.
    mutating func take(_ contents: DemuxedSegment, of number: SegmentNumber) {
        let audio = contents.tracks.filter { $0.description.kind == .audio && $0.sampleCount > 0 }
        guard audio.count > 1, let lead = contents.leadingTrack else { return }
        var spans: [Int: Span] = [:]
        for track in audio.dropFirst() where track.duration > .zero {
            let absent = track.holes.reduce(.zero) { $0 + $1.length }
            spans[track.description.id] = Span(
                start: track.start, end: track.end,
                frame: MediaTime(ticks: (track.duration - absent).ticks / Int64(track.sampleCount)),
                absent: absent)
        }
        segments[number] = Segment(
            lead: lead.start..<max(lead.start, lead.end), wrap: contents.timestampWrap,
            spans: spans)
    }

    /// Returns descriptions of missing audio in and between the segments of a rendition.
    func losses(in media: RenditionMedia) -> [String] {
        let timeline = media.timeline
        var losses: [String] = []
        func note(_ number: SegmentNumber, _ words: String) {
            guard losses.count < RemarkList.limit else { return }
            losses.append(PlaceText.cut("\(media.segmentURL(number)): \(words)"))
        }
        for number in timeline.numbers {
            guard let segment = segments[number] else { continue }
            let spans = segment.spans.sorted { $0.key < $1.key }
            for (id, span) in spans where span.absent > .zero {
                note(number, "audio track \(id) has no samples for \(span.absent) s")
            }
            guard let before = timeline.segment(before: number),
                timeline.domain(of: before) == timeline.domain(of: number),
                let earlier = segments[before]
            else { continue }
            for (id, gap) in Self.gaps(between: earlier, segment) {
                note(number, "\(gap) s of audio track \(id) are missing before it")
            }
        }
        return losses
    }

    /// Returns the missing audio between two segments, in the order of the track numbers.
    ///
    /// Segments are compared only if the leading track continues from one to the next.
    private static func gaps(
        between earlier: Segment, _ later: Segment
    ) -> [(id: Int, gap: MediaTime)] {
        func step(from end: MediaTime, to start: MediaTime) -> MediaTime {
            (start - end).unwrapped(by: later.wrap)
        }
        let distance = step(from: earlier.lead.upperBound, to: later.lead.lowerBound)
        guard max(distance, -distance) <= TrackTimeline.tolerance else { return [] }
        return later.spans.sorted { $0.key < $1.key }.compactMap { id, span in
            guard let last = earlier.spans[id] else { return nil }
            let gap = step(from: last.end, to: span.start)
            let frame = max(last.frame, span.frame)
            return frame > .zero && gap * 4 >= frame * 3 ? (id, gap) : nil
        }
    }
}
