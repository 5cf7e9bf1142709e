import Playlists
import Testing
import VirtualTime

/// Forbidden changes between versions of a live playlist.
@Suite struct PlaylistBreachTests {
    @Test func `a changed tag of a known segment is a breach, even when the window moves`() {
        func dated(_ numbers: Range<Int>) -> MediaPlaylist {
            Self.version(numbers) {
                $0.segments[7 - numbers.lowerBound].programDateTime = DateTime(
                    millisecondsSince1970: 7_000)
            }
        }
        let known = dated(4..<10)
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
            var newer = dated(5..<11)
            change(&newer.segments[2])
            #expect(known.breaches(by: newer).contains(.tag(name, sequence: 7)), "\(name)")
        }
    }

    @Test func `a signature that changes with each version is not a change of a location`() {
        func signed(_ numbers: Range<Int>, _ token: String) -> MediaPlaylist {
            Self.version(numbers) { playlist in
                playlist.partInformation = PartInformation(targetDuration: .seconds(2))
                for index in playlist.segments.indices {
                    let folder = "hdnts=exp=9~hmac=\(token)/s\(numbers.lowerBound + index)"
                    playlist.segments[index].uri = "\(folder).ts?a=1&token=\(token)"
                    playlist.segments[index].initializationSection = InitializationSection(
                        uri: "init.mp4?Signature=\(token)")
                    playlist.segments[index].keys = [
                        EncryptionKey(method: .aes128, uri: "key?sig=\(token)")
                    ]
                    playlist.segments[index].parts = [
                        PartialSegment(uri: "\(folder).0.ts?st=\(token)", duration: .seconds(2)),
                        PartialSegment(uri: "\(folder).1.ts?st=\(token)", duration: .seconds(2)),
                    ]
                }
            }
        }
        let known = signed(4..<10, "x")
        #expect(known.breaches(by: signed(5..<11, "y")) == [])
        for (old, new) in [
            ("a=1", "a=2"), ("s7.ts", "s8.ts"), ("hmac", "hm"), ("hdnts=", "hdnts/"),
        ] {
            var newer = signed(5..<11, "y")
            newer.segments[2].uri = newer.segments[2].uri.replacing(old, with: new)
            let isSigned = old == "hmac"
            #expect(known.breaches(by: newer) == (isSigned ? [] : [.location(sequence: 7)]))
        }
        var newer = signed(5..<11, "y")
        newer.segments[2].keys = [EncryptionKey(method: .aes128, uri: "other?sig=y")]
        #expect(known.breaches(by: newer) == [.tag("EXT-X-KEY", sequence: 7)])
    }

    @Test func `the only parameter that distinguishes the segments is not a signature`() {
        func named(_ numbers: Range<Int>, _ token: String) -> MediaPlaylist {
            Self.version(numbers) { playlist in
                for (index, number) in zip(playlist.segments.indices, numbers) {
                    playlist.segments[index].uri = "segment?ts=\(number)&token=\(token)"
                }
            }
        }
        let known = named(4..<10, "x")
        #expect(known.breaches(by: named(5..<11, "y")) == [])
        for number in [5, 7] {
            var newer = named(5..<11, "y")
            newer.segments[number - 5].uri = "segment?ts=99&token=y"
            #expect(known.breaches(by: newer) == [.location(sequence: number)])
            // With another path, the first segment shows that the path is the name.
            var mixed = known
            mixed.segments[0].uri = "start?ts=4&token=x"
            #expect(mixed.breaches(by: newer) == [])
        }
        // The same segment may be listed again.
        let slate = Self.version(4..<10) { playlist in
            for index in playlist.segments.indices { playlist.segments[index].uri = "s?ts=1" }
        }
        let signed = Self.version(4..<10) { playlist in
            for index in playlist.segments.indices { playlist.segments[index].uri = "s?ts=2" }
        }
        #expect(slate.breaches(by: signed) == [])
    }

    @Test func `the words for a breach state what is required and what was found`() {
        let window = PlaylistBreach.shortWindow(.milliseconds(5991)).words
        #expect(window.expected == "three target durations" && window.found == "5.991 s")
        let tag = PlaylistBreach.tag("EXT-X-MAP", sequence: 194).words
        #expect(tag.expected == "the known EXT-X-MAP of segment 194" && tag.found == "another one")
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
        // The minimum length of three target durations applies only to a playlist without an end
        // tag.
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

    @Test func `a changed or removed date of a known segment is a breach`() {
        func dated(_ numbers: Range<Int>, by milliseconds: Int64 = 0) -> MediaPlaylist {
            Self.version(numbers) { playlist in
                for (place, number) in numbers.enumerated() {
                    playlist.segments[place].programDateTime = DateTime(
                        millisecondsSince1970: Int64(number) * 4000 + milliseconds)
                }
            }
        }
        let known = dated(4..<10)
        let tag = "EXT-X-PROGRAM-DATE-TIME"
        #expect(known.breaches(by: dated(5..<11)).isEmpty)
        #expect(known.breaches(by: dated(5..<11, by: 10)).isEmpty)
        #expect(known.breaches(by: dated(5..<11, by: 11)) == [.tag(tag, sequence: 5)])
        #expect(known.breaches(by: Self.version(5..<11)) == [.tag(tag, sequence: 5)])
        // A date tag may be added, and it may be removed where an earlier tag implies the date.
        var sparse = dated(5..<11)
        sparse.segments[2].programDateTime = nil
        #expect(known.breaches(by: sparse).isEmpty)
        #expect(Self.version(4..<10).breaches(by: known).isEmpty)
    }

    /// Returns a low-latency playlist with one-second parts in and after its last segments.
    private static func lowLatency(
        _ numbers: Range<Int>, open: Int, whole: Int = 3,
        _ change: (inout MediaPlaylist) -> Void = {
            _ in
        }
    ) -> MediaPlaylist {
        func parts(_ number: Int, _ count: Int) -> [PartialSegment] {
            (0..<count).map { PartialSegment(uri: "p\(number).\($0).ts", duration: .seconds(1)) }
        }
        return version(numbers) { playlist in
            playlist.partInformation = PartInformation(targetDuration: .seconds(1))
            for number in numbers.suffix(whole) {
                playlist.segments[number - numbers.lowerBound].parts = parts(number, 4)
            }
            var tail = SegmentTail()
            tail.parts = parts(numbers.upperBound, open)
            playlist.tail = tail
            change(&playlist)
        }
    }

    @Test func `parts that are added, completed or removed far from the end are legal changes`() {
        let known = Self.lowLatency(4..<10, open: 2)
        #expect(known.breaches(by: known).isEmpty)
        #expect(known.breaches(by: Self.lowLatency(4..<10, open: 3)).isEmpty)
        #expect(known.breaches(by: Self.lowLatency(5..<11, open: 0)).isEmpty)
        #expect(known.breaches(by: Self.lowLatency(5..<11, open: 1)).isEmpty)
        // Only the last two segments list parts.
        let short = Self.lowLatency(4..<10, open: 2, whole: 2)
        #expect(short.breaches(by: Self.lowLatency(5..<11, open: 1, whole: 2)).isEmpty)
        #expect(known.breaches(by: Self.lowLatency(14..<20, open: 1)).isEmpty)
        let ended = Self.version(5..<11) { $0.hasEndList = true }
        #expect(known.breaches(by: ended).isEmpty)
    }

    @Test func `a changed or removed part, and a changed part target duration, are breaches`() {
        let known = Self.lowLatency(4..<10, open: 2)
        func breaches(
            _ open: Int = 3, _ change: (inout MediaPlaylist) -> Void = { _ in }
        ) -> [PlaylistBreach] {
            known.breaches(by: Self.lowLatency(4..<10, open: open, change))
        }
        #expect(breaches { $0.tail?.parts[1].uri = "x" } == [.part(index: 1, sequence: 10)])
        #expect(
            breaches { $0.segments[5].parts[3].duration = .milliseconds(900) }
                == [.part(index: 3, sequence: 9)])
        #expect(
            breaches {
                $0.segments[5].parts.append(PartialSegment(uri: "x", duration: .seconds(1)))
            }
                == [.part(index: 4, sequence: 9)])
        #expect(breaches(1) == [.removedParts(count: 1, sequence: 10)])
        #expect(breaches(0) == [.removedParts(count: 2, sequence: 10)])
        #expect(
            breaches { $0.segments[5].parts = [] } == [.removedParts(count: 4, sequence: 9)])
        #expect(
            breaches { $0.partInformation = PartInformation(targetDuration: .seconds(2)) }
                == [.partTarget(from: .seconds(1), to: .seconds(2))])
        let next = Self.lowLatency(5..<11, open: 0) { $0.segments[5].parts[0].uri = "x" }
        #expect(known.breaches(by: next) == [.part(index: 0, sequence: 10)])
    }

    @Test func `parts of a playlist with a very long target duration are compared`() {
        let long = { (playlist: inout MediaPlaylist) in
            playlist.targetDuration = .seconds(9_000_000_000)
        }
        let known = Self.lowLatency(4..<10, open: 2, long)
        #expect(known.breaches(by: Self.lowLatency(4..<10, open: 3, long)).isEmpty)
        #expect(
            known.breaches(by: Self.lowLatency(4..<10, open: 1, long))
                == [.removedParts(count: 1, sequence: 10)])
    }

    @Test func `all known parts of the unfinished segment may be removed before its later parts`() {
        let known = Self.lowLatency(4..<10, open: 2)
        let newer = Self.lowLatency(7..<13, open: 0) { $0.segments[3].parts.removeFirst(2) }
        #expect(known.breaches(by: newer).isEmpty)
    }

    @Test func `parts whose locations differ only in a parameter such as ts are distinct`() {
        func timed(_ playlist: inout MediaPlaylist) {
            func rename(_ part: PartialSegment) -> PartialSegment {
                var part = part
                part.uri = "part.mp4?ts=\(part.uri)"
                return part
            }
            for place in playlist.segments.indices {
                playlist.segments[place].parts = playlist.segments[place].parts.map(rename)
            }
            let trailing = playlist.trailingParts.map(rename)
            playlist.tail?.parts = trailing
        }
        let known = Self.lowLatency(4..<10, open: 2, timed)
        let newer = Self.lowLatency(7..<13, open: 0, whole: 4) {
            timed(&$0)
            $0.segments[2].parts.removeFirst()
        }
        #expect(known.breaches(by: newer) == [])
    }

    @Test func `parts removed before later ones at the live edge are no change of a part`() {
        let known = Self.lowLatency(4..<10, open: 2)
        func breaches(hasEndList: Bool) -> [PlaylistBreach] {
            known.breaches(
                by: Self.lowLatency(5..<11, open: 0) {
                    $0.hasEndList = hasEndList
                    $0.segments[5].parts.removeFirst(2)
                })
        }
        #expect(breaches(hasEndList: false) == [.removedParts(count: 2, sequence: 10)])
        #expect(breaches(hasEndList: true) == [])
    }

    @Test(arguments: [1, 2])
    func `other parts in place of all known parts of the unfinished segment are a breach`(
        open: Int
    ) {
        let known = Self.lowLatency(4..<10, open: open)
        let newer = Self.lowLatency(7..<13, open: 0) {
            $0.segments[3].parts = (0..<4).map {
                PartialSegment(uri: "x\($0).ts", duration: .seconds(1))
            }
        }
        #expect(known.breaches(by: newer) == [.part(index: 0, sequence: 10)])
    }

    @Test func `after the end of a broadcast, parts may be removed, and must not be changed`() {
        let known = Self.lowLatency(4..<10, open: 2)
        func breaches(_ change: (inout MediaPlaylist) -> Void) -> [PlaylistBreach] {
            known.breaches(
                by: Self.lowLatency(4..<10, open: 2) {
                    $0.hasEndList = true
                    change(&$0)
                })
        }
        #expect(breaches { $0.segments[5].parts = [] } == [])
        #expect(
            breaches { $0.segments[5].parts[3].uri = "x" } == [.part(index: 3, sequence: 9)])
    }

    @Test func `a change of parts is reported for the oldest changed segment`() {
        let known = Self.lowLatency(4..<10, open: 2)
        let newer = Self.lowLatency(4..<10, open: 2) {
            $0.segments[4].parts[1].uri = "x"
            $0.segments[5].parts[0].uri = "y"
        }
        #expect(known.breaches(by: newer) == [.part(index: 1, sequence: 8)])
    }

    @Test func `segments removed from the end of an ended playlist are one breach`() {
        let ended = Self.version(4..<10) { $0.hasEndList = true }
        let shorter = Self.version(4..<9) { $0.hasEndList = true }
        #expect(ended.breaches(by: shorter) == [.changeAfterEnd])
    }
}
