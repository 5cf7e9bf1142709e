import Foundation
import TestSupport
import Testing

/// The commands in `Samples/CuePointVerification`, and the reports stored there.
@Suite struct CuePointSampleTests {
    private let folder = ScratchFolder()
    private static let sample = SampleMedia.folder + "/../CuePointVerification"

    /// Returns a report without its run time, which differs from machine to machine.
    private static func timeless(_ path: String) throws -> String {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.replacing(/\stime="[0-9.]+"/, with: "")
    }

    @Test func `the stored reports are those that the commands write`() throws {
        let run = try Playctl(command: [
            "/usr/bin/env", "PLAYCTL=\(Playctl.path)", "PICTURES=none",
            "\(Self.sample)/verify", folder.path,
        ]).wait()
        #expect(run.status == 0, "\(run.errors)")
        for name in ["markers", "markers-wrong"] {
            let found = try Self.timeless("\(folder.path)/\(name).xml")
            #expect(try found == Self.timeless("\(Self.sample)/report/\(name).xml"))
            #expect(folder.text("\(name).html").contains("break-2"))
        }
    }
}
