import Presentation
import VirtualTime

extension MeasuredTrack {
    /// The duration of a video frame, or an upper bound for the duration of an audio frame.
    var frameDuration: MediaTime {
        if let rate = frameRate, rate > 0 {
            return MediaTime(seconds: 1 / rate) ?? .milliseconds(40)
        }
        return .milliseconds(kind == .audio ? 50 : 40)
    }

    /// The duration of the samples at their average frame rate; `nil` if the rate is unknown.
    var countedTime: MediaTime? { frameRate == nil ? nil : frameDuration * sampleCount }

    /// The highest rate of a track whose rate varies; `nil` when the rate is constant.
    var variableRate: Double? {
        guard let fastestRate, let frameRate, fastestRate > frameRate * 1.05 else { return nil }
        return fastestRate
    }

    /// Returns whether a difference from a stated duration is too large to be a rounding error.
    ///
    /// The tolerance is one and a half frames of video, or two long frames of audio, because audio
    /// is not cut at the same times as video.
    func isOff(_ error: MediaTime) -> Bool {
        error.magnitude > (kind == .video ? frameDuration + frameDuration.half : frameDuration * 2)
    }

    /// The duration of a sample in a track with a constant rate.
    ///
    /// The value is `nil` when the rate varies, or when too few samples are known to determine the
    /// duration.
    var usualFrame: MediaTime? {
        guard sampleCount >= 6, duration > .zero, variableRate == nil, holes.isEmpty else {
            return nil
        }
        return kind == .video
            ? frameDuration : MediaTime(ticks: duration.ticks / Int64(sampleCount))
    }

    /// The shortest gap between samples that cannot be the result of rounding.
    ///
    /// It is three quarters of a frame for a constant rate. Where the rate varies, it is longer
    /// than any gap at a segment boundary.
    var leastGap: MediaTime {
        guard let usual = usualFrame else { return .seconds(1) }
        let error = usual * sampleCount + filledTime(before: end) - duration
        guard error.magnitude <= usual.half else { return .seconds(1) }
        return Self.leastGap(of: usual)
    }

    /// Returns the duration of the pictures missing before a position, found by counting pictures.
    ///
    /// The duration can be determined only for a constant rate. The pictures are counted because
    /// missing pictures that are last in decoding order, but not in display order, leave no hole in
    /// the decode times. For a segment that does not start with a keyframe, the method returns
    /// zero, because its missing pictures may be part of the previous segment.
    ///
    /// - Parameter place: The end of the track's own pictures, or the start of the next segment's
    ///   pictures.
    /// - Returns: The total duration of the missing pictures between the start of the track and the
    ///   position. A duration of less than three quarters of a frame counts as zero. The result is
    ///   also zero where the rate varies.
    func lostTime(before place: MediaTime) -> MediaTime {
        guard kind == .video, !startsWithoutKeyframe, let usual = usualFrame, let decodeTime,
            (usual * sampleCount - decodeTime).magnitude <= usual.half
        else { return .zero }
        let lost = place - start - usual * sampleCount - filledTime(before: place)
        return lost > Self.leastGap(of: usual) ? lost : .zero
    }

    /// Returns the total duration of the pictures of other segments that are shown before a time.
    ///
    /// The pictures are shown between pictures of this segment.
    func filledTime(before place: MediaTime) -> MediaTime {
        filledHoles.filter { $0.upperBound <= place }.reduce(.zero) { $0 + $1.length }
    }

    /// Returns three quarters of a frame's duration, but at least 5 ms.
    ///
    /// The minimum is the rounding error of media clocks.
    static func leastGap(of frame: MediaTime) -> MediaTime {
        max(MediaTime(ticks: frame.ticks / 4 * 3), .milliseconds(5))
    }
}

extension MeasuredSegment {
    /// The time at which the media clock restarts at zero; `nil` if it never restarts.
    ///
    /// The timestamps of MPEG-TS and of packed audio have 33 bits and restart after 26.5 hours.
    var clockWrap: MediaTime? { isTransportStream || isPackedAudio ? .transportWrap : nil }

    /// The track whose times represent the segment: the video, or else the audio.
    var lead: MeasuredTrack? { track(.video) ?? track(.audio) }

    /// The tracks with known times.
    ///
    /// They are the tracks that were read or, if the segment could not be read, the tracks that the
    /// boxes of the segment describe.
    var timedTracks: [MeasuredTrack] { isLost ? storedTracks : tracks }

    /// Returns the track of a kind from ``timedTracks``.
    func timedTrack(_ kind: MeasuredTrack.Kind) -> MeasuredTrack? {
        timedTracks.first { $0.kind == kind }
    }

    /// Returns the tracks of a kind, each with the track of a later segment that continues it.
    ///
    /// The tracks have the same number in their containers. If no number occurs in both segments,
    /// the first tracks of the two segments belong together.
    func continuedTracks(
        _ kind: MeasuredTrack.Kind, in later: MeasuredSegment
    ) -> [(MeasuredTrack, MeasuredTrack)] {
        let others = later.timedTracks.filter { $0.kind == kind }
        let pairs = timedTracks.filter { $0.kind == kind }.compactMap { track in
            others.first { $0.id == track.id && $0.id != nil }.map { (track, $0) }
        }
        guard pairs.isEmpty, let one = timedTrack(kind), let next = others.first else {
            return pairs
        }
        return [(one, next)]
    }

    /// Returns the kind of a track in words, with its number if the segment has several of them.
    func name(of track: MeasuredTrack) -> String {
        let isOnly = timedTracks.count { $0.kind == track.kind } < 2
        guard !isOnly, let id = track.id else { return track.kind.rawValue }
        return "\(track.kind.rawValue) of track \(id)"
    }

    /// The track whose times represent the segment, even if only the segment's boxes could be read.
    var timedLead: MeasuredTrack? { timedTrack(.video) ?? timedTrack(.audio) }
}

extension MediaTime {
    /// The period after which the 33-bit MPEG-2 TS clock restarts at zero.
    static let transportWrap = MediaTime(1 << 33, timescale: 90_000)

    /// The absolute value of the time.
    var magnitude: MediaTime { max(self, -self) }

    /// Half of the time.
    var half: MediaTime { MediaTime(ticks: ticks / 2) }
}
