import Formats
import HeadlessPlayback
import PlaybackControl

/// Formats each event as a line with a JSON object: its time, session, name and payload.
struct EventJSON {
    /// The version of the format, written in the first line.
    private static let version: Int64 = 1

    private var json = JSONText()

    /// Returns the first line, which names the format.
    ///
    /// Like the line of every event, it has the members `t`, `session` and `event`.
    mutating func header() -> [UInt8] {
        json.removeAll()
        json.object { json in
            json.member("t", Instant.start)
            json.key("session")
            json.null()
            json.member("event", "format")
            json.member("format", "playctl-events")
            json.member("version", Self.version)
        }
        json.endLine()
        return json.bytes
    }

    /// Returns the JSON line of an event, with its line break.
    mutating func line(of event: PlaybackEvent) -> [UInt8] {
        json.removeAll()
        json.object { json in
            json.member("t", event.instant)
            json.key("session")
            if let session = event.session { json.value(session.number) } else { json.null() }
            json.member("event", event.name)
            json.payload(of: event)
        }
        json.endLine()
        return json.bytes
    }

    /// Returns the JSON line, with its line break, of a command from outside the player.
    ///
    /// The command is from the user or from another process.
    mutating func line(of report: OutsideCommandReport) -> [UInt8] {
        json.removeAll()
        json.object { json in
            json.member("t", report.instant)
            json.key("session")
            if let session = report.session { json.value(session) } else { json.null() }
            json.member("event", "outsideCommand")
            json.member("source", report.source.rawValue)
            json.member("command", report.command.text)
            json.member("answer", "\(report.answer)")
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func payload(of event: PlaybackEvent) {
        switch event.kind {
        case .didAdvanceToPlaybackSession:
            guard let session = event.session else { return }
            optional("video", session.video.name)
            member("source", SafeText.url(session.source.url))
        case .didChangeDuration(let duration):
            member("duration", seconds: duration.isIndefinite ? .nan : duration.seconds)
        case .didProgressTo(let progress): member("progress", seconds: progress.timeInterval)
        case .didPassCuePoints(let passage):
            member("previousTime", seconds: passage.previous.timeInterval)
            member("currentTime", seconds: passage.current.timeInterval)
            key("cuePoints")
            array { json in for point in passage.cuePoints { json.value(point) } }
        case .didReceiveLifecycleEvent(let lifecycle):
            member("type", lifecycle.type.rawValue)
            if let error = lifecycle.error { member("error", error) }
        case .didChangeSeekableRanges(let ranges):
            key("seekableRanges")
            array { json in
                for range in ranges {
                    json.object {
                        $0.member("start", range.lowerBound)
                        $0.member("end", range.upperBound)
                    }
                }
            }
        case .determinedMediaType(let type): member("mediaType", type.name)
        case .determinedVideoType(let type): member("videoType", type.name)
        case .determinedCodecs(let codecs): member("codecs", codecs)
        case .determinedMetadata(let metadata):
            member("metadata", metadata.mapValues(PropertyValue.string))
        case .didCompletePlaylist(let videos): member("videos", videos.map(\.title))
        case .noPlayableVideosFound(let videos): member("videos", videos.map(\.title))
        case .didInsertVideo(let video, let index):
            member("video", video.title)
            member("index", index)
        case .failedToInsertVideo(let video): member("video", video.title)
        case .didChangeSelectedAudibleMediaOption(let option),
            .didChangeSelectedLegibleMediaOption(let option):
            optional("option", option?.name)
            optional("language", option?.languageTag)
        case .didShowCue(let cue, let option), .didHideCue(let cue, let option):
            member("id", cue.id)
            member("start", cue.start)
            member("end", cue.end)
            member("text", cue.text)
            member("plain", cue.plainText)
            key("settings")
            object { json in
                for setting in cue.settings { json.member(setting.name, setting.value) }
            }
            optional("option", option.name)
            optional("language", option.languageTag)
        case .didChangeExternalPlaybackActive(let isActive): member("active", isActive)
        case .didReachMaxConcurrency(let answer):
            member("sessions", answer["sessions"] ?? .object(answer))
        case .manifestTTLWasUpdatedWithError(let error): if let error { member("error", error) }
        case .didChangeNowPlaying(let information):
            information?.write(to: &self)
        case .didChangePictureInPicture(let event): member("step", event.rawValue)
        }
    }

    private mutating func value(_ point: CuePoint) {
        object { json in
            json.key("time")
            switch point.position {
            case .before: json.value("before")
            case .time(let time): json.value(time)
            case .after: json.value("after")
            }
            json.member("type", point.type)
            json.optional("name", point.name)
            json.member("properties", point.properties)
        }
    }

    private mutating func member(_ key: String, _ error: PlaybackError) {
        self.key(key)
        object { json in
            json.member("domain", error.domain)
            json.member("code", error.code)
            json.member("message", "\(error)")
        }
    }

    /// Writes a member that is a list of texts.
    package mutating func member(_ key: String, _ texts: [String]) {
        self.key(key)
        array { json in for text in texts { json.value(text) } }
    }

    /// Writes a member with a text or `null`.
    package mutating func optional(_ key: String, _ text: String?) {
        self.key(key)
        if let text { value(text) } else { null() }
    }

    /// Writes a member with an integer or `null`.
    package mutating func optional(_ key: String, _ number: Int?) {
        self.key(key)
        if let number { value(number) } else { null() }
    }
}

extension Video {
    /// The name of the video, or else the location of its first source.
    fileprivate var title: String { name ?? sources.first.map { SafeText.url($0.url) } ?? "" }
}

extension MediaType {
    fileprivate var name: String {
        switch self {
        case .undetermined: "Undetermined"
        case .audio: "Audio"
        case .audioVideo: "AudioVideo"
        }
    }
}

extension VideoType {
    fileprivate var name: String {
        switch self {
        case .unknown: "Unknown"
        case .vod: "VOD"
        case .live: "Live"
        case .liveDVR: "LiveDVR"
        }
    }
}

extension PlaybackEvent.NowPlayingInformation {
    /// Writes JSON members with the information that the lock screen shows.
    fileprivate func write(to json: inout JSONText) {
        json.member("title", title)
        json.optional("artwork", artwork.map(SafeText.url))
        json.member("elapsed", elapsed)
        if let duration { json.member("duration", duration) }
        json.member("rate", seconds: rate)
        json.member("previousEnabled", isPreviousEnabled)
        json.member("nextEnabled", isNextEnabled)
    }
}
