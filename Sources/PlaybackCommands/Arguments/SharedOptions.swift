package import CommandTree
package import Containers
import Formats
package import HeadlessPlayback
package import Sessions

// Options that several verbs have, each described once.

extension BoundOption {
    /// Returns the option that selects the demuxer for media containers.
    package static func demuxer(_ property: Property<DemuxerChoice>) -> BoundOption {
        value(
            "demuxer", property, as: .choice, named: "NAME", standard: "automatic",
            "the reader of containers: automatic, or libavformat for every container")
    }

    /// Returns the option for the maximum virtual time of a simulation.
    package static func timeLimit(_ property: Property<Duration?>) -> BoundOption {
        value(
            "time-limit", property, as: .timeLimit, named: "TIME",
            "fail after this much simulated time, such as 90, 30m or 48h (default: the larger of"
                + " 24h and twice the duration of the media)")
    }

    /// Returns the option for the subtitles to show.
    package static func subtitles(_ property: Property<MediaPreferences.Subtitles>) -> BoundOption {
        value(
            "subtitles", property, as: .subtitles, named: "LANG",
            "show subtitles in this language, or off (default: the asset's choice)")
    }

    /// Returns the option for the player to model.
    package static func profile(_ property: Property<PlayerProfile?>) -> BoundOption {
        value(
            "profile", property, as: .profile, named: "NAME",
            "model this player: default, apple, chromium, gstreamer, hls.js, media3, shaka or vhs")
    }

    /// Returns the option for the network to simulate.
    package static func network(_ property: Property<PlayOptions.Network?>) -> BoundOption {
        value(
            "network", property, as: .network, named: "KBPS[,MS]",
            "simulate a network of this many kilobits per second (or with a unit, as in 3Mbps) and"
                + " milliseconds of latency")
    }

    /// Returns the option for the text tracks to add.
    ///
    /// - Parameters:
    ///   - property: The property for the tracks.
    ///   - needsDuration: Whether a WebVTT file must have a duration, because the verb does not
    ///     measure the asset.
    /// - Returns: The option.
    package static func textTracks(
        _ property: Property<[TextTrack]>, needsDuration: Bool
    ) -> BoundOption {
        let duration =
            needsDuration
            ? ", for a WebVTT file also duration=SECONDS, and optionally"
            : " and optionally duration=SECONDS,"
        return values(
            "text-track", property, as: .textTrack, named: "TRACK",
            "add subtitles: src=FILE,lang=LANG,label=NAME\(duration) kind=captions, type=vtt or"
                + " type=m3u8, and default, separated by commas")
    }
}

extension ArgumentConverter<PlayerProfile> {
    /// The converter for the name of a player profile.
    fileprivate static let profile = ArgumentConverter(
        expectation: "one of " + PlayerProfile.all.map(\.name).joined(separator: ", "),
        words: PlayerProfile.all.map(\.name)
    ) { PlayerProfile.named($0) }
}

extension ArgumentConverter<Duration> {
    /// The converter for a latency in milliseconds, up to an hour.
    package static let latency = ArgumentConverter(
        expectation: "milliseconds from 0 to 3600000, such as 40"
    ) { text in
        PlainDecimal(text[...])?.rounded(times: 1000).flatMap {
            (0...3_600_000_000).contains($0) ? .microseconds($0) : nil
        }
    }

    /// The converter for a time limit.
    fileprivate static let timeLimit = ArgumentConverter(
        expectation: ArgumentConverter<MediaTime>.interval.expectation
    ) { text in
        ArgumentConverter<MediaTime>.interval.convert(text).map {
            Duration(playing: $0, at: .normal)
        }
    }
}

extension ArgumentConverter<MediaPreferences.Subtitles> {
    /// The converter for the subtitles to show: a language, or `off` for no subtitles.
    fileprivate static let subtitles = ArgumentConverter(
        expectation: ArgumentConverter<String>.language.expectation
    ) { text in
        if text == "off" { return .off }
        return ArgumentConverter<String>.language.convert(text).map { .language($0) }
    }
}
