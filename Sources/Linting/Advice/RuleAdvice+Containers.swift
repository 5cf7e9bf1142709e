extension RuleAdvice {
    /// The advice for rules that are checked on the media: containers, ad breaks and session data.
    static let containers: [String: RuleAdvice] = [
        "ts.programs": .init(
            "a broadcast multiplex was cut into segments",
            "a player shows an arbitrary programme", "ffmpeg: -map p:NUMBER"),
        "ts.no-pat-pmt": .init(
            "the stream was cut at packets, and not by a packager",
            "playback cannot start at the segment", "ffmpeg: -mpegts_flags resend_headers"),
        "ts.continuity": .init(
            "packets were lost on the way, or a file is damaged",
            "pictures are broken and sound crackles", "receive or package again without losses"),
        "ts.foreign-bytes": .init(
            "the file was joined with another, padded or damaged",
            "players lose the rest of the segment, or refuse it",
            "deploy the file again, and compare its checksum with the packager's"),
        "ts.track-without-frames": .init(
            "the encoder announces a track whose source was silent or absent",
            "a player waits for the track: playback does not start, or stalls",
            "ffmpeg: -map for the tracks that exist, or the source anullsrc for silence"),
        "ts.no-timestamps": .init(
            "raw streams were joined without times",
            "pictures and sound are not synchronous", "ffmpeg: -fflags +genpts before the input"),
        "ts.hevc": .init(
            "the packager was left at its default container",
            "Apple's devices do not play the variant", "ffmpeg: -hls_segment_type fmp4"),
        "fmp4.brand": .init(
            "the file was written by a general-purpose muxer", "some players refuse the media",
            "package with ffmpeg -hls_segment_type fmp4, Shaka Packager or Bento4"),
        "fmp4.init-has-samples": .init(
            "a whole file is named as the initialization section",
            "players show its first pictures at each start, or refuse it",
            "ffmpeg: -hls_segment_type fmp4; Bento4: mp4fragment"),
        "fmp4.no-mvex": .init(
            "the file is not fragmented", "players refuse the media", "Bento4: mp4fragment"),
        "fmp4.no-tfdt": .init(
            "fragments were written for smooth streaming",
            "fragments cannot be placed: seeks fail", "package again for CMAF"),
        "fmp4.base-is-moof": .init(
            "fragments were cut out of a file with absolute offsets",
            "samples are read from wrong bytes: pictures are broken",
            "ffmpeg: -movflags default_base_moof"),
        "fmp4.decode-time": .init(
            "fragments were dropped or written twice",
            "the picture freezes or jumps", "package again from an undamaged source"),
        "fmp4.data-outside": .init(
            "the segment was cut on its way to the server",
            "playback stalls or skips at its end",
            "deploy the file again, and compare its size with the packager's"),
        "fmp4.container-for-codec": .init(
            "the packager was left at its default container",
            "Apple's devices play no sound", "ffmpeg: -hls_segment_type fmp4"),
        "packed.no-timestamp": .init(
            "audio files were listed without packaging",
            "sound is not synchronous with pictures or subtitles",
            "package with Apple's mediafilesegmenter, or use fMP4"),
        "packed.two-streams": .init(
            "files were joined", "a player plays one of them", "write one stream per file"),
        "ad.asset-list": .init(
            "the ad server answers with an error or in another format",
            "the break is skipped",
            "load the location with curl, and compare with the"
                + " specification"),
        "ad.unreadable": .init(
            "the advertisement has expired, or its server refuses the request",
            "the break is skipped, or stays black",
            "load the location with curl, and renew the interstitial"),
        "ad.duration": .init(
            "the advertisement was replaced, and its description was not",
            "the break is cut, or the programme resumes at the wrong position",
            "write the duration of the advertisement's playlist, and EXT-X-ENDLIST at its end"),
        "ad.codecs": .init(
            "breaks are encoded by another party", "devices skip the break or end playback",
            "encode breaks with the codecs of the programme"),
        "ad.aspect": .init(
            "breaks are encoded by another party", "the picture changes its shape at the break",
            "encode breaks with the aspect ratio of the programme"),
        "ad.bandwidth": .init(
            "breaks have a ladder of their own", "the break stalls or is blurred",
            "encode breaks with the ladder of the programme"),
        "ad.frame-rate": .init(
            "breaks are encoded by another party", "pictures judder at the break",
            "encode breaks with the frame rate of the programme"),
        "ad.not-on-keyframe": .init(
            "the encoder did not know about the break",
            "pictures of the programme are shown again, or frozen, around the break",
            "ffmpeg: -force_key_frames with the times of breaks"),
        "ad.dialects-disagree": .init(
            "the markers in one notation were changed, and the others were not",
            "advertisements start at different times in different players",
            "write all notations from one list of breaks"),
        "session-data.not-json": .init(
            "the server answers with a web page or an error", "apps get no data",
            "load the location with curl"),
        "session-data.unreachable": .init(
            "the file was not deployed with the playlist", "apps get no data",
            "load the location with curl"),
        "session-data.chapters": .init(
            "the file was made for another player", "no chapters are shown",
            "write the JSON that Apple describes"),
        "steering.manifest": .init(
            "the steering server answers with an error or an older format",
            "players do not change to another server, even if the current one fails",
            "load the manifest with curl, and compare its members with rfc8216bis, section 7"),
    ]

    /// The advice for rules about subtitles.
    static let subtitles: [String: RuleAdvice] = [
        "vtt.no-signature": .init(
            "the file is of another format, such as SRT, or an error page",
            "no subtitles are shown for the segment", "ffmpeg: convert with -c:s webvtt"),
        "vtt.not-utf8": .init(
            "the file was saved in another encoding, such as ISO 8859-1",
            "letters with accents are shown as replacement characters",
            "iconv -f ISO-8859-1 -t UTF-8, with the encoding that the file has"),
        "vtt.no-text": .init(
            "the URI of a subtitle rendition names video or audio",
            "no subtitles are shown for the segment",
            "name the playlist of the subtitles in EXT-X-MEDIA"),
        "vtt.syntax": .init(
            "the file was edited by hand or converted by a script",
            "a setting or a style has no effect, or text outside of cues is not shown",
            "correct the lines that the finding names"),
        "vtt.cue-lost": .init(
            "an arrow or a time was damaged by an edit, or times have the comma of SRT",
            "the cue is never shown",
            "correct the line that is named; ffmpeg: convert with -c:s"
                + " webvtt"),
        "vtt.malformed-timestamp-map": .init(
            "a script wrote or moved the line",
            "subtitles are early or late by the start time of the video, or not shown",
            "write X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000, with the first timestamp of"
                + " the video, in the line after WEBVTT"),
        "vtt.no-timestamp-map": .init(
            "subtitles were cut by a tool that does not know HLS",
            "subtitles are early or late by the start time of the video, often ten seconds",
            "write X-TIMESTAMP-MAP with the first timestamp of the video, as ffmpeg does"),
        "vtt.timestamp-map-off": .init(
            "subtitles were cut without the start time of the video, or a segment is a copy of"
                + " another one",
            "subtitles are early or late, by seconds, for the whole film, or missing",
            "ffmpeg: the same -output_ts_offset; Shaka Packager:"
                + " --transport_stream_timestamp_offset_ms"),
        "vtt.cue-outside-segment": .init(
            "cues are in the file of another segment",
            "subtitles are shown late after a seek, or not at all",
            "cut subtitles at the boundaries of their playlist"),
        "vtt.cues-beside-start": .init(
            "cues count from the start of each segment",
            "subtitles of all segments are shown at the start of the film",
            "write times of the programme, or a X-TIMESTAMP-MAP for each segment"),
        "vtt.cue-beyond-end": .init(
            "subtitles of a longer version were used", "the last subtitles are not shown",
            "use subtitles of the same cut"),
        "vtt.cue-missing-in-overlap": .init(
            "the packager writes each cue only into the segment in which it starts",
            "a viewer who seeks into the cue does not see it",
            "repeat the cue in each segment that it spans"),
        "vtt.cue-backwards": .init(
            "cues were appended by hand", "some players stop at the cue", "sort cues by start"),
        "vtt.cue-duplicate-id": .init(
            "files were joined", "scripts and styles apply to the wrong cue",
            "number cues again, or remove identifiers"),
        "imsc.not-in-fmp4": .init(
            "TTML files are listed without packaging", "no subtitles are shown",
            "Shaka Packager: output in .mp4 with format=ttml+mp4"),
        "imsc.image-profile": .init(
            "subtitles of a disc or of broadcast are pictures", "no subtitles are shown",
            "convert pictures to text"),
    ]
}
