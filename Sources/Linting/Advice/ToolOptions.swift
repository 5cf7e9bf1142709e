/// The cures, with options of common tools, for some rules that have no advice of their own.
///
/// In the advice for such a rule, only the cure is specific; the cause and the consequence are not.
///
/// References: the options of FFmpeg's muxer hls, of Shaka Packager and of Bento4's mp4hls.
package enum ToolOptions {
    /// The cures, keyed by rule code.
    package static let cures: [String: String] = [
        "media.target-not-six":
            "ffmpeg: -hls_time 6; Shaka Packager: --segment_duration 6; mp4hls: --segment-duration"
            + " 6; with keyframes at the same distance, such as -g 150 for 25 pictures a second",
        "media.target-far-above-longest":
            "ffmpeg: -hls_time equal to the keyframe distance, which -g sets; Shaka Packager:"
            + " --segment_duration; mp4hls: --segment-duration",
        "media.obsolete":
            "ffmpeg: no -hls_allow_cache; a current Shaka Packager or Bento4 writes no such tag",
        "set.duration":
            "package all streams in one run, from sources of one length; Shaka Packager ends"
            + " subtitles with their last cue: add a cue at the end of the video, or ignore the"
            + " rule for these subtitles",
        "media.sequence-late":
            "let ffmpeg write it, with -start_number, and do not join playlists by hand",
        "media.empty":
            "ffmpeg: an input that has frames after -ss; do not deploy an empty playlist",
        "media.target-duration-missing":
            "ffmpeg, Shaka Packager and Bento4 write it: keep their header when a script edits the"
            + " playlist",
        "segment.extinf-missing":
            "ffmpeg, Shaka Packager and Bento4 write it for each segment: add segments with them",
        "segment.byterange-no-offset":
            "ffmpeg: -hls_flags single_file, which writes each offset; mp4hls: --output-single-file",
        "segment.byterange-overlap":
            "ffmpeg: -hls_flags single_file in one run, without append_list; mp4hls:"
            + " --output-single-file",
        "segment.repeated": "ffmpeg: no -hls_flags append_list after a run that ended normally",
        "segment.date-backwards":
            "ffmpeg: -hls_flags program_date_time in one run; after append_list a restart continues"
            + " with the time of the machine",
        "segment.date-malformed": "ffmpeg: -hls_flags program_date_time writes dates of this form",
        "segment.date-no-zone": "ffmpeg: -hls_flags program_date_time writes the zone",
        "segment.map-key-without-iv":
            "ffmpeg: the IV as third line of the file of -hls_key_info_file, or -hls_enc_iv",
        "key.iv-size": "ffmpeg: 32 digits as third line of the file of -hls_key_info_file",
        "key.iv-reused":
            "ffmpeg: no third line in the file of -hls_key_info_file, so that the sequence number is"
            + " the IV; mp4hls: --encryption-iv-mode=sequence",
        "key.rotation-cost":
            "ffmpeg: no -hls_flags periodic_rekey; Shaka Packager: a longer --crypto_period_duration",
        "key.method-unknown":
            "mp4hls: --encryption-mode=AES-128 or SAMPLE-AES; Shaka Packager: --protection_scheme"
            + " cbcs",
        "key.ctr-outside-fmp4": "Shaka Packager: --protection_scheme cbcs, or segments of fMP4",
        "drm.no-ctr": "Shaka Packager: --protection_scheme cbcs instead of cenc",
        "drm.fps-method":
            "Shaka Packager: --protection_scheme cbcs; mp4hls: --encryption-mode=SAMPLE-AES",
        "drm.fps-format":
            "Shaka Packager: --protection_systems FairPlay --hls_key_uri skd://…; mp4hls:"
            + " --encryption-key-format=com.apple.streamingkeydelivery",
        "drm.fps-iv": "mp4hls: --encryption-iv-mode=fps",
        "iframe.missing":
            "mp4hls writes them; Shaka Packager: iframe_playlist_name=… in the description of the"
            + " stream",
        "iframe.codecs-missing":
            "let Shaka Packager (iframe_playlist_name=…) or mp4hls write EXT-X-I-FRAME-STREAM-INF",
        "iframe.resolution-missing":
            "let Shaka Packager (iframe_playlist_name=…) or mp4hls write EXT-X-I-FRAME-STREAM-INF",
        "iframe.attributes":
            "let Shaka Packager (iframe_playlist_name=…) or mp4hls write EXT-X-I-FRAME-STREAM-INF",
        "rendition.type-missing":
            "ffmpeg: agroup: and sgroup: in -var_stream_map; Shaka Packager: hls_group_id=…",
        "rendition.group-missing":
            "ffmpeg: agroup: and sgroup: in -var_stream_map; Shaka Packager: hls_group_id=…",
        "rendition.name-missing":
            "ffmpeg: name: in -var_stream_map; Shaka Packager: hls_name=… in the description of the"
            + " stream",
        "rendition.subtitles-no-uri":
            "ffmpeg: sgroup: in -var_stream_map; Shaka Packager: playlist_name=… for the text stream",
        "rendition.captions-no-instream-id": "ffmpeg: instreamid: in -cc_stream_map",
        "rendition.captions-uri":
            "ffmpeg: -cc_stream_map, which writes no URI, for captions within the pictures",
        "rendition.channels-missing": "Shaka Packager and mp4hls write CHANNELS",
        "text.absolute-uri":
            "ffmpeg: no -hls_base_url; Shaka Packager: no --hls_base_url",
        "version.too-low":
            "take the header from the packager: ffmpeg and Shaka Packager choose the version;"
            + " mp4hls: --hls-version",
        "version.higher-than-needed":
            "take the header from the packager: ffmpeg and Shaka Packager choose the version;"
            + " mp4hls: --hls-version",
        "range.no-date": "ffmpeg: -hls_flags program_date_time",
        "part.no-date":
            "write EXT-X-PROGRAM-DATE-TIME, as ffmpeg does with -hls_flags program_date_time",
        "live.no-date": "ffmpeg: -hls_flags program_date_time",
        "live.window-short":
            "ffmpeg: -hls_list_size 6 or more; Shaka Packager: --time_shift_buffer_depth",
        "live.window-six":
            "ffmpeg: -hls_list_size 6 or more; Shaka Packager: --time_shift_buffer_depth",
        "live.event-removed": "ffmpeg: -hls_list_size 0 with -hls_playlist_type event",
        "live.vod-changed":
            "ffmpeg: -hls_playlist_type event, or none, for a list that grows; Shaka Packager:"
            + " --hls_playlist_type EVENT",
        "live.type-changes":
            "one -hls_playlist_type of ffmpeg, or --hls_playlist_type of Shaka Packager, in all runs",
        "live.after-endlist":
            "ffmpeg: -hls_flags omit_endlist in runs that another run continues",
        "live.target-changes": "ffmpeg: the same -hls_time and -g after each restart",
        "live.discontinuity-sequence":
            "ffmpeg: -hls_flags append_list+discont_start, with a list of the restarts",
        "ad.not-on-boundary":
            "ffmpeg: -force_key_frames with the times of breaks; Shaka Packager: --ad_cues with them",
        "ladder.aspect-differs": "ffmpeg: -vf scale=-2:HEIGHT for all variants, then package again",
    ]
}
