public import HeadlessPlayback

/// A sample with generated subtitles, both named by a generated multivariant playlist.
public struct TextRendition {
    /// A segment of the subtitles.
    public struct Segment {
        var name: String
        var bytes: [UInt8]
        var duration: Double
        var tags: String

        /// Creates a segment.
        public init(
            _ bytes: [UInt8], name: String = "vtt", duration: Double, tags: String = ""
        ) {
            self.bytes = bytes
            self.name = name
            self.duration = duration
            self.tags = tags
        }

        /// Creates a segment of WebVTT; cue times are counted from the start of the sample's clock.
        public init(
            _ cues: String, map: Int? = 900_000, duration: Double, tags: String = ""
        ) {
            let header = map.map { "X-TIMESTAMP-MAP=MPEGTS:\($0),LOCAL:00:00:00.000\n" } ?? ""
            self.init(Array("WEBVTT\n\(header)\n\(cues)\n".utf8), duration: duration, tags: tags)
        }
    }

    private let sample: SampleMedia
    /// The loader of the subtitles and of the sample.
    public let loader: ScriptedLoader

    /// Creates the subtitles.
    ///
    /// - Parameters:
    ///   - sample: The sample to which the subtitles belong.
    ///   - segments: The segments of one rendition, which is the default rendition.
    ///   - answers: Prepared answers, which take precedence over the generated files.
    ///   - media: The media playlist of the sample.
    ///   - initialization: The initialization section of the subtitles; `nil` when they have none.
    ///   - renditions: Further lines of the multivariant playlist.
    ///   - attributes: Further attributes of the variant.
    public init(
        _ sample: SampleMedia, _ segments: [Segment] = [],
        answers: [(String, ScriptedLoader.Answer)] = [], media: String = "index.m3u8",
        initialization: [UInt8]? = nil, renditions: String = "", attributes: String = ""
    ) {
        self.sample = sample
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:60\n"
        if initialization != nil { text += "#EXT-X-MAP:URI=\"text.init.mp4\"\n" }
        var script = answers
        for (index, segment) in segments.enumerated() {
            let name = "text-\(index).\(segment.name)"
            text += "\(segment.tags)#EXTINF:\(segment.duration),\n\(name)\n"
            script.append(("/\(name)", .bytes(segment.bytes)))
        }
        text += "#EXT-X-ENDLIST\n"
        var playlist = "#EXTM3U\n\(renditions)"
        var variant = "#EXT-X-STREAM-INF:BANDWIDTH=1000000\(attributes)"
        if !segments.isEmpty {
            playlist +=
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\","
                + "DEFAULT=YES,AUTOSELECT=YES,URI=\"text.m3u8\"\n"
            variant += ",SUBTITLES=\"text\""
        }
        playlist += "\(variant)\n\(media)\n"
        script.append(("/text.m3u8", .bytes(Array(text.utf8))))
        script.append(("/text.init.mp4", .bytes(initialization ?? [])))
        script.append(("/made.m3u8", .bytes(Array(playlist.utf8))))
        loader = ScriptedLoader(script)
    }

    /// A video of the sample with the subtitles.
    public var video: Video { Video(url: "\(sample.folder)/made.m3u8") }

    /// Plays the sample with the subtitles to its end.
    public func play(
        options: SidecarSubtitleOptions = .init(),
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        Playback(
            loader: loader, provider: SidecarSubtitleProvider(options: options), configure
        ).play(video)
    }
}

extension Playback {
    /// The cues that were shown and hidden, with their instants: `0.500 +text`, `2.500 -text`.
    public var cues: [String] {
        recorder.events.compactMap { event in
            switch event.kind {
            case .didShowCue(let cue, _): "\(event.instant) +\(cue.plainText)"
            case .didHideCue(let cue, _): "\(event.instant) -\(cue.plainText)"
            default: nil
            }
        }
    }
}
