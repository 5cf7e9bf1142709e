import HeadlessPlayback
import Playlists
import Presentation
import Sessions
import TestSupport
import Testing
import VirtualTime

/// The cue points that are made from the marks of a live playlist.
@Suite struct ListedMarkersTests {
    /// A playlist version with four-second segments, described by its first segment number.
    private struct Version {
        var first = 0
        var count = 5
        /// The lines before each segment, by segment number.
        ///
        /// Lines after the last listed segment belong to the next segment.
        var lines: [Int: String] = [:]
        var ranges: [String] = []
        var isDated = true
        var hasEnded = false

        var text: String {
            var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:\(first)"]
            lines += ranges
            for number in first..<first + count {
                if let line = self.lines[number] { lines.append(line) }
                if isDated {
                    lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date(Double(number) * 4).text)")
                }
                lines += ["#EXTINF:4,", "s\(number).ts"]
            }
            if let line = self.lines[first + count] { lines.append(line) }
            if hasEnded { lines.append("#EXT-X-ENDLIST") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// A window that receives playlist versions from a test, and a reader of the window's marks.
    private struct Reader {
        var markers: ListedMarkers
        private var window: LiveWindow?

        init(_ sources: [CuePointSource] = CuePointSource.allCases, joiningAt seconds: Double = 0) {
            markers = ListedMarkers(Set(sources))
            markers.join(at: .seconds(seconds))
        }

        /// Adds a version of a stream's playlist, and returns the cue points that its marks add.
        mutating func take(_ version: Version, of stream: Int = 0) throws -> AddedMarkers {
            let playlist = try Playlist(parsing: Array(version.text.utf8))
            guard case .media(let media) = playlist else {
                Issue.record("not a media playlist")
                return AddedMarkers(from: .zero)
            }
            var next = window ?? LiveWindow(LiveTuning(.apple))
            _ = next.take(LiveUpdate(media), at: .start)
            window = next
            return markers.take(next, of: stream)
        }

        /// Returns the cue points that a version adds, in words.
        mutating func points(_ version: Version, of stream: Int = 0) throws -> [String] {
            try take(version, of: stream).cuePoints.map(\.words)
        }
    }

    /// Returns the date of a position.
    private static func date(_ seconds: Double) -> DateTime {
        DateTime(millisecondsSince1970: 1_767_268_800_000 + Int64((seconds * 1000).rounded()))
    }

    private static func range(_ id: String, _ seconds: Double, _ rest: String = "") -> String {
        "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"\(date(seconds).text)\"\(rest)"
    }

    private static func splice(isOut: Bool, pts: Int64? = 90_000) -> String {
        let section = SpliceSection.insert(5, isOut: isOut, pts: pts, duration: 8 * 90_000)
        return "0x"
            + section.bytes.map {
                let digits = String($0, radix: 16, uppercase: true)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }

    // MARK: Tags

    @Test func `a cue tag makes one cue point at its segment`() throws {
        var reader = Reader()
        let first = Version(lines: [1: "#EXT-X-CUE-OUT:8", 3: "#EXT-X-CUE-IN"])
        #expect(try reader.points(first) == ["4.000 AdSlot", "12.000 in"])
        #expect(try reader.points(first) == [])
        let second = Version(
            first: 1, lines: [1: "#EXT-X-CUE-OUT:8", 3: "#EXT-X-CUE-IN", 5: "#EXT-X-CUE-OUT:4"])
        #expect(try reader.points(second) == ["20.000 AdSlot"])
    }

    @Test
    func `a cue tag after the last segment waits for the next one or the end of the broadcast`()
        throws
    {
        var reader = Reader()
        #expect(try reader.points(Version(lines: [5: "#EXT-X-CUE-IN"])) == [])
        let end = Version(lines: [5: "#EXT-X-CUE-IN"], hasEnded: true)
        #expect(try reader.points(end) == ["20.000 in"])
    }

    @Test func `marks before the join position never make a cue point`() throws {
        var reader = Reader(joiningAt: 8)
        let lines = [1: "#EXT-X-CUE-OUT:4", 2: "#EXT-X-CUE-IN", 3: "#EXT-X-CUE-OUT:4"]
        #expect(try reader.points(Version(lines: lines)) == ["8.000 in", "12.000 AdSlot"])
        let late = Version(lines: lines, ranges: [Self.range("a", 4), Self.range("b", 9)])
        #expect(try reader.points(late) == ["9.000 b"])
    }

    @Test func `a switch of the variant stream repeats no cue point and adds later ones`() throws {
        var reader = Reader()
        let lines = [1: "#EXT-X-CUE-OUT:8", 3: "#EXT-X-CUE-IN"]
        #expect(try reader.points(Version(lines: lines)).count == 2)
        #expect(try reader.points(Version(lines: lines), of: 1) == [])
        let more = Version(first: 1, lines: [5: "#EXT-X-CUE-OUT:4"])
        #expect(try reader.points(more, of: 0) == ["20.000 AdSlot"])
    }

    @Test func `a segment of zero duration can have cue tags`() throws {
        var reader = Reader()
        _ = try reader.take(Version())
        var version = Version(first: 0, count: 6, lines: [5: "#EXT-X-CUE-OUT:8"])
        version.lines[6] = "#EXTINF:0,\nempty.ts"
        #expect(try reader.points(version) == ["20.000 AdSlot"])
        version.lines[6] = "#EXT-X-CUE-IN\n#EXTINF:0,\nempty.ts\n#EXTINF:4,\nnext.ts"
        #expect(try reader.points(version) == [])
        version.lines[6] =
            "#EXTINF:0,\nempty.ts\n#EXTINF:4,\nnext.ts\n#EXT-X-CUE-IN\n#EXTINF:0,\nlast.ts"
        #expect(try reader.points(version) == ["28.000 in"])
    }

    // MARK: Date ranges

    @Test func `a date range makes a cue point once a segment with its date is listed`() throws {
        var reader = Reader()
        let ranges = [Self.range("early", 6.5), Self.range("later", 21), Self.range("edge", 20)]
        #expect(try reader.points(Version(ranges: ranges)) == ["6.500 early"])
        #expect(
            try reader.points(Version(first: 1, ranges: ranges)) == ["20.000 edge", "21.000 later"])
    }

    @Test func `a later change of a date range makes no second cue point`() throws {
        var reader = Reader()
        #expect(
            try reader.points(Version(ranges: [Self.range("a", 4, ",PLANNED-DURATION=8")]))
                == ["4.000 a"])
        for rest in [",END-DATE=\"\(Self.date(14).text)\"", ",DURATION=10", ",X-ASSET-URI=\"b\""] {
            #expect(try reader.points(Version(ranges: [Self.range("a", 4, rest)])) == [])
        }
        let twice = [Self.range("a", 4), "#EXT-X-DATERANGE:ID=\"a\",END-ON-NEXT=YES,CLASS=\"c\""]
        #expect(try reader.points(Version(ranges: twice)) == [])
    }

    @Test func `the end of an ad break makes a cue point when its splice is listed`() throws {
        var reader = Reader()
        let out = ",DURATION=8,SCTE35-OUT=\(Self.splice(isOut: true))"
        #expect(try reader.points(Version(ranges: [Self.range("a", 4, out)])) == ["4.000 a"])
        let back = out + ",SCTE35-IN=\(Self.splice(isOut: false))"
        #expect(try reader.points(Version(ranges: [Self.range("a", 4, back)])) == ["12.000 a"])
        #expect(try reader.points(Version(ranges: [Self.range("a", 4, back)])) == [])
    }

    @Test
    func `a date range with END-ON-NEXT has a duration once the next of its class is listed`()
        throws
    {
        let open = ",CLASS=\"c\",END-ON-NEXT=YES"
        let ranges = [
            Self.range("a", 4, open), Self.range("other", 6, ",CLASS=\"d\""),
            Self.range("b", 10, open),
        ]
        var reader = Reader()
        let added = try reader.take(Version(ranges: ranges))
        #expect(added.cuePoints.map(\.words) == ["4.000 a", "6.000 other", "10.000 b"])
        #expect(
            added.cuePoints.map { $0.properties["duration"] } == [.number(6), nil, nil])
    }

    @Test
    func `an ad break with END-ON-NEXT makes a cue point where the next range of its class starts`()
        throws
    {
        let splices =
            ",SCTE35-OUT=\(Self.splice(isOut: true)),SCTE35-IN=\(Self.splice(isOut: false, pts: nil))"
        let open = ",CLASS=\"c\",END-ON-NEXT=YES"
        let first = Self.range("a", 4, open + splices)
        var reader = Reader()
        #expect(try reader.points(Version(ranges: [first])) == ["4.000 a"])
        let next = Self.range("b", 10, open)
        let later = try reader.points(Version(ranges: [first, next]))
        #expect(later.contains("10.000 a") && later.contains("10.000 b"), "\(later)")
        #expect(try reader.points(Version(ranges: [first, next])) == [])
    }

    @Test func `marks at the same position of an ad break make one cue point`() throws {
        var reader = Reader()
        let splices =
            ",DURATION=8,SCTE35-OUT=\(Self.splice(isOut: true)),SCTE35-IN=\(Self.splice(isOut: false))"
        let version = Version(
            lines: [
                1: "#EXT-X-CUE-OUT:8\n#EXT-X-SPLICEPOINT-SCTE35:\(Self.splice(isOut: true))",
                3: "#EXT-X-CUE-IN",
            ], ranges: [Self.range("a", 4.05, splices)])
        let added = try reader.take(version)
        #expect(added.cuePoints.map(\.type) == [CuePoint.adSlot, "in"])
        #expect(added.cuePoints[0].properties["duration"] == .number(8))
        #expect(added.cuePoints[0].properties["event"] == .integer(5))
    }

    @Test func `marks of an ad break that are listed one after another make one cue point`() throws
    {
        let out = ",SCTE35-OUT=\(Self.splice(isOut: true))"
        let tag = Version(lines: [1: "#EXT-X-CUE-OUT:8"])
        let both = Version(lines: [1: "#EXT-X-CUE-OUT:8"], ranges: [Self.range("a", 4, out)])
        var reader = Reader()
        #expect(try reader.points(tag) == ["4.000 AdSlot"])
        #expect(try reader.points(both) == [])
    }

    @Test func `a date range without a position is reported once`() throws {
        var reader = Reader()
        let undated = Version(ranges: [Self.range("a", 4)], isDated: false)
        #expect(
            try reader.take(undated).troubles == [
                MarkerTrouble(
                    "EXT-X-DATERANGE a has no position: no segment has EXT-X-PROGRAM-DATE-TIME")
            ])
        #expect(try reader.take(undated).isEmpty)
        let endless = Version(ranges: ["#EXT-X-DATERANGE:ID=\"b\",DURATION=4", Self.range("a", 4)])
        let added = try reader.take(endless)
        #expect(added.cuePoints.map(\.words) == ["4.000 a"])
        #expect(
            added.troubles == [
                MarkerTrouble(
                    "EXT-X-DATERANGE b has no position: it has no START-DATE", losesCuePoint: false)
            ])
        let end = Version(ranges: [Self.range("c", 30)], hasEnded: true)
        #expect(
            try reader.take(end).troubles == [
                MarkerTrouble(
                    "EXT-X-DATERANGE c has no position: the broadcast ends before it",
                    losesCuePoint: false)
            ])
    }

    @Test func `an unreadable splice is reported, and its ad break has a cue point`() throws {
        var reader = Reader()
        let added = try reader.take(Version(ranges: [Self.range("a", 4, ",SCTE35-OUT=0xFC00")]))
        #expect(added.cuePoints.map(\.words) == ["4.000 a"])
        #expect(added.troubles.count == 1)
        #expect(added.troubles[0].reason.hasPrefix("EXT-X-DATERANGE SCTE35-OUT cannot be read"))
    }

    @Test(arguments: [("SCTE35-OUT=FC00", ["4.000 a"]), ("SCTE35-OTU=0xFC00", [])])
    func `a splice attribute without effect is reported`(attribute: String, points: [String]) throws
    {
        var reader = Reader([.scte35])
        let added = try reader.take(Version(ranges: [Self.range("a", 4, ",\(attribute)")]))
        #expect(added.cuePoints.map(\.words) == points)
        #expect(added.troubles.count == 1)
        #expect(added.troubles[0].reason.contains("\(attribute.prefix(10)) cannot be read"))
    }

    @Test func `a program date remains usable after its segment has left the window`() throws {
        var reader = Reader()
        _ = try reader.take(Version())
        _ = try reader.take(Version(first: 3, isDated: false))
        let later = Version(first: 4, ranges: [Self.range("a", 33)], isDated: false)
        #expect(try reader.points(later) == ["33.000 a"])
    }

    // MARK: Sources and bounds

    @Test(
        arguments: zip(
            [[], [.dateRange], [.cueOut], [.scte35]] as [[CuePointSource]],
            [[], ["8.000 plain", "12.000 splice"], ["4.000 AdSlot"], ["12.000 splice"]]))
    func `only the selected kinds of marks make cue points`(
        sources: [CuePointSource], points: [String]
    ) throws {
        var reader = Reader(sources)
        let version = Version(
            lines: [1: "#EXT-X-CUE-OUT:8"],
            ranges: [
                Self.range("plain", 8),
                Self.range("splice", 12, ",SCTE35-OUT=\(Self.splice(isOut: true))"),
            ])
        #expect(try reader.points(version) == points)
    }

    @Test func `the number of stored markers is bounded by the window`() throws {
        var reader = Reader()
        var count = 0
        for first in 0..<2000 {
            let ranges = (first..<first + 5).map { Self.range("r\($0)", Double($0) * 4 + 1) }
            count += try reader.points(Version(first: first, ranges: ranges)).count
            #expect(reader.markers.count <= 12)
        }
        #expect(count == 2004)
    }

    @Test func `a date range that disappears for a moment makes no second cue point`() throws {
        var reader = Reader()
        let version = Version(ranges: [Self.range("a", 13)])
        #expect(try reader.points(version) == ["13.000 a"])
        #expect(try reader.points(Version(first: 1)) == [])
        #expect(try reader.points(Version(first: 1, ranges: version.ranges)) == [])
    }
}
