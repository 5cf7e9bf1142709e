/// The properties of a track according to its container.
package struct TrackDescription: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case video, audio, subtitle, timedMetadata, other
    }

    /// The index of the track in its container, counted from zero.
    package var index: Int

    /// The number of the track in the container: a track ID or a packet identifier.
    package var id: Int

    package var kind: Kind
    package var codec: Codec

    /// The codec in the form of RFC 6381; `nil` when the container has too little information.
    package var codecString: String?

    /// The size of a picture in pixels; `nil` for anything but video.
    package var width: Int?
    package var height: Int?

    /// The average number of frames per second; `nil` for anything but video.
    package var frameRate: FrameRate?

    /// Whether pictures of H.264 may be coded as fields; `false` for every other codec.
    package var isInterlaced = false

    /// The transfer characteristics of H.264 or HEVC by ITU-T H.273; `nil` when not stated.
    package var transfer: Int?

    /// The number of audio samples per second; `nil` for anything but audio.
    package var sampleRate: Int?

    /// The number of audio channels; `nil` for anything but audio.
    package var channels: Int?

    /// The language as the container writes it; `nil` when undetermined.
    package var language: String?
}

/// The number of frames per second, as a fraction.
package struct FrameRate: Hashable, Sendable {
    package var frames: Int64
    package var seconds: Int64

    package init(_ frames: Int64, per seconds: Int64) {
        self.frames = frames
        self.seconds = seconds
    }

    package var perSecond: Double { Double(frames) / Double(seconds) }
}
