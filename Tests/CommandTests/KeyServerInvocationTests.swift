import CommandTree
import PlayctlCommands
import Testing

@Suite struct KeyServerInvocationTests {
    private func options(_ arguments: String...) throws -> KeyServerOptions? {
        try Invocation(["keyserver"] + arguments).options as? KeyServerOptions
    }

    @Test func `a store is the only required option`() throws {
        var expected = KeyServerOptions()
        expected.store = "keys"
        #expect(try options("--store", "keys") == expected)
        #expect(expected.address == ListenAddress(host: "127.0.0.1", port: 0))
    }

    @Test(
        arguments: [
            ("127.0.0.1:8089", "127.0.0.1", 8089), ("localhost:1", "127.0.0.1", 1),
            ("8089", "127.0.0.1", 8089), (":0", nil, 0), ("0.0.0.0:65535", "0.0.0.0", 65535),
            ("[::1]:80", "::1", 80), ("::1:80", nil, 0), ("127.0.0.1:65536", nil, 0),
            ("127.0.0.1:", nil, 0), ("127.0.0.1:+1", nil, 0), ("127.0.0:1", nil, 0),
            ("example.org:80", nil, 0), ("256.0.0.1:1", nil, 0), ("[localhost]:1", nil, 0),
            ("", nil, 0),
        ] as [(String, String?, UInt16)])
    func `the address to listen at is numeric`(text: String, host: String?, port: UInt16) throws {
        guard let host else {
            #expect(throws: CommandFailure.self) { try options("--store", "a", "--listen", text) }
            return
        }
        let address = try options("--store", "a", "--quiet", "--listen", text)?.address
        #expect(address == ListenAddress(host: host, port: port))
    }

    @Test func `the store is required`() {
        let failure = #expect(throws: CommandFailure.self) { try options() }
        #expect(
            failure
                == CommandFailure(
                    .usage, "--store DIR is missing (see 'playctl keyserver --help')"))
    }
}
