import Foundation
import HeadlessPlayback
import TestSupport
import Testing

/// Downloads that Ctrl-C or another process stops, and that are resumed afterwards.
@Suite struct OfflineInterruptionTests {
    private static let held = "/single/segment-2.ts"
    private let shelf = OfflineShelf()
    private let gate = OriginGate()
    private let server: OriginServer

    init() throws {
        server = try OriginServer(.folder(SampleMedia.folder))
    }

    private var url: String { server.url("/single/index.m3u8") }

    /// Starts a download, and waits until only the segment that the server holds back is missing.
    private func startHeld() throws -> Playctl {
        server.order(.holdBody(after: 1000, gate), at: Self.held)
        let run = try shelf.start("download", url, "--json")
        #expect(server.waitForRequest(at: Self.held))
        for _ in 0..<3000 {
            if try shelf.list().first?["progress"] as? Double ?? 0 >= 0.79 { return run }
            usleep(10_000)
        }
        Issue.record("the download does not come as far as it should")
        return run
    }

    private func letGo() {
        server.order(at: Self.held)
        gate.open()
    }

    /// Returns the package of the same asset, downloaded without an interruption.
    private func reference() throws -> [String: [UInt8]] {
        let other = OfflineShelf()
        return try other.package(try other.download(.single))
    }

    @Test(arguments: [false, true])
    func `Ctrl-C ends a download cleanly, and the next run fetches only the missing bytes`(
        isTermination: Bool
    ) throws {
        let run = try startHeld()
        let token = try shelf.token()
        #expect(try shelf.state() == "downloading")
        if isTermination { run.terminate() } else { run.interrupt() }
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(
            outcome.errorLines == ["playctl: interrupted; 'playctl offline resume' continues"])
        // No process works on the download now.
        #expect(try shelf.state() == "interrupted")
        let status = try shelf.run("status", token)
        #expect(status.output.contains("state       interrupted\n"))
        letGo()
        let again =
            isTermination ? try shelf.run("resume") : try shelf.run("download", url)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try shelf.token() == token)
        #expect(try shelf.package(token) == reference())
        for number in [0, 1, 3, 4] {
            let path = "/single/segment-\(number).ts"
            #expect(server.log.filter { $0.path == path }.count == 1)
        }
        let held = server.log.filter { $0.path == Self.held }
        #expect(held.count == 2)
        // The received bytes of the interrupted file were kept as well.
        #expect(held.last?.range == "bytes=1000-")
        #expect(try shelf.run("resume").output == "nothing is left to download\n")
    }

    @Test func `another process pauses a download, and a third one finishes it`() throws {
        let run = try startHeld()
        let token = try shelf.token()
        let pause = try shelf.run("pause", token)
        #expect(pause.status == 0)
        #expect(pause.output == "\(token)  paused\n")
        let outcome = run.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        let advice = "'playctl offline resume \(token)' continues it"
        #expect(outcome.errors.contains("is paused; \(advice)"))
        #expect(try outcome.objects.last?["event"] as? String == "paused")
        #expect(try shelf.state() == "paused")
        letGo()
        let resume = try shelf.run("resume", token)
        #expect(resume.status == 0, "\(resume.errors)")
        #expect(try shelf.package(token) == reference())
    }

    @Test func `a second process cancels a running download, and it can be deleted`() throws {
        let run = try startHeld()
        let token = try shelf.token()
        #expect(try shelf.run("cancel", token).output == "\(token)  cancelled\n")
        #expect(run.wait().status == 1)
        #expect(try shelf.run("cancel", token).status == 0)
        #expect(try shelf.run("pause", token).status == 1)
        #expect(try shelf.run("delete", token).output == "\(token)  deleted\n")
        #expect(try shelf.list().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "\(shelf.path)/packages/\(token)"))
        #expect(try shelf.run("delete", token).status == 1)
    }

    @Test func `a download that another process deletes ends its process`() throws {
        let run = try startHeld()
        let token = try shelf.token()
        #expect(try shelf.run("delete", token).output == "\(token)  deleted\n")
        let outcome = run.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errorLines == ["playctl: single: was deleted by another process"])
        #expect(try shelf.list().isEmpty)
        letGo()
    }

    @Test func `a process continues a download at the request of another`() throws {
        let other = server.url("/ts-multivariant/index.m3u8")
        server.order(.hold(gate), at: "/ts-multivariant/index.m3u8")
        let first = try shelf.start("download", other)
        #expect(server.waitForRequest(at: "/ts-multivariant/index.m3u8"))
        first.interrupt()
        #expect(first.wait().status == 130)
        let run = try startHeld2()
        let token = try shelf.token(0)
        server.order(at: "/ts-multivariant/index.m3u8")
        let resume = try shelf.run("resume", token)
        #expect(resume.status == 0)
        try run.waitForOutput("\"token\":\"\(token)\",\"event\":\"completed\"")
        letGo()
        #expect(run.wait().status == 0)
        #expect(try shelf.list().allSatisfy { $0["state"] as? String == "completed" })
    }

    private func startHeld2() throws -> Playctl {
        server.order(.holdBody(after: 1000, gate), at: Self.held)
        let run = try shelf.start("download", url, "--json")
        #expect(server.waitForRequest(at: Self.held))
        return run
    }

    @Test func `a second process is refused while another one downloads`() throws {
        let run = try startHeld()
        let second = try shelf.run("download", server.url("/ts-multivariant/index.m3u8"))
        #expect(second.status == 1)
        #expect(second.output == "")
        #expect(second.errorLines.count == 1)
        #expect(second.errors.contains("another process downloads into this store"))
        // Verbs that only read do not need to own the store.
        for verb in ["list", "verify", "licenses"] { #expect(try shelf.run(verb).status == 0) }
        #expect(try shelf.run("status", try shelf.token()).status == 0)
        #expect(try shelf.run("verify", try shelf.token()).status == 1)
        let summary = "the download is incomplete, so not everything is stored"
        #expect(try shelf.run("verify").lines.last == summary)
        for option in ["--json", "--quiet"] {
            #expect(try shelf.run("verify", option).errorLines == ["playctl: \(summary)"])
        }
        run.interrupt()
        #expect(run.wait().status == 130)
        letGo()
    }
}
