import Foundation
import TestSupport
import Testing

/// A run of the tool with a socket, and a client script in Python.
struct SocketTalk {
    /// The lines that the client printed.
    let lines: [String]
    /// The errors of the client.
    let clientErrors: String
    /// The outcome of the tool's run.
    let run: Playctl.Outcome

    /// Runs the tool and the client to their ends.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the tool after `play`; `SOCKET` is replaced by the path.
    ///   - path: The path of the socket.
    ///   - python: The interpreter of the client.
    ///   - script: The code of the client, which uses the class `Client` of ``prelude``.
    /// - Throws: When no process can be started.
    init(
        _ arguments: [String], at path: String, python: String = "python3", _ script: String
    ) throws {
        let tool = try Playctl(["play"] + arguments + ["--input-ipc-server", path])
        let client = try Playctl(
            command: ["/usr/bin/env", python, "-c", Self.prelude + script, path]
        ).wait(seconds: 50)
        lines = client.lines
        clientErrors = client.errors
        #expect(client.status == 0, "\(client.errors)")
        run = tool.wait(seconds: 50)
    }

    /// The start of each client script: a class `Client` that connects to the socket.
    static let prelude = #"""
        import json, os, socket, sys, time
        path = sys.argv[1]
        class Client:
            def __init__(self):
                for _ in range(600):
                    self.socket = socket.socket(socket.AF_UNIX)
                    self.socket.settimeout(30)
                    try:
                        self.socket.connect(path)
                        break
                    except OSError:
                        time.sleep(0.05)
                self.bytes, self.events, self.count = b"", [], 0
            def line(self):
                while b"\n" not in self.bytes:
                    try:
                        more = self.socket.recv(1 << 16)
                    except ConnectionError:
                        return None
                    if not more:
                        return None
                    self.bytes += more
                line, self.bytes = self.bytes.split(b"\n", 1)
                return json.loads(line)
            def send(self, text):
                self.socket.sendall(text if isinstance(text, bytes) else text.encode())
            def ask(self, *command):
                self.count += 1
                request = {"command": list(command), "request_id": self.count}
                self.send(json.dumps(request) + "\n")
                while True:
                    line = self.line()
                    if line is None:
                        return {"error": "closed"}
                    if line.get("request_id") == self.count and "error" in line:
                        return line
                    self.events.append(line)
            def do(self, *command):
                reply = self.ask(*command)
                data = reply.get("data", reply["error"])
                return int(data) if isinstance(data, float) and data == int(data) else data
            def get(self, name):
                return self.do("get_property", name)

        """#
}
