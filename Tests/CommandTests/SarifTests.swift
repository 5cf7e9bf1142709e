import Foundation
import TestSupport
import Testing

/// The SARIF report of `playctl lint`, checked against the rules of its format.
@Suite struct SarifTests {
    private let folder = ScratchFolder()

    private func log(_ outcome: Playctl.Outcome) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    }

    /// Copies a sample into the folder, and returns the path of its playlist.
    private func copy(_ sample: String) throws -> String {
        try FileManager.default.copyItem(
            atPath: "\(SampleMedia.folder)/\(sample)", toPath: "\(folder.path)/a b")
        return "\(folder.path)/a b/index.m3u8"
    }

    @Test(arguments: ["rfc", "apple"])
    func `the SARIF log of playlist and media findings is valid`(profile: String) throws {
        let places = ["markers-wrong", "ts-multivariant", "cmaf-byteranges"].map {
            "\(SampleMedia.folder)/\($0)/index.m3u8"
        }
        let outcome = try Playctl.run(["lint", "--profile", profile, "--sarif", "-"] + places)
        #expect(SarifRule.breaches(of: try log(outcome)) == [])
        #expect(outcome.output.contains("set.target-duration"))
    }

    @Test func `the SARIF log of an asset without findings is valid`() throws {
        let outcome = try Playctl.run(
            "lint", "\(SampleMedia.folder)/single/index.m3u8", "--rules", "key", "--sarif", "-")
        #expect(outcome.status == 0)
        #expect(SarifRule.breaches(of: try log(outcome)) == [])
    }

    @Test func `the SARIF log of findings in a baseline is valid`() throws {
        let place = try copy("markers-wrong")
        let words = ["lint", place, "--baseline", "\(folder.path)/known", "--sarif", "-"]
        _ = try Playctl.run(words + ["--update"])
        let outcome = try Playctl.run(words)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"external\""))
        #expect(SarifRule.breaches(of: try log(outcome)) == [])
    }

    @Test func `the SARIF logs of a missing asset and of an interrupted run are valid`() throws {
        let lost = try Playctl.run("lint", "\(folder.path)/no where.m3u8", "--sarif", "-")
        #expect(lost.status == 1)
        #expect(SarifRule.breaches(of: try log(lost)) == [])
        let gate = OriginGate()
        let server = try OriginServer(.folder(SampleMedia.folder))
        server.order(.hold(gate), at: "/single/segment-1.ts")
        let run = try Playctl(["lint", server.url("/single/index.m3u8"), "--sarif", "-"])
        #expect(server.waitForRequest(at: "/single/segment-1.ts"))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        let interrupted = try log(outcome)
        #expect(SarifRule.breaches(of: interrupted) == [])
        #expect(outcome.output.contains("\"executionSuccessful\":false"))
    }

    @Test func `a finding about media has its byte range in every output`() throws {
        let place = try copy("cmaf-byteranges")
        let media = "\(folder.path)/a b/video-180p/media.mp4"
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: media)[.size] as? Int)
        let file = try #require(FileHandle(forUpdatingAtPath: media))
        try file.truncate(atOffset: UInt64(size - 1000))
        try file.close()
        let text = try Playctl.run("lint", place)
        #expect(text.status == 1)
        #expect(text.output.contains("    in bytes "), "\(text.output)")
        #expect(text.output.contains("video-180p/media.mp4\n"), "\(text.output)")
        let json = try Playctl.run("lint", place, "--json").output
        #expect(json.contains("\"firstByte\"") && json.contains("\"resource\""))
        let outcome = try Playctl.run("lint", place, "--sarif", "-")
        #expect(outcome.output.contains("\"byteOffset\""))
        #expect(SarifRule.breaches(of: try log(outcome)) == [])
    }

    @Test func `the validation of SARIF logs finds every mistake in a wrong log`() {
        let log: [String: Any] = [
            "version": "2.0.0",
            "runs": [
                [
                    "tool": ["driver": ["rules": [["id": "a"], ["id": "a"]]]],
                    "results": [
                        [
                            "ruleId": "b", "ruleIndex": 0, "level": "bad",
                            "locations": [
                                [
                                    "physicalLocation": [
                                        "artifactLocation": ["uri": "a b"],
                                        "region": ["startLine": 0, "byteOffset": 1],
                                    ]
                                ]
                            ],
                        ]
                    ],
                ]
            ],
        ]
        let found = SarifRule.breaches(of: log).joined(separator: "\n")
        for section in [
            "3.13.2", "3.19.8", "3.19.23", "3.27.6", "3.27.10", "3.27.11", "3.30.1", "3.30.5",
            "3.4.3",
        ] { #expect(found.contains("(\(section)"), "\(section)\n\(found)") }
    }
}
