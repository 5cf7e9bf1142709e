import HeadlessPlayback
import Testing

@Suite struct CatalogueEntryTests {
    private let entry = """
        {
          "id": "4825106", "account_id": "10", "reference_id": "ref-1", "name": "A film",
          "description": "Short", "long_description": null, "duration": 60044,
          "economics": "FREE", "offline_enabled": true, "tags": ["a", "b"],
          "custom_fields": {"bumper_id": "9"},
          "poster": "https://example.com/p.jpg",
          "variants": [{"language": "de-DE", "name": "Ein Film"}],
          "sources": [
            {"app_name": "rtmp://example.com/a", "stream_name": "mp4:x", "codec": "H264"},
            {"src": "http://example.com/a.m3u8", "type": "application/x-mpegURL",
             "ext_x_version": "4"},
            {"src": "https://example.com/b", "type": "application/vnd.apple.mpegurl",
             "key_systems": {"com.apple.fps.1_0": {"key_request_url": "https://example.com/k"}}},
            {"src": "https://example.com/c.mpd", "type": "application/dash+xml"},
            {"src": "https://example.com/d", "container": "MP4", "avg_bitrate": 1200000}
          ],
          "cue_points": [
            {"id": "c2", "name": "late", "type": "CODE", "time": 30.5, "metadata": "x",
             "force_stop": false},
            {"id": "c1", "name": "early", "type": "AD", "time": 0.0, "metadata": null}
          ],
          "text_tracks": [
            {"kind": "metadata", "label": "thumbnails", "src": "https://example.com/t.vtt"}
          ]
        }
        """

    private func video() throws -> Video {
        try Video(catalogueEntry: Array(entry.utf8))
    }

    @Test func `the members of an entry are read by key and type`() throws {
        let video = try video()
        #expect(video.id == "4825106")
        #expect(video.referenceID == "ref-1")
        #expect(video.name == "A film")
        #expect(video.shortDescription == "Short")
        #expect(video.longDescription == nil)
        #expect(video.duration == .milliseconds(60_044))
        #expect(video.economics == .free)
        #expect(video.canBeDownloaded)
        #expect(video.properties["custom_fields"]?["bumper_id"] == "9")
        #expect(video.properties["tags"] == ["a", "b"])
        #expect(video.properties["long_description"] == nil)
        #expect(video.thumbnailVTTURL == "https://example.com/t.vtt")
        #expect(!video.hasError)
    }

    @Test func `sources have the delivery method of their media type or container`() throws {
        let sources = try video().sources
        #expect(sources.map(\.deliveryMethod) == [.hls, .hls, .dash, .mp4])
        #expect(sources.map(\.scheme) == ["http", "https", "https", "https"])
        #expect(sources[0].properties["ext_x_version"] == "4")
        #expect(sources.map(\.usesFairPlay) == [false, true, false, false])
        #expect(try video().usesFairPlay)
    }

    @Test func `cue points have times in seconds and keep other members`() throws {
        #expect(
            try video().cuePoints == [
                .at(.zero, type: "AD", properties: ["name": "early", "id": "c1"]),
                .at(
                    .milliseconds(30_500), type: "CODE",
                    properties: [
                        "name": "late", "id": "c2", "metadata": "x", "force_stop": false,
                    ]),
            ])
    }

    @Test func `a name is read in the first language that has one`() throws {
        let video = try video()
        #expect(video.localizedName(forLanguages: ["fr", "de-DE"]) == "Ein Film")
        #expect(video.localizedName(forLanguages: ["de-AT"]) == "Ein Film")
        #expect(video.localizedName(forLanguages: ["fr"]) == "A film")
        #expect(video.localizedShortDescription(forLanguages: ["de"]) == "Short")
    }

    @Test func `an error response is read as a video with an error`() throws {
        let answer = """
            [{"error_code": "ACCESS_DENIED", "error_subcode": "CLIENT_GEO", "message": "No."}]
            """
        let video = try Video(catalogueEntry: Array(answer.utf8))
        #expect(video.hasError)
        #expect(video.errorCode == "ACCESS_DENIED")
        #expect(video.errorSubcode == "CLIENT_GEO")
        #expect(video.errorMessage == "No.")
        #expect(video.sources.isEmpty)
    }

    @Test func `an entry with errors has no sources and keeps its properties`() throws {
        let answer = """
            {"id": 6, "name": "A", "sources": [{"src": "a.m3u8"}],
             "errors": [{"error_code": "ACCESS_DENIED", "error_subcode": "CLIENT_GEO"}]}
            """
        let video = try Video(catalogueEntry: Array(answer.utf8))
        #expect(video.hasError && video.sources.isEmpty)
        #expect(video.errorSubcode == "CLIENT_GEO")
        #expect(video.id == "6" && video.name == "A")
        let fine = try Video(catalogueEntry: Array(#"{"sources": [], "errors": []}"#.utf8))
        #expect(!fine.hasError)
    }

    @Test func `a playlist separates playable videos from failed ones`() throws {
        let answer = """
            {"id": 5, "type": "EXPLICIT", "videos": [
              {"id": 1, "sources": [{"src": "a.m3u8"}]}, {"error_code": "VIDEO_NOT_PLAYABLE"}]}
            """
        let playlist = try VideoPlaylist(catalogue: Array(answer.utf8))
        #expect(playlist.properties == ["id": 5, "type": "EXPLICIT"])
        #expect(playlist.count == 2)
        #expect(playlist.allPlayableVideos.map(\.id) == ["1"])
        #expect(playlist.allFailedVideos.map(\.errorCode) == ["VIDEO_NOT_PLAYABLE"])
        #expect(playlist[0]?.sources == [Source(url: "a.m3u8", deliveryMethod: .hls)])
        #expect(playlist[2] == nil)
    }

    @Test func `a single video or a list of videos is read as a playlist`() throws {
        let one = try VideoPlaylist(catalogue: Array(entry.utf8))
        let two = try VideoPlaylist(catalogue: Array("[\(entry), \(entry)]".utf8))
        #expect(one.videos == [try video()])
        #expect(two.count == 2)
    }

    @Test(arguments: [
        ("5", "the JSON text is not the object of a video"),
        ("[]", "the JSON text is not the object of a video"),
        ("{}", "sources is missing"),
        ("{\"sources\": {}}", "sources is not a list"),
        ("{\"sources\": [7]}", "sources[0] is not the object of a source"),
        ("{\"sources\": [{\"src\": \"a\"}, {}]}", "sources[1].src is missing"),
        ("{\"sources\": [{\"src\": 1}]}", "sources[0].src is not an address"),
        ("{\"sources\": [], \"cue_points\": [{}]}", "cue_points[0].time is missing"),
        (
            "{\"sources\": [], \"cue_points\": [1]}",
            "cue_points[0] is not the object of a cue point"
        ),
        (
            "{\"sources\": [], \"duration\": \"1\"}",
            "duration is not a number of milliseconds"
        ),
        ("{\"sources\": [], \"text_tracks\": 1}", "text_tracks is not a list"),
        ("[{\"sources\": [{}]}]", "[0].sources[0].src is missing"),
    ])
    func `an error names the value at fault`(text: String, message: String) {
        let error = #expect(throws: JSONError.self) {
            try Video(catalogueEntry: Array(text.utf8))
        }
        #expect(error?.description == message)
    }
}
