import CommandTree
import HeadlessPlayback
import SidecarSubtitles
import Transport

extension ArgumentConverter<TextTrack> {
    /// The converter for a sidecar text track, written as comma-separated parts.
    ///
    /// A part is a key with a value, such as `lang=en`, or the word `default`. The source of the
    /// track cannot contain a comma.
    static let textTrack = ArgumentConverter(
        expectation: "src=FILE,lang=LANG,label=NAME, each once, and maybe kind=captions, type=vtt"
            + " or type=m3u8, default, and for a WebVTT file duration=SECONDS; without quotation"
            + " marks and line ends"
    ) { text in
        var members: [String: PropertyValue] = [
            TextTrack.Key.kind: .string(TextTrack.Kind.subtitles.rawValue)
        ]
        var known: Set<Substring> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard known.insert(pair[0]).inserted else { return nil }
            let value = pair.count == 2 ? String(pair[1]) : nil
            switch (pair[0], value) {
            case ("src", let value?): members[TextTrack.Key.source] = .string(value)
            case ("lang", let value?): members[TextTrack.Key.language] = .string(value)
            case ("label", let value?): members[TextTrack.Key.label] = .string(value)
            case ("kind", let value?): members[TextTrack.Key.kind] = .string(value)
            case ("type", "vtt"):
                members[TextTrack.Key.sourceType] = .string(TextTrack.SourceType.webVTT.rawValue)
            case ("type", "m3u8"):
                members[TextTrack.Key.sourceType] = .string(TextTrack.SourceType.playlist.rawValue)
            case ("duration", let value?):
                guard let time = MediaTime(unitArgument: value[...]) else { return nil }
                members[TextTrack.Key.duration] = .number(time.seconds)
            case ("default", nil): members[TextTrack.Key.isDefault] = .bool(true)
            default: return nil
            }
        }
        var video = Video(sources: [])
        // If the duration is missing, the video may provide it later, so a placeholder is used
        // here.
        if members[TextTrack.Key.duration] == nil {
            video.properties[Video.PropertyKey.duration] = .integer(unknownDuration)
        }
        video.textTracks = [.object(members)]
        do throws(TextTrackError) {
            guard var track = try TextTrack.tracks(of: video).first else { return nil }
            if members[TextTrack.Key.duration] == nil { track.duration = nil }
            // A playlist states its own duration.
            if known.contains("duration"), track.sourceType == .playlist { return nil }
            // A playlist contains the label, the language and the location as quoted strings, which
            // cannot contain line breaks or quotation marks.
            let isQuotable = [track.label, track.language, LocalPath.url(track.source)].allSatisfy {
                $0.utf8.allSatisfy { ![0x0A, 0x0D, UInt8(ascii: "\"")].contains($0) }
            }
            guard isQuotable else { return nil }
            return track
        } catch {
            return nil
        }
    }

    /// The placeholder for the duration of a track, in milliseconds.
    ///
    /// It is used while the duration of the track's video is unknown.
    private static let unknownDuration: Int64 = 1
}
