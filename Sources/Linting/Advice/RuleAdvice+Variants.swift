extension RuleAdvice {
    /// The advice for rules about variants.
    static let variants: [String: RuleAdvice] = [
        "variant.bandwidth-missing": .init(
            "the multivariant playlist was written by hand",
            "a player cannot compare variants, and refuses this one",
            "write the measured peak; ffmpeg -master_pl_name, Shaka Packager and mp4hls do"),
        "variant.uri-missing": .init(
            "the line after EXT-X-STREAM-INF was removed or is a comment",
            "the variant is lost, or takes the location of the next one",
            "write the location of the media playlist on the next line"),
        "variant.bandwidth-zero": .init(
            "a template was not filled in, or the packager did not know the bitrate",
            "a player treats the variant as the cheapest one, and stalls",
            "write the measured peak; ffmpeg needs -b:v or -maxrate to know one"),
        "variant.codecs-missing": .init(
            "the packager could not read the codec, or the playlist was written by hand",
            "a player must load media of each variant before it knows which ones it can play",
            "take CODECS from the packager: ffmpeg -master_pl_name, Shaka Packager, mp4hls"),
        "variant.codecs-syntax": .init(
            "CODECS has an encoder's names, such as h264, instead of the names of RFC 6381",
            "a browser says that it cannot play the variant, and skips it",
            "write names such as avc1.64001f and mp4a.40.2, as the packager prints them"),
        "variant.codecs-mismatch": .init(
            "the multivariant playlist was written by hand, or for another encoding",
            "a device skips a variant that it could play, or selects one that it cannot",
            "take CODECS from the packager: ffmpeg -master_pl_name, Shaka Packager, mp4hls"),
        "variant.codecs-profile": .init(
            "the encoder was set to another profile or level than the playlist has",
            "an older device selects a variant that its decoder refuses, or skips one that it"
                + " plays",
            "take CODECS from the packager, or encode with ffmpeg -profile:v and -level as stated"),
        "variant.codecs-incomplete": .init(
            "CODECS was made from the video, and audio is in a rendition group",
            "a browser prepares no decoder for the sound, and playback ends with an error",
            "append the codec of each rendition of the groups, such as mp4a.40.2"),
        "variant.imsc-not-in-codecs": .init(
            "subtitles were added after the multivariant playlist was written",
            "a player does not offer the subtitles",
            "append stpp.ttml.im1t to CODECS"),
        "variant.parameter-sets-in-band": .init(
            "the packager wrote avc3 or hev1, as it does for input that changes its parameters",
            "Apple's players do not play the variant",
            "ffmpeg: -tag:v avc1 or -tag:v hvc1"),
        "variant.resolution-missing": .init(
            "the multivariant playlist was written by hand",
            "a player cannot limit variants to the size of its view, and loads more than it shows",
            "write the size of the pictures; ffmpeg -master_pl_name, Shaka Packager and mp4hls do"),
        "variant.resolution-mismatch": .init(
            "the ladder was changed, and the playlist was not",
            "a player limits variants to a wrong size: pictures are too small or waste bandwidth",
            "write the multivariant playlist with the media, in the same run of the packager"),
        "variant.frame-rate-missing": .init(
            "the packager writes none, or the playlist was written by hand",
            "a device selects 60 pictures per second where it can show 30, and drops pictures",
            "append FRAME-RATE with three decimals; Shaka Packager and mp4hls write it"),
        "variant.frame-rate-mismatch": .init(
            "the rate was taken from the source, and the encoder changed it",
            "a device skips a variant that it could show, or drops pictures",
            "ffmpeg: -r or the filter fps with the stated rate, or write the measured rate"),
        "variant.average-bandwidth-missing": .init(
            "the packager was not asked for it",
            "a player estimates the cost from the peak, and shows a lower quality than it could",
            "write the measured average; Shaka Packager and Bento4 measure it"),
        "variant.peak-off": .init(
            "BANDWIDTH was taken from the target bitrate of the encoder",
            "a player selects the variant on a connection that cannot carry its peaks, and stalls",
            "ffmpeg: -maxrate and -bufsize beside -b:v; Shaka Packager and Bento4 measure it"),
        "variant.peak-above": .init(
            "BANDWIDTH was taken from -maxrate, which the content never needs",
            "a player avoids the variant on connections that could carry it",
            "write the measured peak, as Shaka Packager and Bento4 do"),
        "variant.average-off": .init(
            "AVERAGE-BANDWIDTH was taken from the target bitrate of the encoder",
            "a player that selects by averages empties its buffer, and stalls",
            "write the measured value; Shaka Packager and Bento4 measure it"),
        "variant.average-above": .init(
            "AVERAGE-BANDWIDTH was taken from the target bitrate of the encoder",
            "a player shows a lower quality than the connection permits",
            "write the measured value; Shaka Packager and Bento4 measure it"),
        "variant.peak-over-twice-average": .init(
            "the bitrate of the encoder is not limited, as with -crf and without -maxrate",
            "scenes with motion take twice the usual time to load, and stall",
            "ffmpeg: -maxrate of at most twice -b:v, and -bufsize of one to two seconds of it"),
        "variant.bandwidth-sum": .init(
            "BANDWIDTH was made from the video, and the sound of its groups was not added",
            "a player selects the variant on a connection that cannot carry both, and stalls",
            "add the peak of the largest rendition of each group; Shaka Packager and mp4hls do"),
        "variant.average-above-peak": .init(
            "the two values were swapped, or come from different measurements",
            "players use one value or the other, and behave differently",
            "write both from one measurement"),
        "variant.video-range-missing": .init(
            "the packager does not read the transfer function of the video",
            "a device without HDR shows pale colours, or an HDR screen stays in SDR",
            "append VIDEO-RANGE=PQ or HLG; Shaka Packager writes it"),
        "variant.video-range-mismatch": .init(
            "the playlist was copied from an encoding in another range",
            "colours are pale or too strong",
            "write the range of the media; ffprobe shows it as color_transfer"),
        "variant.supplemental-codecs": .init(
            "the attribute was written by hand, or the base codec is not in CODECS",
            "a device with Dolby Vision plays only the base layer, or refuses the variant",
            "write CODEC/brand, such as dvh1.08.07/db4h, and the base codec in CODECS"),
        "variant.layout-empty": .init(
            "a template was not filled in", "a player refuses the variant",
            "remove the attribute, or write CH-STEREO"),
        "variant.layout-needless": .init(
            "the attribute was written for all variants",
            "players before version 12 skip a variant that they could play",
            "remove REQ-VIDEO-LAYOUT from variants without stereo pictures"),
        "variant.layout-missing": .init(
            "the packager does not know spatial video",
            "a headset shows the pictures flat", "append REQ-VIDEO-LAYOUT=\"CH-STEREO\""),
        "variant.undefined-group": .init(
            "a group was renamed or removed in only one of the tags that use it",
            "sound or subtitles are missing: a viewer watches a silent film",
            "write one GROUP-ID in EXT-X-MEDIA and in the variants that use it"),
        "variant.captions-none-mixed": .init(
            "variants were joined from two playlists",
            "captions disappear at a switch of variant",
            "write CLOSED-CAPTIONS=NONE in every variant, or in none"),
        "variant.captions-none-false": .init(
            "the packager writes NONE without reading the video, and the encoder kept the captions",
            "players hide existing captions from viewers who need them",
            "declare them with EXT-X-MEDIA, or encode without them (ffmpeg: -a53cc 0)"),
        "variant.captions-undeclared": .init(
            "captions were in the source, and the packager kept them within the video",
            "a viewer who needs captions is not offered any",
            "add EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS with the INSTREAM-ID of the captions"),
        "variant.captions-absent": .init(
            "the encoder dropped the captions of its source",
            "a viewer selects captions and sees none",
            "ffmpeg: -a53cc 1 with libx264, or remove the declaration"),
        "variant.captions-gap": .init(
            "the encoder lost the captions of its source for some time, or dropped them",
            "viewers who read captions miss a part of the programme",
            "encode the segments again from a source with captions (ffmpeg: -a53cc 1)"),
        "variant.score-some": .init(
            "variants were joined from two playlists",
            "a player ignores all scores, and the intended order is lost",
            "write SCORE in every variant, or in none"),
        "variant.score-not-positive": .init(
            "a script wrote a rank that starts at zero or below",
            "a player ignores the score, or refuses the variant", "write positive numbers"),
        "variant.stable-id-characters": .init(
            "names meant for people were used as identifiers",
            "content steering and statistics cannot refer to the variant",
            "use only letters, digits and + / = . - _"),
        "variant.stable-id-differs": .init(
            "a script makes new identifiers in each run",
            "a player that changes its server treats the variant as another one",
            "derive the identifier from the location or the ladder"),
        "variant.same-twice": .init(
            "a second server was added without a pathway",
            "a player can use the variant after a failure, but cannot be steered to it",
            "write PATHWAY-ID, and EXT-X-CONTENT-STEERING for more than failures"),
        "variant.only-one": .init(
            "a single file was packaged", "a viewer on a slow connection waits instead of watching",
            "encode a ladder: ffmpeg -var_stream_map, Shaka Packager and mp4hls take several"
                + " inputs"),
        "variant.audio-only-listed": .init(
            "the ladder for phones was used for television",
            "television shows a black picture on a slow connection",
            "leave variants without video out of the playlist for television"),
        "iframe.bitrate": .init(
            "the bandwidth of the variant was written for its I-frame playlist",
            "a player scrubs with fewer pictures than the connection permits",
            "write the measured peak of the I-frames; Shaka Packager and mp4hls measure it"),
        "variant.muxed-audio": .init(
            "the packager put sound and pictures into the same segments",
            "each variant contains the same sound, so caches store it several times",
            "ffmpeg: -var_stream_map with agroup; Shaka Packager separates by itself"),
        "variant.muxed-audio-alternatives": .init(
            "a language was added to an asset with sound within its video",
            "a viewer of the other language loads both, and some players play the first one",
            "ffmpeg: -var_stream_map with agroup for every language"),
    ]
}
