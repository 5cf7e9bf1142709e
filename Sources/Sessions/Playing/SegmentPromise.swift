package import Containers
import Presentation
package import VirtualTime

/// Decides whether a segment contains as much media as its playlist declares.
///
/// A segment is as long as its longest track. If one of its tracks ends early, the segment is still
/// complete, and the ledger shows the missing media of the shorter track.
package struct SegmentPromise: Equatable, Sendable {
    /// The greatest shortfall of media that a segment may have without counting as truncated.
    ///
    /// A playlist may round durations to whole seconds. A segment that declares less than a second
    /// has a smaller tolerance, since no rounding explains that most of its media is absent.
    package static let tolerance = MediaTime.milliseconds(500)

    /// The duration that the playlist declares (`EXTINF`).
    package let duration: MediaTime

    package init(_ duration: MediaTime) {
        self.duration = duration
    }

    /// Returns whether the segment is so short that it counts as complete even without samples.
    ///
    /// Such a segment declares at most the duration of a single frame. Some packagers end a
    /// presentation with such a segment, and put the frame into the previous segment.
    ///
    /// - Parameter other: A segment of the same rendition, which shows the duration of a frame;
    ///   `nil` when there is none.
    /// - Returns: Whether the segment counts as complete even without samples.
    package func isNegligible(beside other: DemuxedSegment?) -> Bool {
        if duration <= TrackTimeline.tolerance { return true }
        if duration > Self.tolerance { return false }
        let frames = (other?.playableTracks ?? []).map(\.frame)
        let longest = (frames.max() ?? .zero) + .milliseconds(1)
        return duration <= longest
    }

    /// Returns whether the segment may have no samples.
    ///
    /// An ISO file consists of whole boxes, so it can state that it is empty. In other containers,
    /// an empty segment looks like a segment whose end is missing. An empty segment then counts as
    /// complete only if the excess of the previous segment is at least half as long as the duration
    /// of the empty segment.
    ///
    /// - Parameters:
    ///   - empty: The segment, which has no samples.
    ///   - other: A segment of the same rendition, which shows the duration of a frame; `nil` when
    ///     there is none.
    ///   - excess: The time by which the media of the previous segment exceeds the declared
    ///     duration of that segment; `nil` if the time is unknown.
    /// - Returns: Whether no media is absent.
    func permits(
        _ empty: DemuxedSegment, beside other: DemuxedSegment?, after excess: MediaTime?
    ) -> Bool {
        guard isNegligible(beside: other) else { return false }
        return empty.format.isISO || duration == .zero
            || excess.map { $0 * 2 >= duration } ?? false
    }

    /// Returns the length of the segment's media if the segment is truncated; otherwise `nil`.
    ///
    /// A segment that declares less than a second is truncated if it has less than half of its
    /// media, unless the absent media is at most one frame.
    ///
    /// - Parameters:
    ///   - spans: The interval of each track of the segment. The interval is empty for a single
    ///     frame whose duration the container does not state.
    ///   - tracks: The tracks of a segment of the same rendition. A track with several frames shows
    ///     the duration of a frame. `nil` is for a part of a segment, whose tolerance is always
    ///     ``tolerance``.
    /// - Returns: The time from the first start to the last end.
    package func shortfall(
        of spans: [Range<MediaTime>], beside tracks: [DemuxedTrack]? = nil
    ) -> MediaTime? {
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        let found = end - start
        guard let tracks else { return found < duration - Self.tolerance ? found : nil }
        let frames = tracks.map { $0.sampleCount > 1 ? $0.frame : Self.tolerance }
        let frame = (frames.max() ?? .zero) + .milliseconds(1)
        let half = MediaTime(ticks: duration.ticks / 2)
        let isFrameKnown = spans.allSatisfy { !$0.isEmpty }
        let least = isFrameKnown ? frame : max(frame, TrackTimeline.tolerance)
        return found < duration - min(Self.tolerance, max(half, least)) ? found : nil
    }

    /// Returns the length of a segment's media if the segment is truncated; otherwise `nil`.
    ///
    /// The result is also `nil` if the segment has neither video nor audio. The position of the
    /// segment on a timeline is not needed.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - first: The first segment of the rendition that was read; `nil` when it is this segment.
    /// - Returns: The time from the first start to the last end of its tracks.
    package func shortfall(
        of segment: DemuxedSegment, beside first: DemuxedSegment?
    ) -> MediaTime? {
        let tracks = segment.withOnlyPicture(lasting: duration, beside: first).playableTracks
        guard !tracks.isEmpty else { return nil }
        return shortfall(
            of: tracks.map { $0.start..<max($0.start, $0.end) },
            beside: (first ?? segment).playableTracks)
    }

    /// Returns the reason why a stored segment lacks media that the playlist promises.
    ///
    /// Encrypted samples also count as absent if the playlist lists no key for them.
    ///
    /// - Parameters:
    ///   - contents: The demuxed segment, or the reason why it cannot be demuxed.
    ///   - first: The first segment of the rendition that was demuxed; `nil` when it is this one.
    ///   - isClear: Whether the playlist lists no key for the samples, or they have been decrypted.
    /// - Returns: The reason; `nil` if no media is absent, or the encryption hides it.
    package func lack(
        in contents: Result<DemuxedSegment, ContainerError>, beside first: DemuxedSegment?,
        isClear: Bool
    ) -> String? {
        switch contents {
        case .success(let segment):
            if isClear, let encryption = segment.encryption { return encryption.text }
            guard isClear || segment.format.isISO,
                let found = shortfall(of: segment, beside: first)
            else { return nil }
            return "it holds \(found) s of media, and its playlist promises \(duration) s"
        case .failure(let error):
            if case .noSamples = error.reason, isNegligible(beside: first) { return nil }
            return isClear ? "\(error)" : nil
        }
    }
}

extension DemuxedTrack {
    /// The mean duration of a frame.
    fileprivate var frame: MediaTime {
        MediaTime(ticks: duration.ticks / Int64(max(1, sampleCount)))
    }
}

extension TrackTimeline {
    /// Returns the time by which a segment's predecessor exceeds its declared duration.
    ///
    /// - Parameter number: The segment.
    /// - Returns: The time; `nil` if there is no predecessor, or if it was not measured.
    func excess(before number: SegmentNumber) -> MediaTime? {
        guard let former = segment(before: number), let found = measuredInterval(of: former) else {
            return nil
        }
        return found.length - promisedInterval(of: former).length
    }

    /// Returns whether a segment has a predecessor that was not measured.
    func isUnread(before number: SegmentNumber) -> Bool {
        segment(before: number).map { measuredInterval(of: $0) == nil } ?? false
    }
}

extension Placement {
    /// The interval of each kind of media, including holes.
    var spans: [Range<MediaTime>] {
        let kinds = coverage.compactMap { coverage -> Range<MediaTime>? in
            guard let first = coverage.present.intervals.first,
                let last = coverage.present.intervals.last
            else { return nil }
            return first.lowerBound..<last.upperBound
        }
        return kinds + [interval]
    }
}
