import HeadlessPlayback

/// The option that chooses the reader of containers, shared by `play`, `probe` and `verify`.
enum DemuxerArgument {
    static let option = OptionDescription(
        "demuxer", value: "NAME", standard: "automatic",
        "the reader of containers: automatic, or libavformat for every container as a reference")

    /// The chosen reader.
    static func value(_ arguments: MatchedArguments) throws(UsageError) -> DemuxerChoice {
        try arguments.value(option, as: .choice) ?? .automatic
    }
}
