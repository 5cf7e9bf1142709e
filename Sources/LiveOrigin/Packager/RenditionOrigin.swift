import Playlists
import VirtualTime

/// The origin of one rendition; all of its times are counted from the broadcast's start.
///
/// The object never changes, and all copies of a ``LiveOrigin`` share it.
final class RenditionOrigin: Sendable {
    private let schedules: [RenditionSchedule]
    private let builder: PlaylistBuilder

    /// Creates the origin of a rendition.
    ///
    /// - Parameters:
    ///   - schedules: The schedules of all renditions.
    ///   - packager: The settings for the playlists.
    ///   - programme: The sources, the breaks and the end of the broadcast.
    ///   - track: The index of the rendition.
    init(
        _ schedules: [RenditionSchedule], _ packager: Packager, _ programme: Programme, track: Int
    ) {
        self.schedules = schedules
        builder = PlaylistBuilder(
            schedule: schedules[track], packager: packager, programme: programme, track: track,
            memo: ListingMemo())
    }

    /// An answer whose times are counted from the start of the broadcast.
    indirect enum Answer {
        /// The content; for a delta update, also the complete playlist.
        case ready(OriginContent, whole: MediaPlaylist? = nil)
        case held(until: MediaTime, Answer)
        case refused(Int)
    }

    /// The longest time for which the answer to a request is delayed, in target durations.
    ///
    /// Reference: rfc8216bis, section 6.2.5.2 (Blocking Playlist Reload).
    private static let longestHold = 3

    // Each of these properties yields the stored value without a copy.
    private var schedule: RenditionSchedule { _read { yield builder.schedule } }
    private var encoded: EncodedLine { _read { yield builder.schedule.encoded } }
    private var packager: Packager { _read { yield builder.packager } }
    private var programme: Programme { _read { yield builder.programme } }
    private var track: Int { builder.track }
    private var memo: ListingMemo { builder.memo }

    /// Returns the answer to a request for a file of the rendition.
    func answer(_ file: Substring, _ directives: DeliveryDirectives, at time: MediaTime) -> Answer {
        if let removal = schedule.removal, time >= removal { return .refused(404) }
        if file == ResourceName.playlist { return playlist(directives, at: time) }
        if let name = ResourceName(file) { return media(name, file, at: time) }
        return initialization(file, at: time)
    }

    /// Returns the state of the playlist at a given time; `nil` before the first segment.
    func version(at time: MediaTime) -> PlaylistVersion? {
        memo.version(at: time) { newVersion(at: time) }
    }

    private func newVersion(at time: MediaTime) -> PlaylistVersion? {
        var progress: [PlaylistVersion.Progress] = []
        if packager.hasReports {
            progress = schedules.indices.filter { $0 != track }
                .compactMap { schedules[$0].progress(at: time) }
            // The n-th progress value belongs to the n-th other rendition, so a missing value would
            // assign all later values to the wrong renditions. If one is missing, no value is used.
            if progress.count < schedules.count - 1 { progress = [] }
        }
        return schedule.version(at: time, progress: progress, memo: memo)
    }

    /// Returns the item that a file name denotes, and the offset of the named part in the item.
    ///
    /// The offset is zero for a whole segment. The result is `nil` when there is no such item.
    func item(of name: ResourceName) -> (item: ProgrammeItem, offset: MediaTime)? {
        let own = EncodedLine.Name(
            generation: name.generation,
            sequence: name.sequence.addingClamped(-schedule.listing.sequenceOffset))
        guard let number = encoded.number(of: own) else { return nil }
        let item = encoded.line.item(number)
        let part = name.part.flatMap { encoded.parts?.range($0, of: item.duration).lowerBound }
        return (item, part ?? .zero)
    }

    /// Returns the start of the first listed segment, counted from the start of the broadcast.
    func start(of version: PlaylistVersion) -> MediaTime? {
        let first = EncodedLine.Name(
            generation: version.generation, sequence: version.sequences.lowerBound)
        return encoded.number(of: first).map { encoded.line.item($0).start }
    }

    /// Returns the media playlist for a given state.
    func playlist(_ version: PlaylistVersion) -> MediaPlaylist {
        builder.playlist(version)
    }

    /// Returns the media playlist for a given state, shortened to the last `count` segments.
    func end(of version: PlaylistVersion, count: Int) -> MediaPlaylist {
        builder.end(of: version, count: count)
    }

    /// The duration of the longest segment of the rendition.
    var longest: MediaTime { encoded.line.longest }

    // MARK: Playlists

    private func playlist(_ directives: DeliveryDirectives, at time: MediaTime) -> Answer {
        guard let version = version(at: time) else {
            guard let first = schedule.firstInstant else { return .refused(404) }
            return held(until: first, from: time, refusal: 404) { ready(directives, at: first) }
        }
        guard packager.control?.canBlockReload == true, !version.hasEnded else {
            return ready(directives, at: time)
        }
        if directives.isMalformed || (directives.part != nil && directives.sequence == nil) {
            return .refused(400)
        }
        guard let sequence = directives.sequence else { return ready(directives, at: time) }
        return waiting(for: sequence, directives, version, at: time)
    }

    private func waiting(
        for sequence: Int, _ directives: DeliveryDirectives, _ version: PlaylistVersion,
        at time: MediaTime
    ) -> Answer {
        let wanted = sequence - schedule.listing.sequenceOffset
        let complete = version.sequences.upperBound - 1
        let last = packager.lastSegment == .open && version.partCount > 0 ? complete + 1 : complete
        guard wanted <= last + 2 else { return .refused(400) }
        if let part = directives.part, isTooFar(part, of: wanted, version) { return .refused(400) }
        let instant = instant(of: wanted, part: directives.part, generation: version.generation)
        switch packager.blocking {
        case .immediate: return ready(directives, at: time)
        case .never where (instant ?? .seconds(.max)) > time:
            return held(until: MediaTime(ticks: .max), from: time, refusal: 503) { .refused(503) }
        case .ignoresPart:
            let whole = self.instant(of: wanted, part: nil, generation: version.generation)
            return wait(until: whole, directives, at: time)
        case .correct, .never: return wait(until: instant, directives, at: time)
        }
    }

    private func wait(
        until instant: MediaTime?, _ directives: DeliveryDirectives, at time: MediaTime
    ) -> Answer {
        let instant = instant ?? MediaTime(ticks: .max)
        if instant <= time { return ready(directives, at: time) }
        return held(until: instant, from: time, refusal: 503) { ready(directives, at: instant) }
    }

    /// Returns the first instant at which a blocking request for the playlist can be answered.
    ///
    /// The request can be answered as soon as the playlist lists the awaited segment or part, or a
    /// later one.
    ///
    /// - Returns: The instant. If the playlist ends before it lists such a segment or part, the
    ///   result is the instant at which `EXT-X-ENDLIST` is added, or `nil` for a playlist that ends
    ///   without this tag.
    private func instant(of sequence: Int, part: Int?, generation: Int) -> MediaTime? {
        let sequences = encoded.sequences(of: generation)
        if sequence < sequences.lowerBound { return MediaTime(ticks: .min) }
        guard
            let number = encoded.number(of: .init(generation: generation, sequence: sequence))
        else { return schedule.ending?.sign == .vod ? schedule.lastInstant : nil }
        guard let part, let parts = encoded.parts else { return encoded.instant(ofSegment: number) }
        if part < parts.count(of: encoded.line.item(number).duration) {
            return encoded.instant(ofPart: part, in: number)
        }
        return instant(of: sequence + 1, part: 0, generation: generation)
    }

    /// Returns whether a part is too far in the future for a request to wait for it.
    private func isTooFar(_ part: Int, of sequence: Int, _ version: PlaylistVersion) -> Bool {
        guard let parts = encoded.parts, let target = packager.parts?.target else { return false }
        guard sequence >= version.sequences.upperBound else { return false }
        guard part < OriginLimits.parts else { return true }
        var ahead = part + 1 - version.partCount
        for between in version.sequences.upperBound..<sequence {
            let name = EncodedLine.Name(generation: version.generation, sequence: between)
            guard let number = encoded.number(of: name) else { break }
            ahead += parts.count(of: encoded.line.item(number).duration)
        }
        let limit = target >= .seconds(1) ? 3 : -(MediaTime.zero - .seconds(3)).count(of: target)
        return ahead > limit
    }

    private func ready(_ directives: DeliveryDirectives, at time: MediaTime) -> Answer {
        guard let version = version(at: time) else { return .refused(404) }
        let whole = playlist(version)
        guard let skip = directives.skip, !version.hasEnded, let control = packager.control,
            let boundary = control.canSkipUntil
        else { return .ready(.playlist(.media(whole))) }
        var removed: [String]?
        if skip == .dateRanges, control.canSkipDateRanges {
            let before = self.version(at: time - boundary).map { playlist($0).dateRanges } ?? []
            let kept = Set(whole.dateRanges.map(\.id))
            removed = before.map(\.id).filter { !kept.contains($0) }
        }
        let update = DeltaUpdate(boundary: boundary, removed: removed)
        return .ready(.playlist(.media(update.applied(to: whole))), whole: whole)
    }

    /// Returns an answer that the origin delays until an instant.
    ///
    /// If the instant is after the longest permitted wait, the request is refused after that wait.
    private func held(
        until instant: MediaTime, from time: MediaTime, refusal: Int, then answer: () -> Answer
    ) -> Answer {
        let longest = time + schedule.targetDuration * Self.longestHold
        if instant > longest { return .held(until: longest, .refused(refusal)) }
        return .held(until: instant, answer())
    }

    // MARK: Media

    private func media(_ name: ResourceName, _ file: Substring, at time: MediaTime) -> Answer {
        let own = EncodedLine.Name(
            generation: name.generation,
            sequence: name.sequence.addingClamped(-schedule.listing.sequenceOffset))
        guard let number = encoded.number(of: own),
            name.revision <= encoded.encoder.revision(at: time)
        else { return .refused(404) }
        let item = encoded.line.item(number)
        let survey = programme.segment(item, track: track)
        let faults = ResourceFaults(encoded.encoder.faults)
        let plain = own.generation == 0 ? own.sequence : nil
        guard file == name.text(survey.nameExtension),
            !faults.isMissing(item, part: name.part, sequence: plain)
        else { return .refused(404) }
        var range: Range<MediaTime>?
        var instant = encoded.instant(ofSegment: number)
        if let part = name.part {
            guard let parts = encoded.parts, part < parts.count(of: item.duration) else {
                return .refused(404)
            }
            range = parts.range(part, of: item.duration)
            instant = encoded.instant(ofPart: part, in: number)
        }
        let shift = item.shift + (encoded.run(of: own)?.shift ?? .zero)
        let content = OriginContent.media(
            OriginMedia(
                track: track, item: item, source: survey, part: range,
                partIndex: name.part ?? 0, shift: shift,
                textEnd: packager.renditions[track].isText
                    ? programme.cut(of: item, track: track) : nil,
                encryption: keys.encryption(
                    of: item, sequence: name.sequence,
                    stray: faults.strayKey(item, sequence: plain))))
        if instant <= time {
            return schedule.remains(own, item: item, at: time) ? .ready(content) : .refused(404)
        }
        guard isHinted(own, part: name.part, at: time) else { return .refused(404) }
        return held(until: instant, from: time, refusal: 404) { .ready(content) }
    }

    /// Returns whether a preload hint in the playlist announces a part at a given time.
    private func isHinted(_ name: EncodedLine.Name, part: Int?, at time: MediaTime) -> Bool {
        guard packager.parts?.hasHints == true, let edge = schedule.edge(at: time) else {
            return false
        }
        return edge.generation == name.generation && edge.end == name.sequence
            && edge.partCount == part
    }

    private func initialization(_ file: Substring, at time: MediaTime) -> Answer {
        let started = encoded.runs.last {
            encoded.instant(ofPart: 0, in: $0.numbers.lowerBound) <= time
        }
        guard let restarts = started?.initialization else { return .refused(404) }
        guard let name = InitializationName(file), name.restarts <= restarts,
            programme.has(name.source),
            let section = programme.track(name.source, track: track).initialization,
            file == name.text(from: section.uri)
        else { return .refused(404) }
        guard let period = name.period else {
            return keys.describesSamples ? .refused(404) : .ready(.initialization(section, nil))
        }
        guard keys.describesSamples, hasStarted(period, at: time) else { return .refused(404) }
        return .ready(.initialization(section, keys.encryption(ofPeriod: period)))
    }

    // MARK: Keys

    private var keys: ListedKeys {
        ListedKeys(packager: packager, programme: programme, track: track)
    }

    /// Returns whether a rotation period of the keys has started at a time of the broadcast.
    private func hasStarted(_ period: Int, at time: MediaTime) -> Bool {
        guard let rotation = packager.keys else { return false }
        return time > .zero && period <= time.count(of: rotation.interval)
    }

    /// Returns a key as served at a given time; `nil` when the request for the key is refused.
    ///
    /// - Parameters:
    ///   - file: The file name in the folder of keys.
    ///   - time: The time, from the start of the broadcast.
    /// - Returns: The key.
    func key(_ file: Substring, at time: MediaTime) -> OriginContent? {
        if let removal = schedule.removal, time >= removal { return nil }
        switch KeyName(file) {
        case .source(let source, let index):
            let known = programme.has(source) ? programme.keys(of: source) : []
            return known.indices.contains(index) ? .sourceKey(known[index]) : nil
        case .period(let period):
            guard let rotation = packager.keys, rotation.licensed.isEmpty,
                hasStarted(period, at: time), !isRefused(period, of: rotation, at: time)
            else { return nil }
            return .key(rotation.key(ofPeriod: period))
        case nil: return nil
        }
    }

    /// Returns whether a fault of the encoder withholds a key.
    private func isRefused(_ period: Int, of rotation: KeyRotation, at time: MediaTime) -> Bool {
        let start = rotation.interval * period
        let own = start..<start + rotation.interval
        return encoded.encoder.faults.contains { fault in
            switch fault {
            case .missingKey(.times(let span)): span.overlaps(own)
            case .missingKey(.sequences(let range)): hasSequence(of: range, in: own)
            case .lateKey(let at, let delay):
                own.contains(encoded.line.item(encoded.line.number(at: at)).start)
                    && time < listing(from: start) + delay
            default: false
            }
        }
    }

    /// Returns whether any segment with a media sequence number in a range starts in a time span.
    ///
    /// Only segments before the first reset of the media sequence numbers are considered.
    private func hasSequence(of range: Range<Int>, in span: Range<MediaTime>) -> Bool {
        let first = encoded.line.firstNumber(from: span.lowerBound)
        let numbers = first..<max(first, encoded.line.firstNumber(from: span.upperBound))
        return encoded.runs.contains { run in
            let common = run.numbers.clamped(to: numbers)
            guard run.generation == 0, !common.isEmpty else { return false }
            let start = run.firstSequence + common.lowerBound - run.numbers.lowerBound
            return range.overlaps(start..<start + common.count)
        }
    }

    /// Returns the instant at which the first segment or part after a position is listed.
    ///
    /// A segment or part that starts exactly at the position is included.
    private func listing(from position: MediaTime) -> MediaTime {
        let number = encoded.line.firstNumber(from: position)
        return encoded.parts == nil
            ? encoded.instant(ofSegment: number) : encoded.instant(ofPart: 0, in: number)
    }
}
