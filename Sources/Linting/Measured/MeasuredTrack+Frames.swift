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

    /// The shortest time without samples that is more than rounding: three quarters of a frame of a
    /// track of a constant rate, and longer than any border where the rate varies.
    var leastGap: MediaTime {
        guard sampleCount >= 6, duration > .zero else { return .seconds(1) }
        let usual =
            kind == .video ? frameDuration : MediaTime(ticks: duration.ticks / Int64(sampleCount))
        let error = usual * sampleCount - duration
        guard holes.isEmpty, error.magnitude <= usual.half else { return .seconds(1) }
        return max(MediaTime(ticks: usual.ticks / 4 * 3), .milliseconds(5))
    }
}

extension MeasuredSegment {
    /// The track whose times place the segment: pictures, else sound.
    var lead: MeasuredTrack? { track(.video) ?? track(.audio) }
}

extension MediaTime {
    /// The time without its sign.
    var magnitude: MediaTime { max(self, -self) }

    /// Half of the time.
    var half: MediaTime { MediaTime(ticks: ticks / 2) }
}
