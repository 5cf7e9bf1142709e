import Playlists
import Presentation
import Testing
import VirtualTime

/// Requests for media of a live window: gaps, parts, hints and failures.
@Suite struct LiveCursorTests {
    private static func window(
        _ playlist: MediaPlaylist, _ profile: LiveProfile = .apple
    ) -> LiveWindow {
        LiveWindow(LiveTuning(profile), LiveUpdate(playlist), at: .start)
    }

    /// Returns the items that a cursor requests one after another, up to a wait or the end.
    private static func items(_ cursor: inout LiveCursor, in window: LiveWindow) -> [String] {
        var texts: [String] = []
        while texts.count < 50 {
            cursor.settle(in: window)
            let item = cursor.item(in: window)
            switch item {
            case .segment(let number): texts.append("\(number)")
            case .part(let number, let part): texts.append("\(number).\(part)")
            case .hint(let number, let part, let hint):
                texts.append("hint \(number).\(part) \(hint.uri)")
            case .gap(let number, let part):
                texts.append("gap \(number)" + (part.map { ".\($0)" } ?? ""))
            case .expired(let first): texts.append("expired before \(first)")
            case .wait: return texts + ["wait"]
            case .end: return texts + ["end"]
            }
            cursor.move(past: item)
        }
        return texts
    }

    @Test func `C30: a gap segment is not requested, even as the first segment`() {
        let window = Self.window(
            .live(4..<8) { playlist in
                playlist.segments[0].isGap = true
                playlist.segments[2].isGap = true
            })
        var cursor = LiveCursor(SegmentNumber(4))
        #expect(Self.items(&cursor, in: window) == ["gap 4", "5", "gap 6", "7", "wait"])
    }

    @Test func `a segment that has left the playlist is not requested`() {
        let window = Self.window(.live(4..<6) { $0.hasEndList = true })
        var cursor = LiveCursor(SegmentNumber(1))
        #expect(Self.items(&cursor, in: window) == ["expired before 4", "4", "5", "end"])
    }

    @Test func `partial segments are requested after segments, and then their preload hint once`() {
        var window = Self.window(
            .live(4..<6) { playlist in
                playlist.block()
                playlist.add(parts: 2)
                playlist.tail?.parts[0].isGap = true
                playlist.preloadHints = [
                    PreloadHint(.map, uri: "init.mp4"), PreloadHint(.part, uri: "s6.2.ts"),
                ]
            })
        var cursor = LiveCursor(SegmentNumber(5))
        let hint = PreloadHint(.part, uri: "s6.2.ts")
        #expect(
            Self.items(&cursor, in: window) == ["5", "gap 6.0", "6.1", "hint 6.2 s6.2.ts", "wait"])
        // The part that was requested as a hint is not requested again; a fourth part completes the
        // segment.
        let complete = MediaPlaylist.live(4..<7) { playlist in
            playlist.block()
            playlist.segments[2].parts = (0..<4).map {
                PartialSegment(uri: "s6.\($0).ts", duration: .seconds(1))
            }
        }
        _ = window.take(LiveUpdate(complete), at: .start)
        #expect(Self.items(&cursor, in: window) == ["6.3", "wait"])

        var refused = LiveCursor(SegmentNumber(6), part: 2)
        refused.refuse(hint)
        let before = Self.window(
            .live(4..<6) { playlist in
                playlist.block()
                playlist.add(parts: 2)
                playlist.preloadHints = [hint]
            })
        #expect(refused.item(in: before) == .wait)
        #expect(refused.item(in: window) == .part(SegmentNumber(6), 2))
    }

    @Test func `parts and hints of a segment that is a gap are not requested`() {
        let listed = Self.window(
            .live(4..<7) { playlist in
                playlist.block()
                playlist.segments[1].isGap = true
                playlist.segments[1].parts = (0..<4).map {
                    PartialSegment(uri: "s5.\($0).ts", duration: .seconds(1))
                }
            })
        var cursor = LiveCursor(SegmentNumber(5), part: 2)
        #expect(Self.items(&cursor, in: listed) == ["gap 5.2", "gap 5.3", "6", "wait"])
        let open = Self.window(
            .live(4..<6) { playlist in
                playlist.block()
                playlist.add(parts: 1)
                playlist.tail?.isGap = true
                playlist.preloadHints = [PreloadHint(.part, uri: "s6.1.ts")]
            })
        var last = LiveCursor(SegmentNumber(6))
        #expect(Self.items(&last, in: open) == ["gap 6.0", "wait"])
    }

    @Test func `a segment whose parts are no longer listed is requested as a whole`() {
        let window = Self.window(.live(4..<9) { $0.block() })
        var cursor = LiveCursor(SegmentNumber(6), part: 2)
        #expect(Self.items(&cursor, in: window) == ["6", "7", "8", "wait"])
    }

    @Test func `a profile without low latency requests whole segments`() {
        let window = Self.window(
            .live(4..<6) { playlist in
                playlist.block()
                playlist.add(parts: 2)
            }, .rfc8216)
        var cursor = LiveCursor(SegmentNumber(5))
        #expect(Self.items(&cursor, in: window) == ["5", "wait"])
        #expect(window.edge == .seconds(8))
    }
}
