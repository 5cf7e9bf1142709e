import Playlists
import Testing
import VirtualTime

/// Changes between versions of a live playlist that are forbidden.
@Suite struct PlaylistBreachTests {
    @Test func `a changed tag of a known segment is a breach, even when the window moves`() {
        let known = Self.version(4..<10) {
            $0.segments[3].programDateTime = DateTime(millisecondsSince1970: 7_000)
        }
        let changes: [(String, (inout MediaSegment) -> Void)] = [
            ("EXTINF", { $0.duration += .milliseconds(1) }), ("EXT-X-GAP", { $0.isGap = true }),
            ("EXT-X-DISCONTINUITY", { $0.startsDiscontinuity.toggle() }),
            ("EXT-X-KEY", { $0.keys = [EncryptionKey(method: .aes128, uri: "k")] }),
            (
                "EXT-X-PROGRAM-DATE-TIME",
                { $0.programDateTime = DateTime(millisecondsSince1970: 17_000) }
            ),
            ("EXT-X-MAP", { $0.initializationSection = InitializationSection(uri: "other") }),
        ]
        for (name, change) in changes {
            var newer = Self.version(5..<11)
            change(&newer.segments[2])
            #expect(known.breaches(by: newer).contains(.tag(name, sequence: 7)), "\(name)")
        }
    }

    private static func version(
        _ numbers: Range<Int>, _ change: (inout MediaPlaylist) -> Void = { _ in }
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.mediaSequence = numbers.lowerBound
        playlist.targetDuration = .seconds(4)
        playlist.segments = numbers.map { MediaSegment(uri: "s\($0).ts", duration: .seconds(4)) }
        change(&playlist)
        return playlist
    }

    @Test func `added segments, removed segments and an end tag are legal changes`() {
        let known = Self.version(4..<10)
        #expect(known.breaches(by: known).isEmpty)
        #expect(known.breaches(by: Self.version(4..<11)).isEmpty)
        #expect(known.breaches(by: Self.version(6..<12)).isEmpty)
        #expect(known.breaches(by: Self.version(50..<56)).isEmpty)
        #expect(known.breaches(by: Self.version(6..<12) { $0.hasEndList = true }).isEmpty)
        // Only a playlist without an end must keep three target durations.
        #expect(known.breaches(by: Self.version(8..<10) { $0.hasEndList = true }).isEmpty)
        #expect(MediaPlaylist().breaches(by: MediaPlaylist()).isEmpty)
    }

    @Test
    func `changed URIs, target durations, playlist types and other illegal changes are breaches`() {
        let known = Self.version(4..<10)
        #expect(
            known.breaches(by: Self.version(2..<11)) == [.sequenceFell(from: 4, to: 2)])
        #expect(
            known.breaches(by: Self.version(4..<11) { $0.segments[2].uri = "x" })
                == [.location(sequence: 6)])
        #expect(
            known.breaches(by: Self.version(4..<11) { $0.targetDuration = .seconds(9) })
                == [.targetDuration(from: .seconds(4), to: .seconds(9))])
        #expect(
            known.breaches(by: Self.version(8..<10)) == [.shortWindow(.seconds(8))])
        #expect(known.breaches(by: Self.version(4..<9)) == [.endRemoval(count: 1)])
        #expect(known.breaches(by: Self.version(4..<4)) == [.endRemoval(count: 6)])
        #expect(
            known.breaches(by: Self.version(4..<11) { $0.playlistType = .event }) == [.type])
        let event = Self.version(4..<10) { $0.playlistType = .event }
        #expect(
            event.breaches(by: Self.version(5..<11) { $0.playlistType = .event })
                == [.removal(count: 1)])
        let ended = Self.version(4..<10) { $0.hasEndList = true }
        #expect(
            ended.breaches(by: Self.version(4..<11) { $0.hasEndList = true })
                == [.changeAfterEnd])
    }

    @Test
    func `a discontinuity sequence that does not count the removed discontinuities is a breach`() {
        let known = Self.version(4..<10) { playlist in
            playlist.discontinuitySequence = 7
            playlist.segments[1].startsDiscontinuity = true
        }
        #expect(known.breaches(by: Self.version(5..<11) { $0.discontinuitySequence = 7 }).isEmpty)
        #expect(known.breaches(by: Self.version(6..<12) { $0.discontinuitySequence = 8 }).isEmpty)
        #expect(
            known.breaches(by: Self.version(6..<12))
                == [.discontinuitySequence(expected: 8, found: 0)])
    }
}
