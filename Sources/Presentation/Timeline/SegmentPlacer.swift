package import Containers
package import VirtualTime

/// The position of a demuxed segment's media on the presentation timeline.
package struct Placement: Equatable, Sendable {
    /// The timeline intervals that the media of one kind covers.
    package struct Coverage: Equatable, Sendable {
        package let kind: TrackDescription.Kind
        /// The intervals that contain samples, without the holes between them.
        package let present: IntervalSet
        /// The intervals between the start and the end of the track that contain no samples.
        package let holes: [Range<MediaTime>]
        /// The intervals whose samples could not be decoded.
        package let broken: IntervalSet
        /// The intervals whose samples have decode times that earlier samples already reached.
        package let repeated: IntervalSet
    }

    /// The interval of the leading track, which is the video track if there is one.
    package let interval: Range<MediaTime>
    /// The intervals that the media of each kind covers.
    package let coverage: [Coverage]
    /// Whether the timestamps jump at this segment without a declared discontinuity.
    package let isUndeclaredJump: Bool
    /// The distance from the timestamps of the other track in the same discontinuity domain.
    ///
    /// The value is `nil` if the timestamps of audio and video agree, and negative if the
    /// timestamps of this segment are earlier.
    package let lostSynchrony: MediaTime?
    /// The times of the leading track's sync samples.
    package let keyframes: [MediaTime]
}

/// Places demuxed segments on the presentation timeline by their timestamps.
package struct SegmentPlacer: Equatable, Sendable {
    /// The largest drift of timestamps from the playlist that does not count as a timestamp jump.
    ///
    /// The duration of the segment, or of the previous one if that is longer, is added to this
    /// limit. The tolerance covers rounding and drift in playlists. Due to the addition, a repeated
    /// or a missing segment does not count as a jump, although the timestamps deviate by its
    /// duration.
    package static let longestDrift = MediaTime.seconds(10)

    private var map = TimestampOrigins()
    private var restarts = TimestampRestarts()
    private var clocks = RenditionClocks()

    package init() {}

    /// Returns whether the timestamp origin of a discontinuity domain is known.
    package func canPlace(domain: Int) -> Bool { map.hasOrigin(of: domain) }

    /// Places a segment.
    ///
    /// The first placed segment of a discontinuity domain fixes the timestamp origin of the domain.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - domain: Its discontinuity sequence number.
    ///   - expected: Its position according to the playlist and the previous segments.
    ///   - rendition: The location of its playlist.
    ///   - isAudio: Whether the playlist is an audio rendition, played with a variant stream.
    ///   - isWhole: Whether the playlist lists the whole asset, so that the asset starts at zero.
    ///   - uncertainty: The largest error of `expected`, apart from drift, in the first placed
    ///     segment of the rendition.
    /// - Returns: Its placement; `nil` when it has no audio or video samples.
    package mutating func place(
        _ segment: DemuxedSegment, domain: Int, expected: Range<MediaTime>,
        of rendition: String = "", isAudio: Bool = false, isWhole: Bool = false,
        uncertainty: @autoclosure () -> MediaTime = .zero
    ) -> Placement? {
        guard let lead = segment.leadingTrack else { return nil }
        let tracks = segment.playableTracks
        fixOrigin(
            by: segment, domain: domain, expected: expected, of: rendition, isAudio: isAudio,
            isWhole: isWhole)
        var origins = clocks.origins(of: rendition, in: domain) ?? map
        func position(of track: DemuxedTrack, near expected: MediaTime) -> MediaTime {
            origins.presentationTime(
                of: track.start, in: domain, wrap: segment.timestampWrap, near: expected)
                ?? expected
        }
        var isJump = false
        var leadStart = position(of: lead, near: expected.lowerBound)
        let drift = segment.lacksClock ? .zero : leadStart - expected.lowerBound
        let isFirst = restarts.isFirst(in: domain, of: rendition)
        let isRestart = restarts.take(
            lead.start, byteCount: segment.byteCount, domain: domain, of: rendition,
            at: expected.lowerBound, drift: drift)
        if segment.lacksClock {
            leadStart = expected.lowerBound
        } else {
            let isCorrected =
                isFirst && clocks.mayCorrect(rendition, isAudio: isAudio, in: domain)
            let error = isCorrected ? uncertainty() : .zero
            let length = max(expected.length, clocks.lastDuration(of: rendition))
            let limit = Self.longestDrift + length + error
            let drifts = isRestart || max(drift, -drift) > limit
            let entry = RenditionClocks.Entry(
                rendition: rendition, isAudio: isAudio, domain: domain, expected: expected,
                isWhole: isWhole)
            let losesSynchrony = clocks.take(
                entry, timestamp: lead.start, jump: drifts ? drift : nil, limit: limit,
                wrap: segment.timestampWrap, isFirst: isFirst)
            if drifts {
                isJump = !losesSynchrony
                if isJump, !isFirst { clocks.noteJump() }
                if isJump { moveOrigin(of: entry, timestamp: lead.start) }
                origins = clocks.origins(of: rendition, in: domain) ?? map
                leadStart = expected.lowerBound
            }
        }
        func shifted(_ time: MediaTime, of track: DemuxedTrack) -> MediaTime {
            segment.lacksClock
                ? leadStart + (time - lead.start)
                : position(of: track, near: leadStart) + (time - track.start)
        }
        var coverage: [Placement.Coverage] = []
        for track in tracks where !coverage.contains(where: { $0.kind == track.description.kind }) {
            let whole = IntervalSet(
                shifted(track.start, of: track)..<shifted(track.end, of: track))
            var present = whole
            for hole in track.holes {
                let interval =
                    shifted(hole.lowerBound, of: track)..<shifted(hole.upperBound, of: track)
                present = present.subtracting(IntervalSet(interval))
            }
            var broken = IntervalSet()
            for frame in track.brokenFrames {
                broken.insert(
                    shifted(frame.lowerBound, of: track)..<shifted(frame.upperBound, of: track))
            }
            var repeated = IntervalSet()
            for span in track.repeatedSpans {
                repeated.insert(
                    shifted(span.lowerBound, of: track)..<shifted(span.upperBound, of: track))
            }
            coverage.append(
                Placement.Coverage(
                    kind: track.description.kind, present: present,
                    holes: whole.subtracting(present).intervals, broken: broken,
                    repeated: repeated))
        }
        let interval = leadStart..<leadStart + (lead.end - lead.start)
        clocks.place(rendition, upTo: interval.upperBound, lasting: expected.length)
        return Placement(
            interval: interval, coverage: coverage, isUndeclaredJump: isJump,
            lostSynchrony: clocks.distance(of: rendition, in: domain),
            keyframes: lead.keyframes.map { shifted($0, of: lead) })
    }

    /// Fixes the timestamp origin of a discontinuity domain, unless it is already known.
    ///
    /// The origin follows from a segment of the domain. The segment itself is not placed.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - domain: The discontinuity sequence number of the segment.
    ///   - expected: The position of the segment according to the playlist and the previous
    ///     segments.
    ///   - rendition: The location of its playlist.
    ///   - isAudio: Whether the playlist is an audio rendition, played with a variant stream.
    ///   - isWhole: Whether the playlist lists the whole asset, so that the asset starts at zero.
    package mutating func fixOrigin(
        by segment: DemuxedSegment, domain: Int, expected: Range<MediaTime>,
        of rendition: String = "", isAudio: Bool = false, isWhole: Bool = false
    ) {
        guard let lead = segment.leadingTrack, !segment.lacksClock, !canPlace(domain: domain)
        else { return }
        clocks.fix(
            by: RenditionClocks.Entry(
                rendition: rendition, isAudio: isAudio, domain: domain, expected: expected,
                isWhole: isWhole))
        map.fixOrigin(of: domain, timestamp: lead.start, at: expected.lowerBound)
    }

    /// The span after which the clock of MPEG-2 TS restarts.
    package static let transportWrap = DemuxedSegment.transportWrap

    /// Returns the offset to add to the timestamps of a subtitle segment.
    ///
    /// Subtitles never fix the timestamp origin of a discontinuity domain themselves.
    ///
    /// - Parameters:
    ///   - timestamp: One of the segment's timestamps; the offset applies to all of them.
    ///   - domain: The discontinuity sequence number.
    ///   - wrap: The span after which timestamps restart; `nil` when they do not.
    ///   - expected: The position of the segment in the playlist.
    /// - Returns: The offset, or `nil` while the domain has no origin.
    package func offset(
        of timestamp: MediaTime, domain: Int, wrap: MediaTime?, near expected: Range<MediaTime>
    ) -> MediaTime? {
        // A subtitle file may cover a whole day. If its timestamps restart, it has several possible
        // positions. The position nearest to the middle of the expected interval is used,
        // regardless of the position of the first subtitle.
        let middle = MediaTime(
            ticks: expected.lowerBound.ticks / 2 + expected.upperBound.ticks / 2)
        return map.presentationTime(of: timestamp, in: domain, wrap: wrap, near: middle)
            .map { $0 - timestamp }
    }

    private mutating func moveOrigin(of entry: RenditionClocks.Entry, timestamp: MediaTime) {
        let place = entry.expected.lowerBound
        let isOwn = clocks.moveOrigin(
            of: entry.rendition, in: entry.domain, timestamp: timestamp, to: place)
        if !isOwn { map.moveOrigin(of: entry.domain, timestamp: timestamp, to: place) }
    }
}

extension DemuxedSegment {
    /// The video and audio tracks that have samples.
    package var playableTracks: [DemuxedTrack] {
        // Nearly all segments have only playable tracks and therefore need no new array.
        tracks.allSatisfy(\.isPlayable) ? tracks : tracks.filter(\.isPlayable)
    }

    /// Returns the first track of a kind, among the tracks with samples; `nil` when there is none.
    package func playableTrack(_ kind: TrackDescription.Kind) -> DemuxedTrack? {
        tracks.first { $0.description.kind == kind && $0.isPlayable }
    }

    /// The track that determines the position: video, or else audio; `nil` if both are missing.
    package var leadingTrack: DemuxedTrack? { playableTrack(.video) ?? playableTrack(.audio) }
}

extension DemuxedTrack {
    /// Whether the track is a video or audio track with samples.
    fileprivate var isPlayable: Bool {
        (description.kind == .video || description.kind == .audio) && sampleCount > 0
    }
}
