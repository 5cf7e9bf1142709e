/// A player that a session can model when it plays live streams.
package enum LiveProfile: String, CaseIterable, Sendable {
    /// The rules of AVPlayer, from reports and documentation, because its code is not public.
    case apple
    /// The rules of RFC 8216 without low latency.
    case rfc8216
    /// hls.js, read at commit afe5b8bf.
    case hlsJS = "hls.js"
    /// The HLS module of media3, read at commit 2bc20785.
    case media3
    /// Shaka Player, read at commit 35b290e4.
    case shaka
    /// The HLS module of GStreamer, `hlsdemux2`, read at version 1.22.0.
    case gstreamer
    /// videojs/http-streaming, read at commit 6da45b06.
    case vhs
}
