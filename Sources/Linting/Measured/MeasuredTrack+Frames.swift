import VirtualTime

extension MeasuredTrack {
    /// The duration of a frame of video, or the longest of an audio frame.
    var frameDuration: MediaTime {
        if let rate = frameRate, rate > 0 {
            return MediaTime(seconds: 1 / rate) ?? .milliseconds(40)
        }
        return .milliseconds(kind == .audio ? 50 : 40)
    }

    /// The duration of the samples at their average rate; `nil` without a rate.
    var countedTime: MediaTime? { frameRate == nil ? nil : frameDuration * sampleCount }

    /// The highest rate of a track whose rate varies; `nil` for a constant rate.
    var variableRate: Double? {
        guard let fastestRate, let frameRate, fastestRate > frameRate * 1.05 else { return nil }
        return fastestRate
    }

    /// Returns whether an error of a stated duration is more than rounding: a frame and a half of
    /// video, or two long frames of audio, which is not cut where video is.
    func isOff(_ error: MediaTime) -> Bool {
        error.magnitude > (kind == .video ? frameDuration + frameDuration.half : frameDuration * 2)
    }

    /// The duration of a sample of a track of a constant rate; `nil` where the rate varies, or when
    /// the samples are too few to show it.
    var usualFrame: MediaTime? {
        guard sampleCount >= 6, duration > .zero, variableRate == nil, holes.isEmpty else {
            return nil
        }
        return kind == .video
            ? frameDuration : MediaTime(ticks: duration.ticks / Int64(sampleCount))
    }

    /// The shortest time without samples that is more than rounding: three quarters of a frame of a
    /// track of a constant rate, and longer than any border where the rate varies.
    var leastGap: MediaTime {
        guard let usual = usualFrame else { return .seconds(1) }
        let error = usual * sampleCount - duration
        guard error.magnitude <= usual.half else { return .seconds(1) }
        return Self.leastGap(of: usual)
    }

    /// Returns the time without pictures from the start to a place, which the number of pictures of
    /// a constant rate shows.
    ///
    /// Decode times have no hole where pictures are missing that were to be decoded last, but shown
    /// between others. A segment that does not start with a keyframe may lack pictures that are
    /// decoded in the one before it.
    ///
    /// - Parameter place: The end of the pictures, or the start of the next ones.
    /// - Returns: The time; zero when it is less than three quarters of a frame, and where the rate
    ///   varies.
    func lostTime(before place: MediaTime) -> MediaTime {
        guard kind == .video, !startsWithoutKeyframe, let usual = usualFrame, let decodeTime,
            (usual * sampleCount - decodeTime).magnitude <= usual.half
        else { return .zero }
        let lost = place - start - usual * sampleCount
        return lost > Self.leastGap(of: usual) ? lost : .zero
    }

    /// Returns three quarters of a frame, but no less than clocks are rounded to.
    static func leastGap(of frame: MediaTime) -> MediaTime {
        max(MediaTime(ticks: frame.ticks / 4 * 3), .milliseconds(5))
    }
}

extension MeasuredSegment {
    /// The track whose times place the segment: pictures, else sound.
    var lead: MeasuredTrack? { track(.video) ?? track(.audio) }

    /// The tracks that have times: those that were read, else those that boxes describe.
    var timedTracks: [MeasuredTrack] { isLost ? storedTracks : tracks }

    /// Returns the track of a kind that has times.
    func timedTrack(_ kind: MeasuredTrack.Kind) -> MeasuredTrack? {
        timedTracks.first { $0.kind == kind }
    }

    /// The track whose times, read or described by boxes, place the segment.
    var timedLead: MeasuredTrack? { timedTrack(.video) ?? timedTrack(.audio) }
}

extension MediaTime {
    /// The time without its sign.
    var magnitude: MediaTime { max(self, -self) }

    /// Half of the time.
    var half: MediaTime { MediaTime(ticks: ticks / 2) }
}
