import Formats
import HeadlessPlayback
import PlaybackControl
import RemoteControl
import TestSupport
import Testing

/// The lines that clients send to the IPC socket: `Documentation/Controls.md#socket`.
@Suite struct IPCLineTests {
    private func line(_ text: String) -> IPCLine { IPCLine(Array(text.utf8)) }

    @Test func `a request is read with its id, and its arguments by order or by name`() {
        #expect(
            line(#"{"command": ["seek", 5, "absolute"], "request_id": 7, "async": true}"#)
                == .request(
                    .init(
                        name: "seek", arguments: [.integer(5), .string("absolute")],
                        id: .integer(7))))
        #expect(
            line(#"{"command": {"name": "seek", "target": 5, "flags": "absolute"}}"#)
                == .request(
                    .init(
                        name: "seek", arguments: [.integer(5), .string("absolute")],
                        id: .integer(0))))
    }

    @Test(arguments: [
        "{", "{}", "{\"command\": []}", "{\"command\": 1}", "{\"command\": [1]}",
        "{\"command\": {\"name\": \"seek\", \"flags\": \"absolute\"}}",
        "{\"command\": {\"name\": \"seek\", \"target\": 1, \"unknown\": 2}}",
        "{\"command\": [\"a\"]} x", "show-text \"open",
    ])
    func `a malformed line is invalid`(text: String) {
        #expect(line(text) == .invalid(.integer(0)))
    }

    @Test func `an invalid request keeps its id`() {
        #expect(line("{\"command\": 1, \"request_id\": 9}") == .invalid(.integer(9)))
    }

    @Test func `arguments nested too deeply are invalid`() {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(line("{\"command\": [\"ignore\", \(deep)]}") == .invalid(.integer(0)))
    }

    @Test func `words of a command are separated by blanks unless quotation marks enclose them`() {
        #expect(line("  seek 5\tabsolute\r") == .words(["seek", "5", "absolute"]))
        #expect(line("show-text \"a b\" 'c' ''") == .words(["show-text", "a b", "c", ""]))
        #expect(line("") == .nothing)
        #expect(line(" \t\r") == .nothing)
        #expect(line("# quit") == .nothing)
    }

    @Test func `lines are split at newlines, however their bytes arrive`() {
        let bytes = Array("quit\n\n{}\nrest".utf8)
        for size in 1...bytes.count {
            var buffer = IPCLineBuffer()
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
                while let line = buffer.next() {
                    lines.append(String(decoding: line, as: UTF8.self))
                }
            }
            #expect(lines == ["quit", "", "{}"])
            #expect(buffer.count == 4)
            #expect(!buffer.isOverfull)
        }
    }

    @Test(arguments: [0, 1])
    func `a line has at most 64 kB`(more: Int) {
        var buffer = IPCLineBuffer()
        buffer.append([UInt8](repeating: 0x61, count: IPCLineBuffer.limit + more))
        #expect(buffer.next() == nil)
        #expect(buffer.isOverfull == (more > 0))
        buffer.append([0x0A])
        #expect(buffer.next()?.count == (more > 0 ? nil : IPCLineBuffer.limit))
    }

    @Test func `no property that is sent to a client contains secrets of a URL`() throws {
        let playback = Playback()
        let url = "https://user:word@example.com/a.m3u8?token=0123456789abcdef"
        playback.controller.setVideos([Video(url: url)])
        let view = try #require(playback.controller.systemControls.view)
        for name in IPCProperties.names {
            let value = "\(IPCProperties.value(of: name, view))"
            #expect(!value.contains("word") && !value.contains("0123456789abcdef"), "\(name)")
        }
        let members = "\(MPRISMembers.playerProperties(view, isStopped: false))"
        #expect(!members.contains("word") && !members.contains("0123456789abcdef"))
    }

    @Test
    func `settable properties are readable, names are unique, and unsafe commands are absent`() {
        #expect(Set(IPCProperties.settable).isSubset(of: Set(IPCProperties.names)))
        #expect(Set(IPCProperties.names).count == IPCProperties.names.count)
        let names = IPCCommandTable.rows.map(\.name)
        #expect(Set(names).count == names.count)
        for forbidden in ["run", "subprocess", "screenshot-to-file", "load-script", "loadlist"] {
            #expect(!names.contains(forbidden))
        }
    }
}
