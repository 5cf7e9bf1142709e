import HeadlessPlayback
import Sessions
import Testing

/// Answers of a playback service as values: objects, refusals, and everything else.
@Suite struct PlaybackServiceAnswerTests {
    private static let account = PlaybackServiceAccount(id: "1", policyKey: "k")

    private func answer(
        _ text: String, to subject: PlaybackServiceRequest.Subject = .video(id: "5"),
        status: Int = 200
    ) throws(PlaybackServiceError) -> PlaybackServiceAnswer {
        try PlaybackServiceAnswer(
            to: PlaybackServiceRequest(subject, of: Self.account), status: status,
            body: Array(text.utf8), at: "https://edge.test/videos/5")
    }

    private func failure(
        _ text: String, to subject: PlaybackServiceRequest.Subject = .video(id: "5"),
        status: Int = 200
    ) -> PlaybackServiceError? {
        do throws(PlaybackServiceError) {
            _ = try answer(text, to: subject, status: status)
            return nil
        } catch {
            return error
        }
    }

    private static let film = """
        {"id": "5", "account_id": "1", "reference_id": "film", "name": "A film",
         "duration": 60044, "manifest_url_ttl": 3600, "custom_fields": {"rating": "12"},
         "sources": [{"src": "https://edge.test/a.m3u8?token=1",
                      "type": "application/x-mpegURL"},
                     {"src": "https://edge.test/a.mpd", "type": "application/dash+xml"}],
         "text_tracks": [{"kind": "captions", "srclang": "en", "src": "https://edge.test/en.vtt"}],
         "cue_points": [{"id": "c", "name": "ad", "type": "AD", "time": 30.5}]}
        """

    @Test func `a video has its sources, text tracks, cue points and custom fields`() throws {
        let answer = try answer(Self.film)
        let video = try #require(answer.video)
        #expect(answer.playlist == nil)
        #expect(video.id == "5" && video.name == "A film" && video.referenceID == "film")
        #expect(video.sources.map(\.deliveryMethod) == [.hls, .dash])
        #expect(video.textTracks.map { $0["srclang"] } == ["en"])
        #expect(video.cuePoints.map(\.position) == [.time(.milliseconds(30_500))])
        #expect(video.customFields == ["rating": "12"])
        #expect(video.manifestTTL == .seconds(3600))
        // The lifetime begins when a simulation receives the answer. No simulation received this
        // answer, so its video has no expiry.
        #expect(video.manifestExpiry == nil)
        #expect(answer.json["name"] == "A film")
    }

    @Test func `a playlist keeps the videos that are refused, with their properties`() throws {
        let text = """
            {"id": 7, "type": "EXPLICIT", "reference_id": "top", "videos": [\(Self.film),
             {"id": 6, "name": "Elsewhere", "errors": [{"error_code": "ACCESS_DENIED",
              "error_subcode": "CLIENT_GEO", "client_geo": "de", "message": "No."}]}]}
            """
        for subject: PlaybackServiceRequest.Subject in [
            .playlist(id: "7"), .playlistReference("top"),
        ] {
            let playlist = try #require(try answer(text, to: subject).playlist)
            #expect(playlist.allPlayableVideos.map(\.id) == ["5"])
            #expect(playlist.allFailedVideos.map(\.errorSubcode) == ["CLIENT_GEO"])
            #expect(playlist.allFailedVideos.map(\.name) == ["Elsewhere"])
            #expect(playlist.allFailedVideos.map(\.id) == ["6"])
            #expect(playlist.properties["type"] == "EXPLICIT")
        }
    }

    @Test func `a search gives a list, which may be empty`() throws {
        let found = try answer(#"{"count": 1, "videos": [\#(Self.film)]}"#, to: .search("film"))
        #expect(found.playlist?.videos.map(\.id) == ["5"])
        #expect(found.playlist?.properties["count"] == 1)
        #expect(try answer(#"{"videos": []}"#, to: .search("x")).playlist?.count == 0)
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected a value"), ("[]", "the object of a video"),
        ("[\(film)]", "the object of a video"), ("7", "the object of a video"),
        ("{}", "sources is missing"),
        (#"{"sources": [{"src": "/etc/passwd"}]}"#, "sources[0].src is not the location"),
        (#"{"sources": [{"src": "file:///etc/passwd"}]}"#, "sources[0].src is not the location"),
        (#"{"sources": [], "custom_fields": []}"#, "custom_fields is not an object"),
        (#"{"sources": [], "text_tracks": [1]}"#, "text_tracks[0] is not the object"),
        (#"{"sources": [], "errors": 1}"#, "errors is not a list"),
        (#"{"sources": [], "manifest_url_ttl": 0}"#, "manifest_url_ttl is not a positive"),
        (#"{"sources": [], "manifest_url_ttl": "1"}"#, "manifest_url_ttl is not a positive"),
        (#"{"sources": [], "manifest_url_ttl": 1e15}"#, "manifest_url_ttl is not a positive"),
    ])
    func `a response that is not a video is a JSON error`(text: String, message: String) {
        let error = failure(text)
        #expect(error?.code == 2)
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "none")")
        guard case .json(_, let body)? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(body == Array(text.utf8))
    }

    @Test(arguments: [film, "[]", "{}", #"{"videos": {}}"#, #"{"videos": [{}]}"#])
    func `a response that is not a list is a JSON error`(text: String) {
        for subject: PlaybackServiceRequest.Subject in [.playlist(id: "5"), .search("a")] {
            #expect(failure(text, to: subject)?.code == 2)
        }
    }

    @Test(arguments: [
        (#""sources": [], "manifest_url_ttl": 0"#, "manifest_url_ttl is not a positive"),
        (#""sources": [], "text_tracks": [{}, 1]"#, "text_tracks[1] is not the object"),
        (#""sources": [], "text_tracks": {}"#, "text_tracks is not a list"),
        (#""sources": [], "custom_fields": []"#, "custom_fields is not an object"),
        (#""sources": [], "duration": -1"#, "duration is not a number"),
        (#""sources": [{"src": "/etc/passwd"}]"#, "sources[0].src is not the location"),
        (#""sources": [{}]"#, "sources[0].src is missing"),
        (#""sources": [], "cue_points": [1]"#, "cue_points[0] is not the object"),
    ])
    func `a malformed entry of a list is a refused video`(members: String, message: String) throws {
        let text = #"""
            {"videos": [\#(Self.film), {"id": 6, "name": "Broken", "reference_id": "r", \#(members)},
             \#(Self.film)]}
            """#
        let playlist = try #require(try answer(text, to: .search("a")).playlist)
        #expect(playlist.allPlayableVideos.map(\.id) == ["5", "5"])
        let failed = try #require(playlist.allFailedVideos.first)
        #expect(playlist.allFailedVideos.count == 1)
        #expect(failed.id == "6" && failed.name == "Broken" && failed.referenceID == "r")
        #expect(failed.sources.isEmpty)
        #expect(failed.errorCode == "MALFORMED_ENTRY")
        let place = "videos[1].\(message)"
        #expect(failed.errorMessage?.hasPrefix(place) == true, "\(failed.errorMessage ?? "none")")
    }

    @Test func `lists in a response have limits of length and depth`() {
        let many = Array(repeating: #"{"sources": []}"#, count: 1001).joined(separator: ",")
        let error = failure(#"{"videos": [\#(many)]}"#, to: .search("a"))
        #expect(error?.description.contains("videos is not a list of at most 1000") == true)
        let points = Array(repeating: #"{"time": 1}"#, count: 10_001).joined(separator: ",")
        let other = failure(#"{"sources": [], "cue_points": [\#(points)]}"#)
        #expect(other?.description.contains("cue_points is not a list of at most") == true)
        let deep = String(repeating: "[", count: 1000)
        #expect(failure(deep)?.description.contains("nests deeper") == true)
    }

    @Test func `a response with another video than the requested one is an error`() {
        let error = failure(Self.film, to: .video(id: "6"))
        #expect(error?.cause == .mismatch(expected: "6", found: "5"))
        #expect(error?.code == 2)
        #expect(failure(Self.film, to: .videoReference("movie"))?.code == 2)
        #expect(failure(Self.film, to: .videoReference("film")) == nil)
        #expect(failure(#"{"id": 5, "sources": []}"#) == nil)
    }

    // MARK: Refusals

    @Test func `errors are read from each of their JSON forms, and other bodies yield none`() {
        let list =
            #"[{"error_code": "A", "error_subcode": "B", "message": "C", "client_geo": "D"}]"#
        #expect(
            failure(list, status: 403)?.cause
                == .api(
                    status: 403,
                    [.init(code: "A", subcode: "B", message: "C", clientCountry: "D")]))
        let stream = #"{"error": {"code": "A", "sub_code": "B", "message": "C"}}"#
        let one = PlaybackServiceRefusal(code: "A", subcode: "B", message: "C")
        #expect(failure(stream, status: 403)?.cause == .api(status: 403, [one]))
        for text in ["<html>", "", "[]", "7", #"[{"error_code": 1}]"#] {
            #expect(failure(text, status: 502)?.cause == .api(status: 502, []))
        }
    }

    @Test func `a refusal in a successful response counts as a refusal`() {
        for text in [
            #"[{"error_code": "VIDEO_NOT_PLAYABLE"}]"#, #"{"error_code": "VIDEO_NOT_PLAYABLE"}"#,
            #"{"id": "5", "errors": [{"error_code": "VIDEO_NOT_PLAYABLE"}]}"#,
        ] {
            let error = failure(text)
            #expect(error?.code == 3)
            #expect(error?.reason == .notPlayable)
        }
    }

    @Test func `refusals are limited, and their text stays on one line`() {
        let message = String(repeating: "a", count: 5000)
        let many = Array(repeating: #"{"error_code": "A", "message": "\#(message)"}"#, count: 500)
        guard
            case .api(_, let refusals)? = failure(
                "[\(many.joined(separator: ","))]", status: 400)?.cause
        else {
            Issue.record("no refusal")
            return
        }
        #expect(refusals.count == 100)
        #expect(refusals[0].message?.count == 1000)
        let error = failure(#"[{"error_code": "A\n\u001b[31m"}]"#, status: 400)
        #expect(error?.description.contains("\n") == false)
        #expect(error?.description.contains("\u{1B}") == false)
    }

    @Test(
        arguments: [
            (400, "BAD_REQUEST", nil, .badRequest), (400, "DUPLICATE_PARAMETERS", nil, .badRequest),
            (401, "INVALID_POLICY_KEY", nil, .invalidPolicyKey),
            (401, "ACCESS_DENIED", "TOKEN_REQUIRED", .missingToken),
            (401, "ACCESS_DENIED", "TOKEN_VALIDATION", .invalidToken),
            (401, "INVALID_TOKEN", nil, .invalidToken), (401, "OTHER", nil, .denied),
            (403, "ACCESS_DENIED", "ACCOUNT_ID", .account),
            (403, "ACCESS_DENIED", "VIDEO_ID", .video),
            (403, "ACCESS_DENIED", "CLIENT_GEO", .country),
            (403, "FORBIDDEN", "CLIENT_GEO", .country),
            (403, "ACCESS_DENIED", "CLIENT_IP", .address),
            (403, "ACCESS_DENIED", "DOMAIN", .domain), (403, "ACCESS_DENIED", "OFFERS", .rights),
            (403, "ACCESS_DENIED", "TAGS", .rights),
            (403, "ACCESS_DENIED", "POLICY_ERROR", .rights),
            (403, "ACCESS_DENIED", "DENIED_BY_STREAM_LIMIT", .streamLimit),
            (403, "ACCESS_DENIED", "DENIED_BY_STREAM_LIMIT_RENEW", .streamLimit),
            (403, "ACCESS_DENIED", "MAX_CONCURRENCY", .streamLimit),
            (403, "ACCESS_DENIED", "DENIED_BY_DEVICE_LIMITING", .deviceLimit),
            (403, "VIDEO_NOT_PLAYABLE", nil, .notPlayable),
            (403, "PLAYLIST_NOT_PLAYABLE", nil, .notPlayable),
            (403, "JWT_AUTH", nil, .invalidToken), (403, "NEW", "NEW", .denied),
            (404, "VIDEO_NOT_FOUND", nil, .notFound), (404, "NOT_FOUND", "NEW", .notFound),
            (405, "METHOD_NOT_ALLOWED", nil, .methodNotAllowed),
            (429, "", nil, .unavailable), (500, "", nil, .unavailable),
            (502, "VIDEO_RETRIEVE_FAILURE", nil, .unavailable),
            (504, "SERVER_TIMEOUT", nil, .unavailable), (410, "GONE", nil, .unknown),
        ] as [(Int, String, String?, PlaybackServiceReason)])
    func `status and subcode decide the reason`(
        status: Int, code: String, subcode: String?, reason: PlaybackServiceReason
    ) {
        let refusal = PlaybackServiceRefusal(code: code, subcode: subcode)
        #expect(PlaybackServiceReason(status: status, refusal) == reason)
        let error = PlaybackServiceError(.api(status: status, [refusal]))
        #expect(error.reason == reason && error.code == 3)
    }

    @Test func `no dump of an error shows a secret`() {
        let url = "https://edge.test/v?bcov_auth=SECRETSECRET"
        for cause: PlaybackServiceError.Cause in [
            .api(status: 403, []), .json(JSONError(.missing), body: Array("SECRET".utf8)),
            .connection(TransportError(url: url, cause: .timedOut)),
        ] {
            let error = PlaybackServiceError(cause, at: url)
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", String(reflecting: error), dumped] {
                #expect(!text.contains("SECRET"), "\(text)")
            }
        }
    }

    @Test func `an error keeps the start of a long body`() {
        let body = Array(("{" + String(repeating: "x", count: 1 << 20)).utf8)
        let error = failure(String(decoding: body, as: UTF8.self))
        guard case .json(_, let kept)? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(kept == Array(body.prefix(64 << 10)))
        let long = failure(#"{"id": "\#(String(repeating: "x", count: 1 << 20))", "sources": []}"#)
        guard case .mismatch("5", let found)? = long?.cause else {
            Issue.record("\(long?.code ?? -1)")
            return
        }
        #expect(found.utf8.count == 8 << 10)
        // A single character with 65,536 combining marks.
        let marks = String(repeating: "\u{301}", count: 1 << 16)
        let bounded = PlaybackServiceError(.mismatch(expected: "5", found: "e" + marks))
        guard case .mismatch(_, let start) = bounded.cause else {
            Issue.record("\(bounded.code)")
            return
        }
        #expect(start.unicodeScalars.count == 8 << 10)
    }

    @Test func `an error states the cause without the secrets of the location`() {
        let refusal = PlaybackServiceRefusal(
            code: "ACCESS_DENIED", subcode: "CLIENT_GEO", message: "No.")
        let error = PlaybackServiceError(
            .api(status: 403, [refusal]), at: "https://edge.test/v?bcov_auth=SECRETSECRET")
        #expect(!error.description.contains("SECRET"))
        #expect(
            error.description.hasSuffix(
                ": refused with status 403: ACCESS_DENIED (CLIENT_GEO): No."))
    }
}
