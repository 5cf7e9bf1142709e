import HeadlessPlayback
import SidecarSubtitles
import Testing

@Suite struct TextTrackTests {
    private let whole: [String: PropertyValue] = [
        "src": "en.vtt", "srclang": "en", "label": "English", "kind": "subtitles", "duration": 20,
        "default": true, "mime_type": "text/vtt",
    ]

    private func read(
        _ members: [String: PropertyValue], videoDuration: Int64? = nil
    ) throws(TextTrackError) -> [TextTrack] {
        var video = Video(url: "a.m3u8")
        video.textTracks = [.object(members)]
        if let videoDuration {
            video.properties[Video.PropertyKey.duration] = .integer(videoDuration)
        }
        return try TextTrack.tracks(of: video)
    }

    @Test func `reads valid descriptions`() throws {
        let track = try read(whole)
        #expect(
            track == [
                TextTrack(
                    source: "en.vtt", sourceType: .webVTT, language: "en", label: "English",
                    kind: .subtitles, duration: .seconds(20), isDefault: true, mimeType: "text/vtt")
            ])
        #expect(try read(track[0].property.object ?? [:]) == track)
    }

    @Test(arguments: ["src", "srclang", "label", "kind", "duration"])
    func `names track and key of a missing member`(key: String) {
        var members = whole
        members[key] = nil
        let error = #expect(throws: TextTrackError.self) { try read(members) }
        #expect(error?.track == 0)
        #expect(error?.key == key)
    }

    @Test func `uses the duration of the video when a file track has none`() throws {
        var members = whole
        members["duration"] = nil
        #expect(try read(members, videoDuration: 12_500).first?.duration == .milliseconds(12_500))
    }

    @Test func `ignores the duration of a playlist`() throws {
        var members = whole
        members["src"] = "https://example.com/en.m3u8?x=1"
        let track = try read(members).first
        #expect(track?.sourceType == .playlist)
        #expect(track?.duration == nil)
    }

    @Test func `requires the type of a source without a known extension`() throws {
        var members = whole
        members["src"] = "https://example.com/captions"
        #expect(throws: TextTrackError.self) { try read(members) }
        members["source_type"] = "WebVTT URL"
        #expect(try read(members).first?.sourceType == .webVTT)
        members["source_type"] = "SRT"
        #expect(throws: TextTrackError.self) { try read(members) }
    }

    @Test(arguments: ["chapters", "metadata", "descriptions"])
    func `skips tracks that are not subtitles`(kind: String) throws {
        var members = whole
        members["kind"] = .string(kind)
        #expect(try read(members) == [])
    }

    @Test(arguments: [0, -3, 1e300])
    func `refuses invalid durations`(seconds: Double) {
        var members = whole
        members["duration"] = .number(seconds)
        #expect(throws: TextTrackError.self) { try read(members) }
    }
}
