import Foundation
import TestSupport
import Testing

/// A download whose asset is published again never contains parts of two versions.
@Suite struct OfflineNewVersionTests {
    private let shelf = OfflineShelf()
    private let server: OriginServer

    init() throws { server = try OriginServer(.folder(shelf.scratch.path + "/site")) }

    /// Publishes a film with its segments in a folder.
    ///
    /// A version contains the segments of the sample in an order of its own, so that any two
    /// versions have equal durations and different bytes.
    private func publish(version: Int, in folder: String) throws {
        let source = SampleMedia.single.folder
        try FileManager.default.createDirectory(
            atPath: "\(shelf.scratch.path)/site/\(folder)", withIntermediateDirectories: true)
        for index in 0..<5 {
            try shelf.scratch.put(
                fileBytes("\(source)/segment-\((index + version) % 5).ts"),
                at: "site/\(folder)/segment-\(index).ts")
        }
        let text = String(decoding: fileBytes("\(source)/index.m3u8"), as: UTF8.self)
        try shelf.scratch.put(
            text.replacing("segment-", with: "\(folder)/segment-"), at: "site/index.m3u8")
    }

    /// Expects the token's package to contain exactly the segments of a version.
    private func expect(version: Int, _ token: String) throws {
        let files = try shelf.package(token)
        for index in 0..<5 {
            let source = "\(SampleMedia.single.folder)/segment-\((index + version) % 5).ts"
            #expect(files["video/00000\(index).ts"] == fileBytes(source), "\(index)")
        }
    }

    @Test(arguments: [403, 404])
    func `an unfinished download of an earlier version is loaded again`(status: Int) throws {
        try publish(version: 0, in: "v1")
        server.order(.status(500), at: "/v1/segment-3.ts")
        #expect(try shelf.run("download", server.url("/index.m3u8")).status == 1)
        try publish(version: 1, in: "v2")
        server.order(.status(status), at: "/v1/segment-3.ts")
        server.order(.status(status), below: "/v1/")
        let token = try shelf.token()
        let resumption = try shelf.run("resume", token)
        #expect(resumption.status == 0, "\(resumption.errors)")
        try expect(version: 1, token)
    }

    @Test func `a missing segment of the same version still fails`() throws {
        try publish(version: 0, in: "v1")
        server.order(.status(404), at: "/v1/segment-3.ts")
        #expect(try shelf.run("download", server.url("/index.m3u8")).status == 1)
        let resumption = try shelf.run("resume", try shelf.token())
        #expect(resumption.status == 1)
        #expect(resumption.errors.contains("segment-3.ts"), "\(resumption.errors)")
    }

    @Test(arguments: [true, false])
    func `a damaged download whose files have changed on the server is loaded again`(
        isRepaired: Bool
    ) throws {
        try publish(version: 0, in: "v1")
        let url = server.url("/index.m3u8")
        #expect(try shelf.run("download", url).status == 0)
        let token = try shelf.token()
        try publish(version: 1, in: "v1")
        try shelf.scratch.remove("store/packages/\(token)/video/000002.ts")
        let run = try isRepaired ? shelf.run("repair", token) : shelf.run("download", url)
        #expect(run.status == 0, "\(run.errors)")
        try expect(version: 1, token)
        #expect(try shelf.run("verify", token).status == 0)
    }
}
