import Formats
import HeadlessPlayback
import Scenarios
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

@Suite struct ServiceFileTests {
    private func read(_ text: String) throws(ScenarioFileError) -> Scenario {
        try ScenarioFile.scenario(from: Array(text.utf8), path: "suite/a.play.yaml")
    }

    @Test func `every key of a playback service is read`() throws {
        let scenario = try read(ScenarioText.everyServiceKey)
        let finds = scenario.assets.compactMap(\.find)
        #expect(
            finds.map(\.subject) == [
                .video(id: "5"), .videoReference("a film"), .playlist(id: "9"),
                .playlistReference("top"), .search("free"),
            ])
        #expect(finds.map(\.viewer) == ["anna", nil, nil, nil, nil])
        #expect(finds[1].policyKey == "other" && finds[1].line == 4)
        #expect(finds[2].parameters == ["limit": "10", "offset": "2"])
        #expect(finds.map(\.event.rawValue).suffix(4).first == "findVideo")
        #expect(finds.map(\.isList) == [false, false, true, true, true])
        #expect(scenario.player.limitsStreams)
        let streams = scenario.player.options.streamConcurrency
        #expect(streams.reaction == .report && streams.retries == 2)
        #expect(streams.retryDelay == .seconds(5) && streams.sessionID == "phone")
        let service = try #require(scenario.service)
        #expect(service.line == 11)
        #expect(service.account == "17" && service.policyKey == "key")
        #expect(service.country == "de" && service.domain == "player.example")
        #expect(service.limitsStreams && service.heartbeat == .seconds(90))
        #expect(service.otherStreams.map(\.viewer) == ["bob"])
        #expect(service.otherStreams[0].period.lowerBound == .seconds(30))
        #expect(service.playlists.map(\.videos) == [["5", "6"]])
        #expect(scenario.invalidParts.isEmpty)
    }

    @Test(arguments: ScenarioText.refusedServiceTimes)
    func `invalid times and ids of a service that a schema cannot exclude are refused`(
        mistake: ScenarioText.Refused
    ) throws {
        let error = #expect(throws: ScenarioFileError.self) { try read(mistake.file) }
        #expect(error?.path == mistake.path)
        #expect(error?.description.contains(mistake.message) == true)
    }

    @Test func `the settings of a viewer become the claims of a token`() throws {
        let scenario = try read(ScenarioText.everyServiceKey)
        let viewers = try #require(scenario.service?.viewers)
        let start = scenario.surroundings.start
        let second = start.millisecondsSince1970 / 1000
        #expect(
            viewers[0].claims(account: "17", start: start)
                == .object([
                    "accid": .string("17"), "uid": .string("viewer-1"), "sid": .string("phone"),
                    "climit": .integer(1), "dlimit": .integer(2), "vids": .array([.string("5")]),
                    "tags": .array([.string("free")]), "iat": .integer(second + 10),
                    "exp": .integer(second + 7200),
                ]))
        #expect(viewers[1].claims(account: "17", start: start)["uid"]?.string == "bob")
        #expect(viewers.map(\.isForged) == [true, false])
    }

    @Test func `a video has the members of a catalogue entry`() throws {
        let scenario = try read(ScenarioText.everyServiceKey)
        let videos = try #require(scenario.service?.videos)
        let first = videos[0].document(from: scenario.surroundings.start)
        #expect(first["manifest_url_ttl"]?.integer == 300)
        #expect(first["duration"]?.integer == 20_000)
        #expect(first["geo"]?["exclude_countries"]?.bool == false)
        #expect(first["schedule"]?["ends_at"]?.string == "2026-01-01T01:00:00.000Z")
        #expect(first["description"]?.string == "1")
        #expect(
            first["sources"]?.array?.first?["src"]?.string
                == "https://media.test/5/{expiry}/index.m3u8")
        #expect(videos[0].folder == "suite/film")
        let second = videos[1].document(from: scenario.surroundings.start)
        #expect(second["manifest_url_ttl"]?.integer == 600)
        #expect(second["name"]?.string == "6")
        #expect(second["sources"]?.array?.first?["type"]?.string == "video/mp4")
    }

    @Test func `each fault of a service applies to one kind of call`() throws {
        let scenario = try read(ScenarioText.everyServiceKey)
        let faults = try #require(scenario.service?.faults)
        #expect(
            faults.map(\.pattern.methods) == [[.post], [.get], [.get], [.get], [.get], [.delete]])
        #expect(faults[0].occurrences == 1..<3)
        #expect(faults[0].period == .seconds(60)..<Instant.seconds(120))
        #expect(scenario.allFaults == scenario.surroundings.faults + faults)
        let base = "https://service.test/accounts/17"
        func fits(_ place: Int, _ path: String, _ method: RequestMethod = .get) -> Bool {
            faults[place].pattern.fits(
                url: base + path, kind: .other, byteRange: nil, method: method)
        }
        #expect(fits(0, "/sessions", .post) && !fits(0, "/sessions"))
        #expect(fits(1, "/videos/ref:a%20film") && !fits(1, "/videos/ref:a"))
        #expect(fits(2, "/playlists/9%2A?limit=1") && !fits(2, "/playlists/9"))
        #expect(fits(3, "/videos?q=a") && !fits(3, "/videos/a"))
        #expect(fits(5, "/sessions", .delete))
    }
}
