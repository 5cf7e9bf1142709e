import PlaybackControl
import RemoteControl
import TestSupport
import Testing

/// The keys of a terminal: `Documentation/Controls.md#keys`.
@Suite struct KeyTests {
    private func keys(_ bytes: [UInt8]) -> [Key] {
        var reader = KeyReader()
        return reader.read(bytes)
    }

    @Test func `arrow keys are read in both forms of their escape sequences`() {
        #expect(
            keys(Array("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D".utf8)) == [.up, .down, .right, .left])
        #expect(
            keys(Array("\u{1B}OA\u{1B}OD\u{1B}[H\u{1B}[1~".utf8)) == [.up, .left, .home, .home])
    }

    @Test func `an escape sequence that arrives in pieces is read`() {
        var reader = KeyReader()
        #expect(reader.read([0x1B]).isEmpty)
        #expect(reader.read([0x5B]).isEmpty)
        #expect(reader.read([0x43, 0x71]) == [.right, .character("q")])
    }

    @Test(arguments: ["\u{1B}[15~", "\u{1B}[1;5C\u{1B}[3~", "\u{1B}x", "ä", "\u{0}\u{1}"])
    func `unknown escape sequences are skipped as a whole`(text: String) {
        let read = keys(Array((text + "q").utf8))
        #expect(read.last == .character("q"))
        #expect(read.dropLast().allSatisfy { $0 == .right })
    }

    @Test func `an overlong escape sequence is skipped up to its end`() {
        var reader = KeyReader()
        let bytes = Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 100_000)
        #expect(reader.read(bytes).isEmpty)
        #expect(reader.read(Array("mq".utf8)) == [.character("q")])
    }

    @Test func `no key has two commands, and every row of keys is in the help`() {
        let keys = KeyTable.rows.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        for row in KeyTable.rows { #expect(KeyTable.help.contains("  \(row.names) ")) }
    }

    @Test func `keys change the rate within its limits, and toggle the sound`() throws {
        let playback = Playback()
        let controls = playback.controller.systemControls
        var view = try #require(controls.view)
        #expect(KeyTable.command(of: .character("]"), view) == .rate(1.1))
        #expect(KeyTable.command(of: .character("["), view) == .rate(0.91))
        view.rate = 0.1
        #expect(KeyTable.command(of: .character("{"), view) == .rate(0.1))
        view.rate = 80
        #expect(KeyTable.command(of: .character("}"), view) == .rate(100))
        #expect(KeyTable.command(of: .character("m"), view) == .mute)
        view.sound.isMuted = true
        #expect(KeyTable.command(of: .character("m"), view) == .unmute)
        #expect(KeyTable.command(of: .character("?"), view) == nil)
        #expect(KeyTable.command(of: .character("z"), view) == nil)
    }
}
