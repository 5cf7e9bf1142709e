import Playlists
import Presentation
import Testing
import VirtualTime

/// The acceptance tests for hold-back, joining and latency.
@Suite struct LiveJoinTests {
    private static func window(_ profile: LiveProfile, _ playlist: MediaPlaylist) -> LiveWindow {
        LiveWindow(LiveTuning(profile), LiveUpdate(playlist), at: .start)
    }

    private static func noon(_ seconds: Double) -> Int64 {
        DateTime.noon(plus: seconds).millisecondsSince1970
    }

    /// A change of a playlist, and the latency and join position that follow from it.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var wanted: Double?
        var latency: Double
        var position: Double
        var isAdjustable: Bool?
        var change: @Sendable (inout MediaPlaylist) -> Void

        var testDescription: String { name }
    }

    private static func start(_ isPrecise: Bool) -> @Sendable (inout MediaPlaylist) -> Void {
        { $0.start = StartPoint(offset: .seconds(-10), isPrecise: isPrecise) }
    }

    static let rows: [Row] = [
        Row(name: "none", latency: 13, position: 4, isAdjustable: false) { _ in },
        Row(name: "HOLD-BACK=12", latency: 13, position: 4, isAdjustable: true) { playlist in
            playlist.serve { $0.holdBack = .seconds(12) }
        },
        Row(name: "no PART-INF", latency: 13, position: 4, isAdjustable: true) { playlist in
            playlist.serve {
                $0.holdBack = .seconds(12)
                $0.partHoldBack = .seconds(3)
            }
        },
        Row(name: "START", latency: 11, position: 4, change: start(false)),
        Row(name: "START,PRECISE", latency: 11, position: 6, change: start(true)),
        Row(name: "START, app", wanted: 3, latency: 3, position: 4, change: start(false)),
        Row(name: "START,PRECISE, app", wanted: 3, latency: 3, position: 6, change: start(true)),
    ]

    @Test(arguments: rows)
    func `C17: media3 derives its join position from the hold-back and the program dates`(row: Row)
    {
        let playlist = MediaPlaylist.live(0..<4) { playlist in
            playlist.date(0, 0)
            row.change(&playlist)
        }
        let join = Self.window(.media3, playlist).join(
            date: Self.noon(17), wanted: row.wanted.map { .seconds($0) })
        #expect(join.latency == .seconds(row.latency))
        #expect(join.position == .seconds(row.position))
        if let isAdjustable = row.isAdjustable { #expect(join.isRateAdjustable == isAdjustable) }
    }

    @Test func `C18: playback joins at the nearest independent part before the target position`() {
        for (independent, position) in [([0, 2, 4], 5.0), ([0, 3], 4), ([1, 4], 4.5), ([4], 0)] {
            let parts = MediaPlaylist.live(0..<1) { playlist in
                playlist.date(0, 0)
                playlist.partInformation = PartInformation(targetDuration: .milliseconds(500))
                playlist.serve { $0.partHoldBack = .seconds(2) }
                playlist.add(parts: 6, lasting: 0.5, independent: Set(independent))
            }
            let join = Self.window(.media3, parts).join(date: Self.noon(8))
            #expect(join.latency == .seconds(3))
            #expect(join.position == .seconds(position))
        }
        let whole = MediaPlaylist.live(0..<1) { playlist in
            playlist.date(0, 0)
            playlist.partInformation = PartInformation(targetDuration: .milliseconds(500))
            playlist.serve { $0.partHoldBack = .seconds(3) }
        }
        let early = Self.window(.media3, whole).join(date: Self.noon(5))
        #expect(early.latency == .seconds(4))
        #expect(early.position == .zero)
    }

    @Test
    func `C20: Shaka joins up to three segments before the end without a start point or hold-back`()
    {
        let distance = { (playlist: MediaPlaylist) in
            Self.window(.shaka, playlist).join().latency.seconds
        }
        #expect(distance(.live(0..<6, lasting: 2)) == 6)
        #expect(distance(.live(0..<2, lasting: 2)) == 4)
        #expect(
            distance(.live(0..<6, lasting: 2) { $0.start = StartPoint(offset: .seconds(-4)) }) == 4)
        #expect(distance(.live(0..<6, lasting: 2) { $0.serve { $0.holdBack = .seconds(2) } }) == 2)
        let parts = MediaPlaylist.live(0..<6, lasting: 2) { playlist in
            playlist.block(parts: 0.5)
            playlist.serve { $0.partHoldBack = .milliseconds(1800) }
        }
        #expect(distance(parts) == 1.8)
    }

    @Test func `C20: VHS falls back through several sources of its hold-back`() {
        let distance = { (change: (inout MediaPlaylist) -> Void) in
            let playlist = MediaPlaylist.live(0..<9, target: 5) { playlist in
                playlist.block(parts: 1.1)
                playlist.serve {
                    $0.holdBack = .seconds(20)
                    $0.partHoldBack = .seconds(2)
                }
                change(&playlist)
            }
            return LiveHoldBack(LiveTuning(.vhs), playlist).distance.seconds
        }
        #expect(distance { $0.hasEndList = true } == 0)
        #expect(distance { _ in } == 2)
        #expect(distance { $0.serverControl?.partHoldBack = nil } == 3.3)
        #expect(distance { $0.partInformation = nil } == 20)
        #expect(
            distance { playlist in
                playlist.partInformation = nil
                playlist.serverControl = nil
            } == 15)
        #expect(
            distance { playlist in
                playlist.partInformation = nil
                playlist.serverControl = nil
                playlist.targetDuration = nil
            } == 0)
        #expect(Self.window(.vhs, .live(0..<20, lasting: 10)).seekable.upperBound == .seconds(170))
        #expect(Self.window(.vhs, .live(0..<4, lasting: 5)).seekable.upperBound == .seconds(5))
    }

    @Test func `C20: a negative start offset counts from the end of the playlist`() {
        let playlist = MediaPlaylist.live(0..<3, lasting: 10) {
            $0.start = StartPoint(offset: .seconds(-12))
        }
        #expect(Self.window(.hlsJS, playlist).join().position == .seconds(18))
        #expect(Self.window(.apple, playlist).join().position == .seconds(10))
        for (offset, position) in [(-99.0, 0.0), (99, 20), (12, 10)] {
            var other = playlist
            other.start?.offset = .seconds(offset)
            #expect(Self.window(.apple, other).join().position == .seconds(position))
        }
    }

    @Test func `a start offset counts from the end of the last segment, not from parts after it`() {
        let playlist = MediaPlaylist.live(0..<6) { playlist in
            playlist.block()
            playlist.serve { $0.partHoldBack = .seconds(20) }
            playlist.add(parts: 3)
            playlist.start = StartPoint(offset: .seconds(-10), isPrecise: true)
        }
        for profile in [LiveProfile.apple, .hlsJS, .shaka] {
            let join = Self.window(profile, playlist).join()
            #expect(join.position == .seconds(14))
            #expect(join.latency == .seconds(13))
        }
    }

    @Test
    func `hls.js joins at least one target duration of segments or parts before the live edge`() {
        let playlist = MediaPlaylist.live(0..<6) { $0.serve { $0.holdBack = .seconds(1) } }
        #expect(Self.window(.hlsJS, playlist).join().position == .seconds(20))
        #expect(Self.window(.shaka, playlist).join().position == .seconds(23))
        let parts = MediaPlaylist.live(0..<6) { playlist in
            playlist.block()
            playlist.serve { $0.partHoldBack = .milliseconds(500) }
        }
        #expect(Self.window(.hlsJS, parts).join().position == .seconds(23))
    }

    @Test(arguments: LiveProfile.allCases)
    func `a broadcast that has ended is joined at its start or its start point`(
        profile: LiveProfile
    ) {
        let ended = MediaPlaylist.live(0..<9) { $0.hasEndList = true }
        #expect(Self.window(profile, ended).join().position == .zero)
        #expect(Self.window(profile, ended).seekable == MediaTime.zero..<MediaTime.seconds(36))
        let point = MediaPlaylist.live(0..<9) { playlist in
            playlist.hasEndList = true
            playlist.start = StartPoint(offset: .seconds(8))
        }
        guard LiveTuning(profile).usesStartPoint else { return }
        #expect(Self.window(profile, point).join().position == .seconds(8))
    }

    @Test(arguments: LiveProfile.allCases)
    func `a short playlist is joined at its first segment`(profile: LiveProfile) {
        for count in 1...2 {
            let join = Self.window(profile, .live(0..<count)).join()
            #expect(join.position == .zero)
        }
    }

    /// `gst_hls_media_playlist_get_starting_segment` of version 1.22.0 ignores the hold-back.
    @Test(arguments: [nil, MediaTime.seconds(12), .seconds(20)])
    func `gstreamer joins at the fourth segment from the end`(holdBack: MediaTime?) {
        let playlist = MediaPlaylist.live(0..<9) { playlist in
            playlist.serve { $0.holdBack = holdBack }
        }
        #expect(Self.window(.gstreamer, playlist).join().position == .seconds(20))
        #expect(Self.window(.gstreamer, .live(0..<3)).join().position == .zero)
    }

    @Test func `hls.js advances the live edge between playlist reloads, and AVPlayer does not`() {
        let playlist = MediaPlaylist.live(0..<6)
        #expect(Self.window(.hlsJS, playlist).edge(at: .seconds(3)) == .seconds(27))
        #expect(Self.window(.apple, playlist).edge(at: .seconds(3)) == .seconds(24))
    }

    // MARK: Latency

    @Test(arguments: [(1.0, [3, 4, 5, 6, 6.5]), (1.3, [3, 4.3, 5.6, 6.5])])
    func `C22: stalls raise the target latency of hls.js by at most a target duration`(
        step: Double, values: [Double]
    ) {
        var tuning = LiveTuning(.hlsJS)
        tuning.latencyPerStall = .seconds(step)
        let playlist = MediaPlaylist.live(0..<9, target: 3.5) { playlist in
            playlist.block(parts: 1)
            playlist.serve { $0.partHoldBack = .seconds(3) }
        }
        let join = LiveWindow(tuning, LiveUpdate(playlist), at: .start).join()
        var target = LatencyTarget(tuning, joiningAt: join, target: .seconds(3.5))
        var found: [Double] = []
        for _ in values {
            found.append(target.value.seconds)
            target.stall()
        }
        #expect(found == values)
        target.set(.seconds(3), forgets: true)
        #expect(target.value == .seconds(3))
    }

    @Test
    func `C22: stalls raise the target latency of media3 up to the maximum latency of the media`() {
        var control = ProportionalControl()
        control.latencyPerStall = .milliseconds(3)
        var catchUp = ProportionalCatchUp(control)
        catchUp.setMedia(latency: .milliseconds(42), most: .milliseconds(400))
        catchUp.stall()
        #expect(catchUp.target == .milliseconds(45))
        var last = MediaTime.milliseconds(45)
        for _ in 0..<500 {
            catchUp.stall()
            let value = catchUp.target ?? .zero
            #expect(value >= last && value <= .milliseconds(400))
            last = value
        }
        #expect(last == .milliseconds(400))
        // Setting the same latency again keeps the target, which stalls have increased. Setting
        // another latency discards the increase.
        catchUp.setMedia(latency: .milliseconds(42), most: .milliseconds(400))
        #expect(catchUp.target == .milliseconds(400))
        catchUp.setMedia(latency: .milliseconds(43), most: .milliseconds(400))
        #expect(catchUp.target == .milliseconds(43))
        control.latencyPerStall = .zero
        var fixed = ProportionalCatchUp(control)
        fixed.setMedia(latency: .milliseconds(42))
        fixed.stall()
        #expect(fixed.target == .milliseconds(42))
    }

    @Test(arguments: [(6.0, 1.0), (5, 1.35), (4, 1.65), (1, 1.95), (7, 1)])
    func `C23: the catch-up rate of hls.js is a sigmoid of the latency and never below 1`(
        position: Double, rate: Double
    ) {
        let catchUp = SigmoidCatchUp(maximumRate: 2)
        let latency = MediaTime.seconds(12 - position)
        let found = catchUp.rate(
            latency: latency, target: .seconds(6), limit: .seconds(100),
            lead: .seconds(12 - position))
        #expect(found == rate)
        let off = SigmoidCatchUp(maximumRate: 1)
        #expect(
            off.rate(latency: latency, target: .seconds(6), limit: .seconds(100), lead: .seconds(9))
                == 1)
        #expect(
            catchUp.rate(
                latency: latency, target: .seconds(6), limit: .seconds(100), lead: .seconds(1)) == 1
        )
    }

    /// The latency is 9 s (playhead at 3 s, edge at 12 s), and the target is 6 s.
    ///
    /// The limit applies to the difference of 3 s.
    @Test(arguments: [(2.9, 1.0), (3.0, 1.0), (3.1, 1.8)])
    func `hls.js does not catch up when the distance to its target reaches the limit`(
        limit: Double, rate: Double
    ) {
        let found = SigmoidCatchUp(maximumRate: 2).rate(
            latency: .seconds(9), target: .seconds(6), limit: .seconds(limit), lead: .seconds(9))
        #expect(found == rate)
    }

    /// The proportional rate control that models media3 in the tests below.
    private static let control = {
        var control = ProportionalControl()
        control.factor = 0.01
        control.rates = 0.5...1.5
        control.deadBand = .milliseconds(5)
        control.interval = .milliseconds(123)
        return control
    }()

    @Test(arguments: [
        (2.5, 1.005), (1.5, 0.995), (2.004, 1), (1.996, 1), (100, 1.5), (-100, 0.5),
    ])
    func `C23: the catch-up rate of media3 is proportional to the latency error`(
        latency: Double, rate: Double
    ) {
        var catchUp = ProportionalCatchUp(Self.control)
        #expect(catchUp.rate(for: .seconds(latency), lead: .seconds(latency), at: .start) == 1)
        catchUp.setMedia(latency: .seconds(2))
        #expect(
            abs(catchUp.rate(for: .seconds(latency), lead: .seconds(latency), at: .start) - rate)
                < 1e-9)
    }

    @Test func `C23: media3 keeps a catch-up rate for a minimum interval`() {
        var catchUp = ProportionalCatchUp(Self.control)
        catchUp.setMedia(latency: .seconds(2), rates: 0.2...2)
        #expect(catchUp.rate(for: .seconds(300), lead: .seconds(300), at: .start) == 2)
        #expect(catchUp.rate(for: .seconds(2), lead: .seconds(2), at: .seconds(0.122)) == 2)
        #expect(catchUp.rate(for: .seconds(2), lead: .seconds(2), at: .seconds(0.1235)) == 1)
        #expect(catchUp.rate(for: .seconds(-300), lead: .seconds(-300), at: .seconds(0.2)) == 1)
        catchUp.setMedia(latency: .seconds(3), rates: 0.2...2)
        #expect(catchUp.rate(for: .seconds(-300), lead: .seconds(-300), at: .seconds(0.2)) == 0.2)
        catchUp.setOverride(.seconds(9))
        #expect(catchUp.rate(for: .seconds(9), lead: .seconds(9), at: .seconds(0.21)) == 1)
        catchUp.stall()
        #expect(catchUp.rate(for: .seconds(900), lead: .seconds(900), at: .seconds(0.22)) == 2)
        catchUp.setOverride(nil)
        #expect(catchUp.target == .seconds(3))
    }
}
