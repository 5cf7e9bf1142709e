extension RuleAdvice {
    /// The advice for rules that are checked on the media: headers, segments, keys and samples.
    static let media: [String: RuleAdvice] = [
        "media.longer-than-target": .init(
            "the distance between keyframes is longer than the intended segment duration",
            "a live player reloads too late; others reserve a smaller buffer and may stall",
            "ffmpeg: keyframes at multiples of -hls_time; Shaka Packager: --segment_duration"),
        "media.type-missing": .init(
            "the packager does not write it",
            "a player does not know that the playlist is complete, and reloads it",
            "ffmpeg: -hls_playlist_type vod; Shaka Packager: --hls_playlist_type VOD"),
        "media.vod-without-endlist": .init(
            "the packager was stopped early",
            "a player treats the asset as live: no duration, no end, and endless reloads",
            "let it finish; ffmpeg: no -hls_flags omit_endlist"),
        "media.file-without-endlist": .init(
            "the packager was stopped early",
            "a player treats the asset as live: no duration, no end, and endless reloads",
            "let it finish; ffmpeg: no -hls_flags omit_endlist"),
        "media.over-target-by-half-second": .init(
            "keyframes are farther apart than the target duration",
            "a live player reloads too late, and Apple's players may refuse the segment",
            "ffmpeg: -force_key_frames 'expr:gte(t,n_forced*6)' for -hls_time 6"),
        "media.independent-undeclared": .init(
            "the packager does not write the tag",
            "a player decodes earlier segments after a seek or a switch, which takes longer",
            "ffmpeg: -hls_flags independent_segments"),
        "media.independent-false": .init(
            "the tag was written for all assets, and segments were cut between keyframes",
            "a switch or a seek to the segment shows broken pictures until the next keyframe",
            "ffmpeg: no -hls_flags split_by_time, and keyframes at multiples of -hls_time"),
        "media.iframe-not-single": .init(
            "byte ranges of the I-frame playlist were made for another encoding of the media",
            "scrubbing shows no picture, or a broken one",
            "make I-frame playlists with the media: Shaka Packager iframe_playlist_name=, mp4hls"),
        "media.iframe-no-moof": .init(
            "byte ranges start at the sample instead of its fragment",
            "scrubbing shows no picture", "Shaka Packager: iframe_playlist_name=; Bento4: mp4hls"),
        "media.iframe-no-initialization": .init(
            "the tag EXT-X-MAP was left out of the I-frame playlist",
            "scrubbing shows no picture", "write EXT-X-MAP as in the playlist of the variant"),
        "segment.extinf-off": .init(
            "durations were taken from a setting, or rounded",
            "a seek lands some frames away from its target",
            "let the packager write durations; ffmpeg: no -hls_flags round_durations"),
        "segment.extinf-integer": .init(
            "the playlist was written with whole seconds",
            "errors add up: seeks and markers are seconds off at the end of a film",
            "ffmpeg: no -hls_flags round_durations; EXT-X-VERSION of 3 at least"),
        "segment.extinf-drift": .init(
            "each duration was rounded down or up",
            "seeks and markers are off, by more towards the end",
            "write durations with six decimals; ffmpeg: no -hls_flags round_durations"),
        "segment.extinf-wrong": .init(
            "a segment was replaced, or the playlist was edited",
            "seeks to later positions land in the wrong place, and a player may stall or skip",
            "write the playlist with the segments, in the same run of the packager"),
        "segment.byterange-beyond-end": .init(
            "the media file was replaced or cut after packaging",
            "the segment cannot be loaded: playback ends or skips",
            "deploy playlist and media of one run together"),
        "segment.missing-file": .init(
            "the deployment was not complete, or a clean-up removed the file",
            "playback stalls at the segment and ends with an error, or skips it",
            "deploy the file, or mark the segment with EXT-X-GAP"),
        "segment.unreadable": .init(
            "the file is an error page, empty, or of another container than the segments before it",
            "playback ends at the segment", "look at its first bytes: curl -r 0-63 LOCATION"),
        "segment.map-missing": .init(
            "segments were joined to a playlist without their initialization section",
            "the segments cannot be decoded: a black picture, or an error",
            "write EXT-X-MAP before the first segment, and after a discontinuity"),
        "segment.discontinuity-undeclared": .init(
            "an encoder was restarted, or content was joined, without the tag",
            "the picture freezes, sound and pictures drift apart, or playback ends",
            "write EXT-X-DISCONTINUITY where content was joined; ffmpeg: -hls_flags append_list"),
        "segment.discontinuity-tracks": .init(
            "an advertisement without sound, or of another container, was joined",
            "decoders are not reset: silence, or playback ends",
            "write EXT-X-DISCONTINUITY on both sides, or encode breaks like the programme"),
        "segment.discontinuity-parameters": .init(
            "an advertisement of another size or codec was joined",
            "pictures are broken until the decoder is reset",
            "write EXT-X-DISCONTINUITY on both sides, or encode breaks like the programme"),
        "segment.frame-rate-change": .init(
            "content of another frame rate was joined, or the source has a variable rate",
            "pictures judder, and on Apple's players sound and pictures may get out of sync",
            "ffmpeg: the filter fps for all content, or EXT-X-DISCONTINUITY"),
        "segment.codec-change": .init(
            "an advertisement was encoded by another party",
            "a device that cannot decode the other codec ends playback",
            "encode breaks with the codec of the variant"),
        "segment.discontinuity-needless": .init(
            "the packager writes the tag at each restart or marker",
            "players reset their decoders, with a short pause on some devices",
            "remove the tag where timestamps and encoding continue"),
        "segment.bitrate-off": .init(
            "EXT-X-BITRATE has the target bitrate of the encoder",
            "a player that uses it to select variants stalls or shows a lower quality",
            "write the measured bitrate of each segment, or remove the tag"),
        "key.systems-disagree": .init(
            "keys of several systems come from different key servers",
            "devices of one system cannot decrypt the media", "give all systems one content key"),
        "key.size": .init(
            "the key was stored as hexadecimal digits or with a line feed",
            "the media cannot be decrypted", "store the 16 bytes: openssl rand 16 > KEY"),
        "key.ciphertext-size": .init(
            "the file was cut, or encrypted without padding",
            "the segment cannot be decrypted", "encrypt with PKCS7 padding, as ffmpeg does"),
        "key.unavailable": .init(
            "the key file was not deployed, or its server refuses the request",
            "the media cannot be decrypted: playback does not start",
            "load the location of the key with curl and the header fields of the app"),
        "key.undeclared-encryption": .init(
            "EXT-X-KEY was removed, or segments follow the initialization section of other media",
            "the decoder receives encrypted samples: noise, or an error",
            "write EXT-X-KEY and the right EXT-X-MAP before the first encrypted segment"),
        "key.unencrypted-media": .init(
            "clear content was joined to encrypted content without METHOD=NONE",
            "the media is not protected, and players that decrypt it play noise",
            "encrypt the segment, or write EXT-X-KEY:METHOD=NONE before it"),
        "key.unencrypted-fragments": .init(
            "clear content has its own initialization section, and no METHOD=NONE",
            "the media is not protected, although the playlist says that it is",
            "encrypt the segments, or write EXT-X-KEY:METHOD=NONE before the first one"),
        "key.scheme-mismatch": .init(
            "METHOD was written for another scheme than the one that the packager used",
            "players decrypt with the wrong cipher, or refuse the media: there is no picture",
            "write METHOD=SAMPLE-AES for cbcs and METHOD=SAMPLE-AES-CTR for cenc; cbc1 and cens"
                + " are not permitted"),
        "drm.pattern": .init(
            "the packager encrypts whole samples",
            "hardware decoders of Apple's devices refuse the video",
            "Shaka Packager: --protection_scheme cbcs --crypt_byte_block 1 --skip_byte_block 9"),
        "drm.pssh-missing": .init(
            "the packager was given keys without the key system",
            "devices of that system request no licence",
            "Shaka Packager: --protection_systems Widevine,PlayReady"),
        "drm.kid-differs": .init(
            "media and playlist were made for different keys",
            "the licence has another key: the media cannot be decrypted",
            "package and encrypt in one run"),
        "drm.no-senc": .init(
            "fragments were rewritten after encryption",
            "players do not know how samples are encrypted", "encrypt as the last step"),
        "drm.constant-iv": .init(
            "the packager writes an IV for each sample",
            "some devices refuse the media", "Shaka Packager: --protection_scheme cbcs"),
        "rendition.track-missing": .init(
            "the URI of a rendition names another stream, or a variant was made without audio",
            "the programme is silent, or without pictures, with that rendition or variant",
            "name the playlist of the rendition in EXT-X-MEDIA, or package the variant with audio"),
        "rendition.channels-mismatch": .init(
            "CHANNELS was written for another encoding",
            "a device selects surround sound that it cannot play, or stereo although it could",
            "write the number that ffprobe shows as channels"),
        "rendition.language-differs": .init(
            "the URI of the rendition names another language, or a file was exchanged",
            "viewers get a language that they did not select",
            "name the playlist of the language, or package with the right language"),
        "rendition.sample-rate-mismatch": .init(
            "SAMPLE-RATE was written for another encoding",
            "a device selects the rendition for a wrong rate", "write the rate that ffprobe shows"),
        "set.start": .init(
            "variants were encoded in separate runs",
            "a switch of variant skips or repeats media",
            "ffmpeg: -copyts or one run for all variants"),
        "set.timestamps": .init(
            "variants were encoded in separate runs",
            "a switch of variant skips or repeats media", "encode all variants in one run"),
        "set.keyframes": .init(
            "each variant was encoded with its own keyframes",
            "a switch of variant shows media twice, or skips some",
            "ffmpeg: -force_key_frames 'expr:gte(t,n_forced*2)' with -sc_threshold 0"),
        "set.audio-sample-rate": .init(
            "low variants were encoded with a lower rate",
            "audio clicks or pauses at a switch of variant", "ffmpeg: -ar 48000 for all"),
        "video.no-idr": .init(
            "segments were cut where there is no keyframe, or the encoder makes open GOPs",
            "a switch or a seek to the segment shows broken pictures, or waits",
            "ffmpeg: -force_key_frames 'expr:gte(t,n_forced*6)' or -g with -sc_threshold 0"),
        "video.idr-interval": .init(
            "the encoder places keyframes at scene changes or far apart",
            "seeks land far from their targets, and take long",
            "ffmpeg: -g of two seconds of frames"),
        "video.no-keyframe": .init(
            "segments are shorter than the distance between keyframes",
            "playback cannot start or continue at the segment after a seek",
            "ffmpeg: keyframes at multiples of -hls_time, and no -hls_flags split_by_time"),
        "video.idr-without-parameter-sets": .init(
            "parameter sets are only at the start of the stream",
            "playback cannot start within the asset", "ffmpeg: -bsf:v dump_extra"),
        "video.profile-level": .init(
            "the encoder was set for other devices", "the device cannot decode the video",
            "ffmpeg: -profile:v high -level 4.2 or lower, as the device asks"),
        "video.level-higher-than-needed": .init(
            "the level was fixed for all variants",
            "older devices skip a variant that they could play",
            "ffmpeg: omit -level, so that the encoder writes the lowest level"),
        "video.interlaced": .init(
            "an interlaced television source was encoded unchanged", "motion shows combs at edges",
            "ffmpeg: the filter bwdif"),
        "video.over-60-fps": .init(
            "the source has more, and was encoded unchanged",
            "devices drop pictures or refuse the variant", "ffmpeg: -r 60"),
        "video.odd-frame-rate": .init(
            "the source has a variable rate, as phone and screen recordings have",
            "pictures judder on screens of 50 or 60 Hz",
            "ffmpeg: the filter fps with a usual"
                + " rate"),
        "video.hdr10-metadata": .init(
            "the encoder was not given the metadata of the master",
            "screens must guess the range of brightness", "x265: --master-display and --max-cll"),
        "video.spatial-no-vexu": .init(
            "the packager does not know spatial video", "a headset shows the pictures flat",
            "package with a tool that writes vexu"),
        "media.dts-backwards": .init(
            "content was joined without new timestamps, or a segment is listed at a wrong place",
            "pictures jump back, or the decoder stops",
            "list segments in their order, or write EXT-X-DISCONTINUITY"),
        "media.pts-gap": .init(
            "frames were dropped between segments, or a segment is missing",
            "the picture freezes and the sound is silent for the length of the gap",
            "package again from an undamaged source"),
        "media.pts-overlap": .init(
            "segments were encoded one by one, with frames of their neighbours",
            "pictures and sound are repeated, and may drift apart",
            "encode in one run, and cut afterwards"),
        "media.lost-frames": .init(
            "the encoder or the network before it lost frames, or the file was cut between fragments",
            "the picture freezes or jumps, or the programme ends too early",
            "deploy the file again, or encode again from an undamaged source"),
        "media.corrupt": .init(
            "the file was cut or damaged on its way to the server, or its headers were rewritten",
            "pictures are broken or frozen, and sound crackles",
            "deploy the file again, and compare its checksum with the packager's"),
        "media.metadata-unreadable": .init(
            "a message was cut or changed when it was inserted, or its file was damaged",
            "an app does not receive the message, and the break or the event it announces is missed",
            "insert the message again with its length and checksum, and package the asset again"),
        "media.undecodable": .init(
            "the encoder used a feature that decoders lack, or the file is damaged",
            "pictures are broken or missing",
            "decode the file with ffmpeg -xerror, and encode"
                + " again"),
        "av.offset": .init(
            "sound and pictures were cut at different places",
            "lips and voice are out of sync after a seek", "cut both at the same time in one run"),
        "av.length": .init(
            "the sound ended before the pictures in the source, or a file is missing",
            "the end is silent or black, or playback stalls there",
            "ffmpeg: -shortest, or the filter apad"),
        "audio.two-streams": .init(
            "the packager kept all languages of the source in one stream",
            "the viewer gets an arbitrary language", "ffmpeg: -map for one, or renditions"),
        "audio.layout-change": .init(
            "an advertisement in stereo was joined to surround sound",
            "sound is silent or plays on wrong speakers after the change",
            "write EXT-X-DISCONTINUITY, or encode breaks like the programme"),
        "audio.he-aac-over-64k": .init(
            "one profile was used for all bitrates", "audio is worse than its bitrate permits",
            "ffmpeg: AAC-LC above 64 kb/s"),
        "audio.he-aac-implicit-sbr": .init(
            "the encoder signals SBR only within the samples",
            "sound is dull, or at half its rate",
            "ffmpeg with libfdk_aac: -signaling"
                + " explicit_hierarchical"),
        "audio.no-loudness": .init(
            "the encoder was not given the loudness", "volume jumps between programmes",
            "measure with ffmpeg's ebur128, and write it with the encoder"),
        "audio.segment-not-sync": .init(
            "segments were cut between sync frames", "sound is late after a seek or a switch",
            "set the distance between sync frames to the length of segments"),
    ]
}
