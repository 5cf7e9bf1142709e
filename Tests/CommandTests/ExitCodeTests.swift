import Foundation
import TestSupport
import Testing

/// The exit codes that the table in the README states for configuration files.
@Suite struct ExitCodeTests {
    @Test(arguments: [
        "play single/index.m3u8 --network-trace no.txt",
        "play protected-cbcs/index.m3u8 --key-server http://127.0.0.1:1 --certificate no.der",
        "probe protected-cbcs/index.m3u8 --key-server http://127.0.0.1:1 --certificate no.der",
        "verify protected-cbcs/index.m3u8 --key-server http://127.0.0.1:1 --certificate no.der",
        "cues protected-cbcs/index.m3u8 --key-server http://127.0.0.1:1 --certificate no.der",
        "sweep --faults protected-cbcs/index.m3u8 --key-server http://127.0.0.1:1 --certificate no.der",
        "play single/index.m3u8 --cue-points no.json", "run no.play.yaml",
        "serve no.play.yaml", "keyserver --store no", "catalogue --store no",
        "report merge no.json",
    ])
    func `a missing file is wrong usage`(command: String) throws {
        let run = try Playctl.run(command.split(separator: " ").map(String.init))
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.lowercased().contains("no such file"))
    }

    @Test(arguments: [
        ("play single/index.m3u8 --network-trace", "a.txt", "soon\n"),
        (
            "play protected-cbcs/index.m3u8 --key-server http://127.0.0.1:1 --certificate", "a.der",
            "x"
        ),
        ("run", "a.play.yaml", "playctl: 1\nstepps: []\n"),
        ("run", "b.play.yaml", "\u{1}"), ("serve", "a.play.yaml", ""),
        ("report merge", "a.json", "not JSON"),
        ("run", "c.play.yaml", "playctl: 2\nassets: [a]\n"),
    ])
    func `an invalid file is wrong usage`(
        command: String, name: String, text: String
    ) throws {
        let folder = ScratchFolder()
        let file = try folder.put(text, at: name)
        let run = try Playctl.run(command.split(separator: " ").map(String.init) + [file])
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(name))
    }

    @Test func `a run that fails while other threads decrypt ends with its code`() throws {
        let key = "one.key=" + String(repeating: "0", count: 32)
        for _ in 0..<60 {
            let run = try Playctl.launch(
                "play", "protected-aes128/index.m3u8", "--key-uri", key, "--quiet")
            #expect(run.status == 1)
        }
    }

    @Test(arguments: ["{", "[]", "{\"film\": {\"key\": \"00\"}}"])
    func `invalid policies are wrong usage`(text: String) throws {
        let folder = ScratchFolder()
        try folder.put(text, at: "policies.json")
        let run = try Playctl.run("keyserver", "--store", folder.path)
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.errors.contains("policies.json: "))
    }

    @Test func `a folder in place of a file is wrong usage`() throws {
        let folder = ScratchFolder()
        try folder.put("playctl: 1\nassets: [a]\n", at: "a.play.yaml")
        for option in ["--costs"] {
            let run = try Playctl(["run", ".", option, "/"], in: folder.path).wait()
            #expect(run.status == 2)
        }
        #expect(try Playctl.run("report", "merge", "/").status == 2)
    }
}
