/// The advice for rules about partial segments and live broadcasts.
enum LiveAdvice {
    /// The advice, keyed by rule code.
    static let all: [String: RuleAdvice] = [
        "part.longer-than-media": .init(
            "durations of parts were taken from a setting",
            "a low-latency player stalls at the end of the part",
            "let the packager measure each part, as mediastreamsegmenter does"),
        "part.over-target": .init(
            "the encoder sends frames in larger chunks than the packager announces",
            "a low-latency player requests parts that do not exist yet, and stalls",
            "raise PART-TARGET, or let the encoder write chunks of that length (ffmpeg:"
                + " -frag_duration)"),
        "part.media-differs": .init(
            "parts and segments are written by two muxers, or a part was lost between them",
            "frames are missing or repeated, only with low latency or only without it",
            "join the bytes of the parts to make the segment, in one packager"),
        "part.unreadable": .init(
            "parts are removed at the origin before the playlist stops listing them",
            "a low-latency player stalls, or falls back to whole segments",
            "keep and cache parts for three target durations after they are listed"),
        "part.independent-false": .init(
            "the packager marks every part, or counts frames instead of reading them",
            "a join or a switch shows broken pictures until the next keyframe",
            "mark only parts that have a keyframe"),
        "part.independent-unmarked": .init(
            "the packager marks only the first part of a segment",
            "a player joins and switches later than it could",
            "mark each part that has a keyframe"),
        "hint.never-there": .init(
            "the packager derives hints from a pattern of names, and the segment ended earlier",
            "the request for the hinted part waits until it fails, and the player stalls",
            "hint the first part of the next segment when the current one may end"),
        "report.stale": .init(
            "playlists of one broadcast are cached for different times, or by different servers",
            "a switch of variant requests an old position first, and stalls",
            "write all playlists of a broadcast together, and answer reloads with directives from"
                + " the origin"),
        "live.removed-early": .init(
            "the packager deletes files together with their lines",
            "a player that is behind, or rewinds, stalls at a segment that its playlist lists",
            "keep removed segments (ffmpeg: -hls_delete_threshold N; Shaka Packager:"
                + " --preserved_segments_outside_live_window N)"),
        "live.update-late": .init(
            "the encoder is slower than real time, or an upload of segments stalls",
            "players empty their buffers and stall",
            "give the encoder more processors or less to do, and upload playlists after each"
                + " segment"),
        "segment.gap-without-need": .init(
            "the segment was repaired, and the tag remained",
            "players skip media that exists", "remove EXT-X-GAP"),
        "live.stale": .init(
            "the encoder has stopped, or a cache keeps the playlist",
            "players stall at the end of the playlist, and then stop",
            "restart the encoder, write EXT-X-ENDLIST, or let caches keep the playlist for at most"
                + " half a target duration"),
    ]
}
