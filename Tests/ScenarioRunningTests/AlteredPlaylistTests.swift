import RunResults
import ScenarioRunning
import Scenarios
import TestSupport
import Testing

/// A playlist that arrives without its end must fail the run.
///
/// No player can know which segments are missing.
@Suite struct AlteredPlaylistTests: LiveScenarioSuite {
    private func result(
        _ media: SampleMedia, _ effect: String, of match: String = "*index.m3u8",
        _ rest: String = ""
    ) throws -> ScenarioResult {
        let text = """
            playctl: 1
            assets: [\(media.path)]
            faults: [{match: {location: "\(match)"}, do: {\(effect)}}]
            \(rest)
            """
        return ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "film.play.yaml"))
    }

    @Test func `a film whose playlist is truncated to some of its segments fails`() throws {
        let result = try result(.single, "truncate: 60%")
        #expect(failures(result) == ["ledger.sound"])
        let text = result.checks.map { "\($0.outcome)" }.joined()
        let finding = "a fault changed the playlist, which states 2 of 5 segments"
        #expect(text.contains(finding), "\(text)")
    }

    @Test func `a film fails when its multivariant playlist loses variant streams by truncation`()
        throws
    {
        let match = "*ts-multivariant/index.m3u8"
        let result = try result(.transportStream, "truncate: 80%", of: match)
        #expect(failures(result) == ["ledger.sound"])
        let text = result.checks.map { "\($0.outcome)" }.joined()
        #expect(text.contains("which states 1 of 3 variant streams"), "\(text)")
    }

    /// The fault truncates the playlist before a session provider adds the text track.
    @Test(arguments: [("80%", ["ledger.sound"]), ("1155B", [])])
    func `a text track that the scenario adds does not count as an alteration of the playlist`(
        length: String, failed: [String]
    ) throws {
        let media = SampleMedia.transportStream
        let text = """
            playctl: 1
            assets:
              - url: \(media.path)
                text-tracks:
                  - src: \(media.folder)/subtitles-fr/segment-0.vtt
                    srclang: nl
                    label: Nederlands
                    duration: 20s
            faults:
              - {match: {location: "*ts-multivariant/index.m3u8"}, do: {truncate: \(length)}}
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "film.play.yaml"))
        #expect(failures(result) == failed)
    }

    @Test func `each altered playlist of a film is counted`() throws {
        let rest = "expect: [{altered-playlists: 3}]"
        let match = "*/ts-multivariant/*/index.m3u8"
        let result = try result(
            .transportStream, "truncate: 60%", of: match, "player: {subtitles: en}\n" + rest)
        #expect(failures(result) == [])
    }

    @Test func `a playlist that loses only its last line end is not altered`() throws {
        #expect(failures(try result(.single, "truncate: 267B")) == [])
    }

    /// A player that has received `EXT-X-ENDLIST` does not request the playlist again.
    @Test(arguments: [false, true])
    func `a segment that is lost from the last version of a broadcast fails the run`(
        isLast: Bool
    ) throws {
        // The fault removes the last listed segment, either after the broadcast has ended or before
        // its end.
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.single.path), id: news, window: {type: event}, \
            ends: {after: 22s, as: vod}}
            faults:
              - match: {location: "main/index.m3u8"}
                during: \(isLast ? "22s..10m" : "0s..15s")
                do: {zeroed: {from: 890B, to: 907B}}
            steps: [{at: 2m, stop: }]
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "end.play.yaml"))
        #expect(failures(result) == [isLast ? "ledger.sound" : "scenario.fault"])
    }

    @Test func `a scenario may expect a number of altered playlists`() throws {
        for (count, failed) in [("1", []), ("0", ["expect.altered-playlists"]), ("2..", nil)] {
            let rest = "expect: [{altered-playlists: \(count)}]"
            let result = try result(.single, "truncate: 60%", of: "*index.m3u8", rest)
            #expect(failures(result) == failed ?? ["expect.altered-playlists"], "\(count)")
        }
    }
}
