extension LintRule {
    /// The rules about samples of video and audio.
    static let samples: [LintRule] = [
        .init(
            "video.no-idr", .warning, .bis("6.2.1"), .media, .encoder, inApple: .error,
            "Each segment of video starts with an IDR picture."),
        .init(
            "video.idr-interval", .warning, .apple("1.13"), .media, .encoder, profile: .apple,
            "IDR pictures are at most two seconds apart."),
        .init(
            "video.no-keyframe", .warning, .bis("6.2.1"), .media, .encoder,
            "Each segment of video has a keyframe."),
        .init(
            "video.idr-without-parameter-sets", .error, .named("TN2235"), .media, .encoder,
            "IDR pictures of MPEG-TS have parameter sets before them."),
        .init(
            "video.profile-level", .error, .apple("1.3"), .media, .encoder, profile: .apple,
            "The platform plays the profile and the level."),
        .init(
            "video.level-higher-than-needed", .warning, .apple("1.11"), .media, .encoder,
            profile: .apple,
            "The level is no higher than the video needs."),
        .init(
            "video.interlaced", .error, .apple("1.14"), .media, .encoder, profile: .apple,
            "Video is progressive."),
        .init(
            "video.over-60-fps", .error, .apple("1.19"), .media, .encoder, profile: .apple,
            "Video has at most 60 frames per second."),
        .init(
            "video.odd-frame-rate", .warning, .apple("1.18"), .media, .encoder, profile: .apple,
            "The frame rate is one of the common rates from 23.976 to 60."),
        .init(
            "video.hdr10-metadata", .warning, .apple("1.35"), .media, .encoder, profile: .apple,
            "HDR10 has mdcv and clli."),
        .init(
            "video.spatial-no-vexu", .error, .apple("16.2"), .media, .encoder, profile: .apple,
            "Spatial video has vexu."),
        .init(
            "media.dts-backwards", .error, .apple("7.1"), .media, .packager,
            "Decode times ascend within and between segments."),
        .init(
            "media.pts-gap", .error, .apple("7.1"), .media, .packager,
            "Presentation times have no gap between segments."),
        .init(
            "media.pts-overlap", .warning, .apple("7.1"), .media, .packager,
            "Segments do not overlap."),
        .init(
            "media.lost-frames", .error, .apple("7.1"), .media, .packager,
            "No frame is missing within a segment."),
        .init(
            "media.corrupt", .error, .bis("3"), .media, .packager,
            "Samples are complete, and audio samples last as long as the frames of their codec."),
        .init(
            "media.metadata-unreadable", .error, .named("inferred"), .media, .packager,
            "SCTE 35 messages, event messages and ID3 tags in the media can be read."),
        .init(
            "media.undecodable", .error, .named("inferred"), .decoded, .encoder,
            "Frames can be decoded."),
        .init(
            "av.offset", .warning, .named("inferred"), .media, .packager,
            "Audio and video of a segment start at the same time."),
        .init(
            "av.length", .warning, .named("inferred"), .media, .packager,
            "Audio and video have the same length."),
        .init(
            "audio.two-streams", .error, .apple("2.17"), .media, .packager, profile: .apple,
            "A segment has one audio stream."),
        .init(
            "audio.layout-change", .error, .apple("2.11"), .media, .encoder, profile: .apple,
            "Channels change only at EXT-X-DISCONTINUITY."),
        .init(
            "audio.he-aac-over-64k", .warning, .apple("2.4"), .media, .encoder, profile: .apple,
            "Audio above 64 kb/s is not HE-AAC."),
        .init(
            "audio.he-aac-implicit-sbr", .error, .apple("2.24"), .media, .encoder, profile: .apple,
            "HE-AAC in fMP4 is signalled explicitly."),
        .init(
            "audio.no-loudness", .warning, .apple("2.19"), .media, .encoder, profile: .apple,
            obstacle: "the loudness of AAC is stated within coded frames, which are not parsed",
            "Audio has loudness metadata."),
        .init(
            "audio.segment-not-sync", .warning, .apple("7.8"), .media, .encoder, profile: .apple,
            obstacle: "there is no free encoder of xHE-AAC or APAC, whose media would prove it",
            "Segments of xHE-AAC and APAC start with a sync frame."),
    ]
}
