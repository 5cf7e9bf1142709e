extension LintRule {
    /// The rules about containers.
    static let containers: [LintRule] = [
        .init(
            "ts.programs", .error, .rfc("3.2"), .media, .packager,
            "A transport stream has one program."),
        .init(
            "ts.no-pat-pmt", .error, .rfc("3.2"), .media, .packager,
            "A segment of MPEG-TS starts with its tables."),
        .init(
            "ts.continuity", .error, .named("TR 101 290 1.4"), .media, .packager,
            "No packet of a transport stream is lost."),
        .init(
            "ts.foreign-bytes", .error, .named("TR 101 290 1.1"), .media, .packager,
            "A transport stream contains only packets."),
        .init(
            "ts.track-without-frames", .error, .named("TN2235"), .media, .packager,
            "A track of the program table has frames."),
        .init(
            "ts.no-timestamps", .error, .named("TN2235"), .media, .packager,
            "Samples have timestamps."),
        .init(
            "ts.hevc", .error, .apple("1.5"), .media, .packager, profile: .apple,
            "HEVC is in fMP4."),
        .init(
            "fmp4.brand", .warning, .rfc("3.3"), .media, .packager,
            "An initialization section has a compatible brand."),
        .init(
            "fmp4.init-has-samples", .error, .rfc("3.3"), .media, .packager,
            "An initialization section has no samples."),
        .init(
            "fmp4.no-mvex", .error, .rfc("3.3"), .media, .packager,
            "An initialization section has mvex."),
        .init(
            "fmp4.no-tfdt", .error, .rfc("3.3"), .media, .packager,
            "Each track fragment has tfdt."),
        .init(
            "fmp4.base-is-moof", .error, .rfc("3.3"), .media, .packager,
            "Sample data is addressed from the moof box."),
        .init(
            "fmp4.decode-time", .error, .apple("7.3"), .media, .packager, profile: .apple,
            "tfdt is the sum of all durations before it."),
        .init(
            "fmp4.data-outside", .error, .named("ISO/IEC 14496-12"), .media, .packager,
            "Samples are within the bytes of their segment."),
        .init(
            "fmp4.container-for-codec", .error, .apple("2.25"), .media, .packager, profile: .apple,
            "FLAC, ALAC and xHE-AAC are in fMP4."),
        .init(
            "packed.no-timestamp", .error, .rfc("3.4"), .media, .packager,
            "Packed audio starts with the ID3 timestamp of HLS."),
        .init(
            "packed.two-streams", .error, .rfc("3.4"), .media, .packager,
            "Packed audio has one stream."),
    ]
}
