/// A player that a session can model when it plays live streams.
package enum LiveProfile: String, CaseIterable, Sendable {
    /// The rules of AVPlayer, from reports and documentation, because its code is not public.
    case apple
    /// The rules of RFC 8216 without low latency.
    case rfc8216
    /// The rules of hls.js at commit afe5b8bf.
    case hlsJS = "hls.js"
    /// The rules of the HLS module of media3 at commit 2bc20785.
    case media3
    /// The rules of Shaka Player at commit 35b290e4.
    case shaka
    /// The rules of `hlsdemux2`, the HLS module of GStreamer, in version 1.22.0.
    case gstreamer
    /// The rules of videojs/http-streaming at commit 6da45b06.
    case vhs
}
