public import VirtualTime

/// The closed accounts of one session: what was promised, and what became of it.
///
/// It is what an exit code, a test or a report asks whether playback was whole.
public struct Ledger: Equatable, Sendable {
    /// Something that must be known to read the accounts rightly.
    public enum Note: String, Equatable, Sendable {
        /// The playlist has no `EXT-X-ENDLIST`; what it listed was played as if it were all.
        case noEndList
        /// Nothing was demuxed: the accounts rest on playlists alone.
        case playlistsOnly
        /// Timestamps jumped where the playlist declares no `EXT-X-DISCONTINUITY`; what followed was
        /// played as if it did.
        case undeclaredDiscontinuity
        /// The playlist holds control characters, as damaged ones do; what could be read of it was
        /// played as if it were all.
        case damagedPlaylist
        /// The video has text tracks, and nothing in the provider chain adds them to what is played.
        case ignoredTextTracks
        /// Keys are announced, and nothing in the provider chain obtains them.
        case ignoredKeys
        /// The name of a segment announces another container; it was played as what it is.
        case misnamedMedia
        /// The media announces streams of private data that nothing here reads, such as teletext.
        case unreadStreams

        /// Whether media may be lost; if not, the note is for information.
        package var namesLoss: Bool { self != .unreadStreams }
    }

    /// An entry that does not balance: a fault of the player, never of the asset.
    public struct Imbalance: Equatable, Sendable {
        /// The entry.
        public let entry: String
        /// What it should be.
        public let expected: String
        /// What it is.
        public let found: String
    }

    /// The selected tracks: video, audio, subtitles, as far as there are any.
    public let tracks: [TrackAccount]
    /// The requests.
    public let requests: RequestAccount
    /// The time of the world.
    public let clock: ActivityClock
    /// How much media the playhead passed, repetitions included.
    public let passed: MediaTime
    /// The variants that were played, in order; empty for an asset that has none.
    public let variants: [VariantRun]
    /// What must be known to read the accounts.
    public let notes: [Note]
    /// What else is known about the session, in the order in which it was found.
    public let remarks: [Remark]
    /// The entries that do not balance; empty unless the player has a fault.
    public let imbalances: [Imbalance]

    package init(
        tracks: [TrackAccount], requests: RequestAccount, clock: ActivityClock, passed: MediaTime,
        variants: [VariantRun] = [], notes: [Note], remarks: [Remark] = []
    ) {
        self.remarks = remarks
        self.variants = variants
        self.tracks = tracks
        self.requests = requests
        self.clock = clock
        self.passed = passed
        self.notes = notes
        imbalances = Self.imbalances(tracks, requests, clock, passed)
    }

    /// Whether everything balances, all that the playhead passed was there and sound, and the
    /// playlists announce nothing that cannot be played.
    public var isSound: Bool {
        imbalances.isEmpty && tracks.allSatisfy(\.isSound)
            && !remarks.contains(where: \.kind.isUnsound)
    }

    /// A media time per change of activity is lost to rounding, and no more.
    private static let roundingTolerance = MediaTime.milliseconds(1)

    private static func imbalances(
        _ tracks: [TrackAccount], _ requests: RequestAccount, _ clock: ActivityClock,
        _ passed: MediaTime
    ) -> [Imbalance] {
        var result: [Imbalance] = []
        func check(_ entry: String, _ holds: Bool, _ expected: String, _ found: String) {
            if !holds { result.append(Imbalance(entry: entry, expected: expected, found: found)) }
        }
        for track in tracks {
            let sum = track.times.reduce(.zero, +)
            check("\(track.name) timeline", sum == track.length, "\(track.length)", "\(sum)")
        }
        check(
            "requests", requests.issued == requests.settled, "\(requests.issued)",
            "\(requests.settled)")
        let off = passed - clock.mediaByClock
        check(
            "media by the clock", max(off, -off) <= roundingTolerance, "\(clock.mediaByClock)",
            "\(passed)")
        let spent = ActivityClock.Activity.allCases.reduce(Duration.zero) {
            $0 + clock.time(in: $1)
        }
        check("clock", spent == clock.total, "\(clock.total)", "\(spent)")
        return result
    }
}
