import RunResults
import ScenarioRunning
import Scenarios
import TestSupport
import Testing

/// A run must fail if the viewer does not see the selected subtitles of a broadcast.
@Suite struct LiveSubtitleTests: LiveScenarioSuite {
    private static let selected = "player: {subtitles: en}\n"
    private static let dropping =
        "player: {subtitles: en, recovery: {missing-subtitles: skip}}\n"

    /// Returns a fault of subtitle segment 153, or of other requests that match a pattern.
    private func fault(_ effect: String, of match: String = "msn: 153, kind: subtitle") -> String {
        "faults: [{match: {\(match)}, do: {\(effect)}}]\n"
    }

    /// Returns a fault of the subtitle playlist.
    private func playlistFault(from second: Int = 0) -> String {
        "faults: [{match: {location: \"s*/index.m3u8\"}, during: \(second)s..1h,"
            + " do: {status: 404}}]\n"
    }

    @Test(arguments: [selected, dropping])
    func `subtitles that arrive in time pass`(player: String) throws {
        #expect(failures(try run("", player)) == [])
    }

    @Test func `subtitles that arrive before the video of their discontinuity are shown`() throws {
        let fields = ", renditions: [{match: \"*video*\", lag: 2s}, {match: \"*audio*\", lag: 2s}]"
        #expect(failures(try run(fields, Self.selected)) == [])
    }

    @Test(arguments: ["status: 404", "status: 503", "truncate: 0%"])
    func `a subtitle segment that cannot be loaded ends playback`(effect: String) throws {
        #expect(
            failures(try run("", Self.selected + fault(effect))) == ["ledger.completed"])
    }

    @Test(arguments: ["status: 404", "status: 503", "truncate: 0%"])
    func `subtitles of a broadcast that fail to load while playback continues count as missing`(
        effect: String
    ) throws {
        let rest = Self.dropping + fault(effect)
        let result = try run("", rest)
        #expect(failures(result) == ["ledger.sound"])
        let text = result.checks.map { "\($0.outcome)" }.joined()
        #expect(text.contains("no subtitles missing"), "\(text)")
        #expect(text.contains("first at 36.000-68.000 (s153.vtt"), "\(text)")
        let allowed = "expect: [{allow: {account: missing, up-to: 32s}}]\n"
        #expect(failures(try run("", rest + allowed)) == [])
    }

    @Test func `a subtitle segment that is truncated without an error counts as damaged`() throws {
        let result = try run("", Self.selected + fault("truncate: 50%"))
        #expect(failures(result) == ["ledger.sound"])
        let text = result.checks.map { "\($0.outcome)" }.joined()
        #expect(text.contains("no subtitles damaged"), "\(text)")
        #expect(text.contains("first at 36.000-40.000 (s153.vtt"), "\(text)")
        #expect(text.contains("a fault changed the text"), "\(text)")
        let allowed = "expect: [{allow: {account: damaged, up-to: 4s}}]\n"
        #expect(failures(try run("", Self.selected + fault("truncate: 50%") + allowed)) == [])
    }

    @Test func `subtitles whose playlist is refused at the start are missing`() throws {
        let rest = Self.dropping + playlistFault()
        #expect(failures(try run("", rest)) == ["ledger.sound"])
        let allowed = "expect: [{allow: {account: missing, up-to: 60s}}]\n"
        #expect(failures(try run("", rest + allowed)) == [])
        let tooLittle = "expect: [{allow: {account: missing, up-to: 59s}}]\n"
        #expect(failures(try run("", rest + tooLittle)) == ["ledger.sound"])
    }

    @Test(arguments: [selected, dropping])
    func `subtitles whose playlist is refused later are late`(player: String) throws {
        let result = try run("", player + playlistFault(from: 10))
        #expect(failures(result) == ["ledger.sound"])
        let text = result.checks.map { "\($0.outcome)" }.joined()
        #expect(text.contains("no subtitles stalledThrough"), "\(text)")
        #expect(text.contains("-68.000"), "\(text)")
    }

    @Test func `subtitles that lag by more than the window are late throughout`() throws {
        let result = try run(", renditions: [{match: '*subtitles*', lag: 60s}]", Self.selected)
        let text = result.checks.map { "\($0.outcome)" }.joined()
        #expect(failures(result) == ["ledger.sound"])
        #expect(text.contains("60.000 s, first at 8.000-68.000"), "\(text)")
    }

    @Test(arguments: ["delay: 20s", "delay: 5m"])
    func `subtitles that arrive after their time, or not at all, fail the run`(effect: String)
        throws
    {
        #expect(
            failures(try run("", Self.selected + fault(effect))) == ["ledger.sound"])
    }

    @Test(arguments: [selected, dropping])
    func `subtitles of which nothing has arrived by the stop fail the run`(player: String) throws {
        let faults = fault("delay: 5m", of: "location: \"s*/*.vtt\"")
        let steps = "[{at: 40s, stop: }]"
        #expect(failures(try run("", player + faults, steps: steps)) == ["ledger.sound"])
    }

    @Test func `subtitles that are selected later and never arrive fail the run`() throws {
        let faults = fault("delay: 5m", of: "location: \"s*/*.vtt\"")
        let playlists = fault("delay: 5m", of: "location: \"s*/index.m3u8\"")
        for rest in [faults, playlists] {
            let select = "{at: 5s, select: {subtitles: en}}"
            #expect(
                failures(try run("", rest, steps: "[\(select), {at: 20s, stop: }]"))
                    == ["ledger.sound"])
            let away = "{at: 15s, select: {subtitles: \"off\"}}"
            #expect(
                failures(try run("", rest, steps: "[\(select), \(away), {at: 20s, stop: }]"))
                    == ["ledger.sound"])
        }
    }

    @Test func `subtitles that arrive shortly after their selection pass`() throws {
        let faults = fault("delay: 3s", of: "location: \"s*/*.vtt\"")
            .replacing(", do", with: ", occurrences: 1, do")
        let steps = "[{at: 5s, select: {subtitles: en}}, {at: 30s, stop: }]"
        #expect(failures(try run("", faults, steps: steps)) == [])
    }

    @Test func `subtitles that left the playlist in a pause expire with their video`() throws {
        let steps = "[{at: 20s, pause-for: 2m}, {at: 4m, stop: }]"
        #expect(failures(try run("", Self.selected, steps: steps)) == ["ledger.sound"])
        let allowed = "expect: [{allow: {account: expired, up-to: 2m}}, {jumps: 1}]\n"
        #expect(failures(try run("", Self.selected + allowed, steps: steps)) == [])
    }
}

/// A run must fail if the viewer does not see the selected subtitles of a film.
@Suite struct FilmSubtitleTests: LiveScenarioSuite {
    /// Returns the failed checks of a film with a subtitle fault.
    private func failures(_ player: String, _ effect: String, of match: String) throws -> [String] {
        let text = """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            player: {\(player)}
            faults: [{match: {location: "\(match)"}, do: {\(effect)}}]
            """
        return failures(
            ScenarioRunner().run(
                try ScenarioFile.scenario(from: Array(text.utf8), path: "film.play.yaml")))
    }

    @Test(arguments: ["*subtitles-en/segment-2*", "*subtitles-en/index*"])
    func `subtitles of a film that fail to load while playback continues fail the run`(
        match: String
    ) throws {
        let player = "subtitles: en, recovery: {missing-subtitles: skip}"
        #expect(try failures(player, "status: 404", of: match) == ["ledger.sound"])
    }

    @Test func `subtitles of which nothing has arrived by the end fail the run`() throws {
        #expect(
            try failures("subtitles: en", "delay: 5m", of: "*subtitles-en/segment-0*")
                == ["ledger.sound"])
        #expect(
            try failures("subtitles: en", "delay: 4s", of: "*subtitles-en/segment-0*") == [])
    }

    @Test(arguments: ["truncate: 105B", "truncate: 60%", "zeroed: {from: 95B, to: 100B}"])
    func `subtitles that a fault changes without an error fail the run`(effect: String) throws {
        let match = "*subtitles-en/segment-2*"
        #expect(try failures("subtitles: en", effect, of: match) == ["ledger.sound"])
    }

    @Test func `a fault that leaves all subtitle text intact passes`() throws {
        // The fault removes only the last byte, which is a line break.
        let match = "*subtitles-en/segment-2*"
        #expect(try failures("subtitles: en", "truncate: 110B", of: match) == [])
    }

    @Test func `a fault of subtitles that are not selected is reported as not having occurred`()
        throws
    {
        let match = "*subtitles-fr/segment-2*"
        // A fault of subtitles that no session requests is reported as not having occurred.
        #expect(
            try failures("subtitles: en", "truncate: 60%", of: match) == ["scenario.fault"])
    }

    @Test
    func `a truncated subtitle playlist fails the run unless it loses only its last line end`()
        throws
    {
        let match = "*subtitles-en/index*"
        #expect(try failures("subtitles: en", "truncate: 60%", of: match) == ["ledger.sound"])
        #expect(try failures("subtitles: en", "truncate: 272B", of: match) == [])
    }
}
