public import VirtualTime

/// The final accounts of one session: the duration of the announced media, by outcome.
///
/// The accounts also include the requests and the time of each activity. Exit codes, tests and
/// reports use them to determine whether playback was complete.
public struct Ledger: Equatable, Sendable {
    /// A circumstance that is needed to interpret a ledger.
    public enum Note: String, Equatable, Sendable {
        /// The playlist has no `EXT-X-ENDLIST`; playback ended with its last segment.
        case noEndList
        /// The ledger was computed from playlists only, because no media was demuxed.
        case playlistsOnly
        /// Timestamps jumped without an `EXT-X-DISCONTINUITY`; playback assumed a discontinuity.
        case undeclaredDiscontinuity
        /// The playlist contains control characters, so it may be damaged.
        ///
        /// The readable part of the playlist was played.
        case damagedPlaylist
        /// The video has text tracks that none of the session providers adds to the asset.
        case ignoredTextTracks
        /// The playlist announces keys that none of the session providers obtains.
        case ignoredKeys
        /// The file extension of a segment does not match the container of its bytes.
        case misnamedMedia
        /// The media announces private data streams that are not read, such as teletext.
        case unreadStreams

        /// Whether the note means that media may be lost; otherwise it is only for information.
        package var namesLoss: Bool { self != .unreadStreams }
    }

    /// A ledger entry that does not balance: a defect of the player, never of the asset.
    public struct Imbalance: Equatable, Sendable {
        /// The name of the entry.
        public let entry: String
        /// The expected value.
        public let expected: String
        /// The actual value.
        public let found: String
    }

    /// The selected tracks: video, audio and subtitles, where present.
    public let tracks: [TrackAccount]
    /// The outcomes of the requests.
    public let requests: RequestAccount
    /// The virtual time that the session spent in each activity.
    public let clock: ActivityClock
    /// The media time that the playhead passed, repetitions included.
    public let passed: MediaTime
    /// The variants that were played, in order; empty for an asset without variants.
    public let variants: [VariantRun]
    /// The circumstances that are needed to interpret this ledger.
    public let notes: [Note]
    /// The facts about the session that the ledger's accounts do not show, in order of discovery.
    public let remarks: [Remark]
    /// The accounts of a broadcast's media since the session joined; `nil` for a video on demand.
    package let live: LiveLedger?
    /// The ledger entries that do not balance; empty unless the player is defective.
    public let imbalances: [Imbalance]

    package init(
        tracks: [TrackAccount], requests: RequestAccount, clock: ActivityClock, passed: MediaTime,
        variants: [VariantRun] = [], notes: [Note], remarks: [Remark] = [],
        live: LiveLedger? = nil
    ) {
        self.live = live
        self.remarks = remarks
        self.variants = variants
        self.tracks = tracks
        self.requests = requests
        self.clock = clock
        self.passed = passed
        self.notes = notes
        imbalances = Self.imbalances(tracks, requests, clock, passed)
    }

    /// Whether playback had no loss.
    ///
    /// The accounts balance, and all passed media was intact and did not consist only of declared
    /// gaps. No remark reports lost media, metadata or cues, or the end of a lease, and a broadcast
    /// lost no media.
    ///
    /// Media that was not played has no influence: a session that failed, or that has played
    /// nothing, may be sound. Whether the end was reached is stated by `ClosedLedger.hasEnded`.
    public var isSound: Bool {
        imbalances.isEmpty && tracks.allSatisfy(\.isSound)
            && !remarks.contains(where: \.kind.isUnsound) && lostBroadcast == nil
            && !isOfGaps
    }

    /// Whether the playhead passed only media that the playlists declare as gaps.
    package var isOfGaps: Bool {
        let media = tracks.filter { $0.name != "subtitles" }
        return media.contains { $0.time(in: .gap) > .zero }
            && media.allSatisfy { $0.time(in: .played) == .zero }
    }

    /// The lost media of a broadcast: its account and its duration; `nil` when no media was lost.
    ///
    /// Lost media was removed from the playlist before it was played (the account `expired`), or
    /// was never listed (the account `neverListed`). If both accounts contain media, only the
    /// removed media is returned.
    package var lostBroadcast: (account: LiveLedger.Account, time: MediaTime)? {
        for account in [LiveLedger.Account.expired, .neverListed] {
            if let time = live?.time(in: account), time > .zero { return (account, time) }
        }
        return nil
    }

    /// The largest accepted rounding error of the media time that is computed from the clock.
    ///
    /// Each change of activity or rate loses at most one tick, which is far less than this
    /// tolerance.
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
