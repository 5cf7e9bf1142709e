/// The codec of a track.
package enum Codec: Hashable, Sendable {
    case h264, hevc, av1, vp9, mpeg2Video
    case aac, ac3, eac3, mpegAudio, opus, flac, alac
    case webVTT, ttml, timedText, closedCaptions
    case id3
    /// Another codec, by its name in libavcodec.
    case other(String)
}
