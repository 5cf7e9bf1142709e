import ContentProtection
import Foundation
import HeadlessPlayback
import TestSupport
import Testing
import Transport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The key server over real HTTP, in a process of its own.
@Suite struct KeyServerCommandTests {
    private static let key = [UInt8](0..<16)
    private static let digits = "000102030405060708090a0b0c0d0e0f"
    private let store = ScratchFolder()

    private func policies(_ members: String = "") throws {
        try store.put("{\"film\": {\"key\": \"\(Self.digits)\"\(members)}}", at: "policies.json")
    }

    private func start(_ arguments: String...) throws -> Playctl {
        try Playctl(["keyserver", "--store", store.path, "--listen", "127.0.0.1:0"] + arguments)
    }

    private static func load(_ url: String, posting bytes: [UInt8]? = nil) throws
        -> ResourceResponse
    {
        var request = ResourceRequest(url: url, kind: .key)
        request.acceptsRefusal = true
        if let bytes {
            request.upload = ResourceUpload(contentType: "application/octet-stream", bytes: bytes)
        }
        return try StandardLoader().load(request)
    }

    private func failure() throws -> Playctl.Outcome {
        let run = try start().wait()
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        return run
    }

    // MARK: Serving

    @Test func `a first start creates keys and certificate, and a second one keeps them`() throws {
        try policies()
        for _ in 0..<2 {
            let tool = try start()
            let url = try tool.firstLine()
            #expect(url.hasPrefix("http://127.0.0.1:"))
            let certificate = try Self.load(url + "/certificate").body.bytes()
            #expect(try store.bytes("certificate.der") == certificate)
            let request = try LicenceRequest(
                contentIdentifier: Array("film".utf8),
                certificate: ApplicationCertificate(der: certificate))
            let answer = try Self.load(url + "/licence", posting: request.spc)
            #expect(answer.status == 200)
            #expect(try request.open(answer.body.bytes()).contentKey == Self.key)
            #expect(try Self.load(url + "/key/film").body.bytes() == Self.key)
            tool.terminate()
            #expect(tool.wait().status == 0)
        }
        let attributes = try FileManager.default.attributesOfItem(
            atPath: store.path + "/private-key.pem")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `each request is logged on a line`() throws {
        try policies()
        let tool = try start()
        let url = try tool.firstLine()
        let certificate = try ApplicationCertificate(
            der: Self.load(url + "/certificate").body.bytes())
        let request = try LicenceRequest(
            contentIdentifier: Array("film".utf8), certificate: certificate)
        _ = try Self.load(url + "/licence", posting: request.spc)
        let again = try Self.load(url + "/licence", posting: request.spc)
        #expect(again.status == 409)
        #expect(try String(decoding: again.body.bytes(), as: UTF8.self).contains("spc_replayed"))
        _ = try Self.load(url + "/two%0Alines%E2%80%AE")
        tool.interrupt()
        let run = tool.wait()
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.lines.dropFirst().map { $0.drop { $0 != " " }.dropFirst() } == [
                "GET /certificate 200 \(certificate.der.count) bytes",
                "POST /licence 200 film 102 bytes",
                "POST /licence 409 spc_replayed: the SPC was answered before",
                "GET /two?lines? 404 endpoint_unknown: there is nothing at this path",
            ])
    }

    @Test func `a body that is too large is refused`() throws {
        try policies()
        let tool = try start("--quiet")
        let url = try tool.firstLine()
        let largest = [UInt8](repeating: 0, count: KeyServer.largestBody)
        #expect(try Self.load(url + "/licence", posting: largest).status == 400)
        #expect(try Self.load(url + "/licence", posting: largest + [0]).status == 413)
        #expect(try Self.load(url + "/certificate").status == 200)
        tool.terminate()
        #expect(tool.wait().lines == [url])
    }

    @Test func `a delay does not prevent the server from stopping`() throws {
        try policies(", \"error\": {\"delay\": 3600}")
        let tool = try start()
        let url = try tool.firstLine()
        let answer = Thread { _ = try? Self.load(url + "/key/film") }
        answer.start()
        try tool.waitForOutput("GET /key/film 200")
        tool.terminate()
        #expect(tool.wait().status == 0)
    }

    @Test(arguments: [0, 20, 40, 80, 160] as [UInt32])
    func `a signal during the start ends the server`(milliseconds: UInt32) throws {
        try policies()
        // The first start creates a certificate, which takes long enough for a signal to arrive.
        let tool = try start()
        usleep(milliseconds * 1000)
        tool.terminate()
        let status = tool.wait().status
        // Before a handler is installed, the signal itself ends the process.
        #expect([0, 130, -SIGTERM].contains(status))
    }

    // MARK: Refusals

    @Test func `missing or invalid policies are refused`() throws {
        #expect(
            try failure().errors.contains("policies.json: no such file; its minimal content is"))
        try store.put("{\n  \"film\": {,}\n}", at: "policies.json")
        #expect(try failure().errors.contains("policies.json: line 2, column 12: expected a key"))
        try policies(", \"lease\": -1")
        #expect(
            try failure().errors.contains("policies.json: film.lease is not a number of seconds"))
        #expect(!FileManager.default.fileExists(atPath: store.path + "/private-key.pem"))
    }

    @Test func `a missing or invalid private key is refused, and an invalid certificate is too`()
        throws
    {
        try policies()
        let tool = try start()
        _ = try tool.firstLine()
        tool.terminate()
        _ = tool.wait()
        let key = try store.bytes("private-key.pem")
        try store.remove("private-key.pem")
        #expect(try failure().errors.contains("private-key.pem: missing, but there is"))
        try store.put("no key", at: "private-key.pem")
        #expect(try failure().errors.contains("private-key.pem: the private key: no private key"))
        try store.put(key, at: "private-key.pem")
        try store.put("no certificate", at: "certificate.der")
        #expect(
            try failure().errors.contains("certificate.der: the certificate: is not X.509 in DER"))
    }

    @Test func `a port in use is reported`() throws {
        try policies()
        let server = try OriginServer(.memory([:]))
        let run = try Playctl([
            "keyserver", "--store", store.path, "--listen", "127.0.0.1:\(server.port)",
        ]).wait()
        #expect(run.status == 1)
        #expect(run.errors == "playctl: 127.0.0.1:\(server.port): Address already in use\n")
    }

    @Test func `an unread log delays no request and no signal`() throws {
        try policies()
        let script = """
            import os, signal, subprocess, sys, time, urllib.request
            tool = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            url = tool.stdout.readline().decode().strip()
            for number in range(3000):
                try:
                    urllib.request.urlopen(url + '/' + 'x' * 180, timeout=5)
                except urllib.error.HTTPError as error:
                    assert error.code == 404
            tool.send_signal(signal.SIGTERM)
            code = tool.wait(timeout=10)
            sys.stderr.write(tool.stderr.read().decode())
            sys.exit(code)
            """
        let run = try Playctl(
            command: [
                "/usr/bin/env", "python3", "-c", script, Playctl.path, "keyserver", "--store",
                store.path,
            ]
        ).wait()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.hasSuffix(" lines about requests were not written\n"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `a server that cannot write its address ends`() throws {
        try policies()
        let run = try Playctl.shell("$PLAYCTL keyserver --store '\(store.path)' > /dev/full")
        #expect(run.status == 1)
        #expect(run.errors == "playctl: standard output: No space left on device\n")
    }
}
