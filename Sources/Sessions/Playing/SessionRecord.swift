import Containers
import Formats
import Playlists
import Presentation
import VirtualTime

/// The records that a session makes during playback for its ledger.
struct SessionRecord {
    /// A segment that was fetched.
    struct FetchedSegment {
        let segment: KeptSegment
        let byteCount: Int64
    }

    /// The name and the duration of a track.
    struct TrackLength {
        let name: String
        let length: MediaTime
        let promised: MediaTime
        let isSubtitles: Bool
    }

    /// The fetched segments that the playhead may not have passed yet.
    private(set) var fetched: [FetchedSegment] = []
    /// The single files that were read.
    var files: [FetchedFile] = []
    /// The records of the tracks, by the name that each track has in the ledger.
    var tracks: [String: TrackRecord] = [:]
    /// The kinds of media that the main track is to deliver.
    private(set) var mainKinds: [TrackDescription.Kind] = []
    /// The durations of the tracks before a reload of the source.
    ///
    /// These durations are kept until the new durations are known.
    var formerLengths: [TrackLength] = []
    /// The media that was played before the first text of selected subtitles arrived.
    private(set) var awaitedSubtitles = AwaitedSubtitles()
    /// The checks of the positions of cues.
    var cueChecks = CueChecks()
    /// The keys with which segments were decrypted.
    var keyProofs = KeyProofRecord()
    private(set) var notes: [Ledger.Note] = []
    var remarks = RemarkList()
    /// The remarks that count only for a video on demand.
    ///
    /// In a broadcast, later versions of the playlist may remove the causes of these remarks.
    private(set) var remarksOnDemand = RemarkList()
    /// The locations of the keys whose leases or licences have ended, with the playhead at the end.
    ///
    /// A lease is removed when it is renewed, or when media is played without it.
    private var endedLeases: [(keyURL: String, place: MediaTime, kind: Ledger.Remark.Kind)] = []
    /// The record of the variant streams to which the buffered and the passed media belongs.
    private var variants = VariantRecord()
    /// The time by which the window of ended audio may begin before the window of the video.
    private(set) var earlierAudio = MediaTime.zero
    /// The latest interval that the playhead passed without interruption; it is not recorded yet.
    private var passing = MediaTime.zero..<MediaTime.zero
    /// The audio that will replace the playing audio; `nil` when there is none.
    private var joining: JoiningAudio?
    /// Whether ``update(_:_:)`` changes the record of ``joining``, not of the playing audio.
    private var writesJoining = false

    /// Audio that is fetched while other audio plays, and that will replace the playing audio.
    private struct JoiningAudio {
        let track: Track.Number
        var record = TrackRecord(name: TrackDescription.Kind.audio.ledgerName)
    }

    /// Records bytes of a track that are ready for playback, to count them as used when played.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes.
    ///   - track: The track.
    ///   - passed: The intervals that the playhead passed.
    ///   - fetcher: The fetcher, which counts the bytes that are used.
    mutating func keep(
        _ byteCount: Int64, of track: Track, passed: IntervalSet, by fetcher: ResourceFetcher
    ) {
        guard track.media.chunks == nil else { return takeFromFile(track.next, of: track.media) }
        let segment = FetchedSegment(
            segment: KeptSegment(track.next, of: track.media), byteCount: byteCount)
        addFetched(segment, passed: passed) { fetcher.use(bytes: $0.byteCount) }
    }

    /// Records a segment that was fetched.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - passed: The intervals that the playhead passed.
    ///   - use: Receives each recorded segment that the playhead has passed. The segment is then
    ///     removed from the record.
    mutating func addFetched(
        _ segment: FetchedSegment, passed: IntervalSet, use: (FetchedSegment) -> Void
    ) {
        let isPassed = { (fetched: FetchedSegment) in
            passed.overlaps(fetched.segment.interval)
        }
        if let first = fetched.first, isPassed(first) {
            for segment in fetched where isPassed(segment) { use(segment) }
            fetched.removeAll(where: isPassed)
        }
        fetched.append(segment)
    }

    /// Records that a piece of a single file is ready for playback.
    mutating func takeFromFile(_ number: SegmentNumber, of media: RenditionMedia) {
        guard let place = files.lastIndex(where: { $0.media === media }) else { return }
        files[place].take(number)
    }

    /// Records the kinds of media in the main track.
    ///
    /// A kind that appears only in a later segment counts as missing in the earlier segments.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of media in one segment of the main track.
    ///   - name: The name of the recorded track whose gaps are copied to the tracks of new kinds;
    ///     `nil` copies no gaps.
    mutating func addMainKinds(_ kinds: [TrackDescription.Kind], gapsOf name: String?) {
        let known = name.flatMap { tracks[$0] }
        for kind in kinds where !mainKinds.contains(kind) {
            mainKinds.append(kind)
            guard let known, kind.ledgerName != name else { continue }
            update(kind.ledgerName) { $0.declareGaps(of: known) }
        }
    }

    /// Records that a track has all media up to a position, except in the gaps of the main track.
    ///
    /// This is an assumption: the media of the track was not read.
    mutating func coverAsMain(_ name: String, upTo end: MediaTime) {
        guard end > .zero else { return }
        let main = tracks[TrackDescription.Kind.video.ledgerName]
        update(name) { track in
            track.cover(.zero..<end)
            if let main { track.declareGaps(of: main) }
        }
    }

    /// Records that from now on a kind of media is in a separate track, and not in the main track.
    mutating func removeMainKind(_ kind: TrackDescription.Kind) {
        mainKinds.removeAll { $0 == kind }
    }

    /// Records the ledger's notes about the first playlists, such as a missing `EXT-X-ENDLIST`.
    ///
    /// - Parameters:
    ///   - media: The playlists. If they are reloaded, `EXT-X-ENDLIST` may follow later.
    ///   - level: The depth to which media is read.
    mutating func addNotes(on media: StartingStreams.Media, at level: VerificationLevel) {
        let main = media.main
        compare(media.audio, with: main)
        let playlist = main.playlist
        if playlist.problems.contains(where: { $0.rule == .controlCharacter }) {
            addNote(.damagedPlaylist)
        }
        if !playlist.hasEndList, !main.isFollowed { addNote(.noEndList) }
        if level == .playlist { addNote(.playlistsOnly) }
    }

    /// Compares the playlists of audio and its variant stream.
    ///
    /// The method records a remark if they have different discontinuities.
    private mutating func compare(_ audio: RenditionMedia?, with main: RenditionMedia?) {
        guard let audio, let main else { return }
        let windows = EndedWindows([
            EndedWindows.Window(key: main.name, media: main.playlist, isVariant: true),
            EndedWindows.Window(key: audio.name, media: audio.playlist, isVariant: false),
        ])
        earlierAudio = max(earlierAudio, windows.lead(of: audio.name)?.duration ?? .zero)
        guard let numbers = DiscontinuityNumbers(main),
            let difference = DiscontinuityNumbers(audio).flatMap(numbers.difference)
        else { return }
        remarks.add(
            .unmatchedDiscontinuities,
            SafeText.line("\(difference.wordsOfAudio): \(SafeText.url(audio.url))"))
    }

    /// Records a remark if an asset without a multivariant playlist lacks the preferred subtitles.
    mutating func remark(_ preferences: MediaPreferences, of asset: LoadedAsset?) {
        guard let asset, asset.variants.isEmpty else { return }
        UnmetPreferences(preferences: preferences, bandwidth: 0)
            .addSubtitles(asset, available: asset, to: &remarks)
    }

    /// Records a note for the ledger, unless the same note is already recorded.
    mutating func addNote(_ note: Ledger.Note) {
        if !notes.contains(note) { notes.append(note) }
    }

    /// Records remarks for the ledger.
    ///
    /// - Parameters:
    ///   - remarks: The remarks.
    ///   - mayPass: Whether reloads of a broadcast may remove the causes of the remarks.
    mutating func add(_ remarks: RemarkList, mayPass: Bool) {
        for remark in remarks.remarks {
            if mayPass {
                remarksOnDemand.add(remark.kind, remark.text)
            } else {
                self.remarks.add(remark.kind, remark.text)
            }
        }
    }

    /// Records a report of the content protection, or passes it on as news.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - place: The position of the playhead.
    ///   - news: The news that receives an error.
    mutating func add(
        _ report: ProtectionHost.Report, at place: MediaTime, to news: inout SupplyNewsQueue
    ) {
        switch report {
        case .failed(let error): news.append(.protectionFailed(error))
        case .lease(let keyURL, let isValid):
            endedLeases.removeAll { $0.keyURL == keyURL && $0.kind == .endedLease }
            if !isValid { endedLeases.append((keyURL, place, .endedLease)) }
        case .licenceEnded(let keyURL): endedLeases.append((keyURL, place, .endedLicence))
        }
    }

    /// Records a remark about each lease or licence that ended before the playhead passed media.
    mutating func remarkEndedLeases(passing interval: Range<MediaTime>) {
        // An interval that ends where the playhead was at the end of the lease was passed before.
        for lease in endedLeases where interval.upperBound != lease.place {
            let words =
                lease.kind == .endedLicence
                ? "a licence ended during playback, and its key remained in use"
                : "the lease of a licence ended, and was not renewed in time"
            remarks.add(lease.kind, "\(words): \(SafeText.url(lease.keyURL))")
        }
        endedLeases.removeAll { interval.upperBound != $0.place }
    }

    /// Changes the record of a track.
    mutating func update(_ name: String, _ change: (inout TrackRecord) -> Void) {
        if writesJoining, var joining, name == joining.record.name {
            change(&joining.record)
            self.joining = joining
        } else {
            change(&tracks[name, default: TrackRecord(name: name)])
        }
    }

    /// Determines the audio to which later changes of the audio record apply.
    ///
    /// - Parameter track: The track of audio that will replace the playing audio; `nil` for the
    ///   playing audio.
    mutating func write(toJoining track: Track.Number?) {
        writesJoining = track != nil
        if let track, joining?.track != track { joining = JoiningAudio(track: track) }
    }

    /// Records that playback changes to the audio fetched as a replacement for the playing audio.
    ///
    /// - Parameters:
    ///   - track: The track of the new audio; `nil` if there is none.
    ///   - position: The position from which the new audio plays.
    ///   - passed: The media that the playhead has passed.
    mutating func letAudioJoin(
        _ track: Track.Number?, at position: MediaTime, passed: IntervalSet
    ) {
        let other = joining.flatMap { $0.track == track ? $0.record : nil }
        let name = TrackDescription.Kind.audio.ledgerName
        joining = nil
        update(name) {
            $0.change(to: other ?? TrackRecord(name: name), at: position, passed: passed)
        }
        follow(.ownTrack)
    }

    /// Changes the records of all kinds of media in a track.
    ///
    /// - Parameters:
    ///   - role: The role of the track.
    ///   - hasVideo: Whether the variant stream has video; `nil` when the asset lists no variant
    ///     streams.
    ///   - change: The change.
    mutating func update(
        _ role: Track.Role, hasVideo: @autoclosure () -> Bool?,
        _ change: (inout TrackRecord) -> Void
    ) {
        if role == .main, !mainKinds.isEmpty {
            for kind in mainKinds { update(kind.ledgerName, change) }
        } else {
            update(name(of: role, hasVideo: hasVideo()), change)
        }
    }

    /// Records the variant stream of media that was placed on the timeline.
    ///
    /// - Parameters:
    ///   - bandwidth: The bandwidth of the variant stream; `nil` when the asset lists none.
    ///   - role: The role of the track.
    ///   - interval: The interval of the media on the timeline.
    mutating func placeVariant(
        _ bandwidth: Int?, of role: Track.Role, in interval: Range<MediaTime>
    ) {
        guard role == .main, let bandwidth else { return }
        variants.place(interval, of: Int64(bandwidth))
    }

    /// Records that the playhead passed media.
    mutating func pass(_ interval: Range<MediaTime>) {
        remarkEndedLeases(passing: interval)
        if passing.upperBound != interval.lowerBound {
            recordPassing()
            passing = interval.lowerBound..<interval.lowerBound
        }
        passing = passing.lowerBound..<interval.upperBound
    }

    /// Records the variant streams of the interval that was passed last without interruption.
    mutating func recordPassing() {
        guard !passing.isEmpty else { return }
        variants.pass(passing)
        passing = passing.upperBound..<passing.upperBound
    }

    /// Returns the variants that were played, in order.
    ///
    /// - Parameter rest: Passed media that is not in the record yet; `nil` if there is none.
    /// - Returns: The variants, each with the amount of media played from it.
    func variantRuns(after rest: Range<MediaTime>?) -> [VariantRun] {
        var variants = variants
        if let rest { variants.pass(rest) }
        return variants.runs
    }

    /// Returns the names of a track's media in the ledger.
    ///
    /// - Parameters:
    ///   - role: The role of the track.
    ///   - variant: The variant stream that is being fetched; `nil` when the asset lists none.
    /// - Returns: The names; more than one if the track contains video and audio.
    func names(of role: Track.Role, in variant: VariantStream?) -> [String] {
        role == .main && !mainKinds.isEmpty
            ? mainKinds.map(\.ledgerName) : [name(of: role, hasVideo: variant?.hasVideo)]
    }

    /// Returns the ledger name of a track that contains only one kind of media.
    private func name(of role: Track.Role, hasVideo: Bool?) -> String {
        switch role {
        case .audio: return TrackDescription.Kind.audio.ledgerName
        case .subtitles: return TrackDescription.Kind.subtitle.ledgerName
        case .main:
            return (hasVideo == false ? TrackDescription.Kind.audio : .video).ledgerName
        }
    }

    /// Returns the start of an audio rendition that replaces the audio of a variant stream.
    ///
    /// The rendition starts at the seam, where the variant stream ends. If the audio of the variant
    /// stream ends earlier, the rendition starts at the end of that audio.
    ///
    /// - Parameters:
    ///   - seam: The position at which the variant stream ends.
    ///   - isPromised: Whether the durations in the playlists are trusted without reading media;
    ///     the audio is then assumed to continue up to the seam.
    /// - Returns: The position; never after the seam.
    mutating func startOfAudio(at seam: MediaTime, isPromised: Bool) -> MediaTime {
        let name = TrackDescription.Kind.audio.ledgerName
        if isPromised { coverAsMain(name, upTo: seam) }
        let end = tracks[name]?.endOfMedia(before: seam) ?? seam
        return end < seam - TrackRecord.holeTolerance ? end : seam
    }

    /// Records whether the variant stream or a separate track delivers the audio.
    ///
    /// - Parameters:
    ///   - source: The new source of the audio; `nil` when it has not changed.
    ///   - audio: The audio rendition, if it or its variant stream is new; otherwise `nil`.
    ///   - main: The track of the variant stream that is played with the rendition.
    mutating func follow(
        _ source: TrackSet.AudioSource?, _ audio: RenditionMedia? = nil, beside main: Track? = nil
    ) {
        compare(audio, with: main?.media)
        switch source {
        case .variant: addMainKinds([.audio], gapsOf: nil)
        case .ownTrack: removeMainKind(.audio)
        case nil: break
        }
    }

    /// Records that the playhead passed an interval for which subtitles were late.
    mutating func passLate(_ interval: Range<MediaTime>) {
        update(Track.Role.subtitles.rawValue) { $0.passLate(interval) }
    }

    /// Records that the playhead passed an interval while the first text of subtitles was awaited.
    mutating func awaitSubtitles(in interval: Range<MediaTime>) {
        awaitedSubtitles.wait(interval)
    }

    /// Ends the wait for the first text of subtitles, which has arrived or is not awaited any more.
    mutating func endWaitForSubtitles(hasText: Bool = false) {
        if awaitedSubtitles.isWaiting { awaitedSubtitles.end(hasText: hasText) }
    }
}

extension TrackDescription.Kind {
    /// The name of a track of this kind in the ledger.
    var ledgerName: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .subtitle: "subtitles"
        default: "other"
        }
    }
}
