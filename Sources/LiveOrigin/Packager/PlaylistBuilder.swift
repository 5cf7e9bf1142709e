import Playlists
import VirtualTime

/// A builder that makes the media playlist of one rendition for a given state.
final class PlaylistBuilder: Sendable {
    let schedule: RenditionSchedule
    let packager: Packager
    let programme: Programme
    let track: Int
    let memo: ListingMemo
    /// A playlist without segments, with the header tags that are the same in every state.
    private let template: MediaPlaylist

    /// The distance from the playlist's end within which parts are listed, in target durations.
    private static let partReach = 3

    /// Creates a builder of the playlists of a rendition.
    init(
        schedule: RenditionSchedule, packager: Packager, programme: Programme, track: Int,
        memo: ListingMemo
    ) {
        self.schedule = schedule
        self.packager = packager
        self.programme = programme
        self.track = track
        self.memo = memo
        template = Self.template(
            packager, hasParts: schedule.encoded.parts != nil,
            statesType: packager.renditions[track].statesType)
    }

    /// Returns the complete media playlist for a given state.
    func playlist(_ version: PlaylistVersion) -> MediaPlaylist {
        memo.playlist(version) { make(version, &$0) }
    }

    /// Returns the media playlist for a given state, shortened to the last `count` segments.
    func end(of version: PlaylistVersion, count: Int) -> MediaPlaylist {
        var version = version
        let (start, end) = (version.sequences.lowerBound, version.sequences.upperBound)
        version.sequences = max(start, end - min(count, end - start))..<end
        return memo.change { make(version, &$0) }
    }

    private func make(
        _ version: PlaylistVersion, _ memo: inout ListingMemo.State
    ) -> MediaPlaylist {
        var playlist = template
        playlist.targetDuration = version.targetDuration
        playlist.mediaSequence = version.sequences.lowerBound + schedule.listing.sequenceOffset
        if version.hasEnded { playlist.hasEndList = true }
        let firstNumber = number(version.sequences.lowerBound, version)
        let reach = version.targetDuration * Self.partReach
        var open: ProgrammeItem?
        if version.partCount > 0, let number = number(version.sequences.upperBound, version) {
            open = schedule.encoded.line.item(number)
        }
        var distance =
            open.flatMap { item in
                schedule.encoded.parts.map {
                    $0.range(version.partCount - 1, of: item.duration).upperBound
                }
            } ?? .zero
        var entries: [ListingMemo.Entry] = []
        entries.reserveCapacity(version.sequences.count)
        let hasParts = schedule.encoded.parts != nil
        memo.makeRoom(for: version.sequences.count)
        var end = MediaTime.zero
        var ranges = BreakRanges()
        if let open { ranges.insert(open) }
        for sequence in version.sequences.reversed() {
            let key = ListingMemo.Key(
                sequence: sequence, generation: version.generation, revision: version.revision,
                listsParts: hasParts && distance < reach)
            let entry = memo.entry(key) {
                number(sequence, version).map { number in
                    let item = schedule.encoded.line.item(number)
                    let segment = segment(
                        item, sequence: sequence, version, listsParts: key.listsParts)
                    return ListingMemo.Entry(key, segment, of: item)
                }
            }
            guard let entry else { continue }
            if entries.isEmpty { end = entry.item.end }
            entries.append(entry)
            distance += entry.item.duration
            ranges.insert(entry.item)
        }
        playlist.segments = Self.segments(of: entries)
        if let open { playlist.tail = tail(open, version, &memo) }
        StatedKeys.add(to: &playlist)
        if !ranges.places.isEmpty { playlist.dateRanges = dateRanges(ranges, upTo: end) }
        if firstNumber != nil {
            let name = EncodedLine.Name(
                generation: version.generation, sequence: version.sequences.lowerBound)
            playlist.discontinuitySequence = stated(schedule.encoded.discontinuities(before: name))
        }
        playlist.countDiscontinuities()
        if !version.hasEnded {
            playlist.preloadHints = hints(version)
            playlist.renditionReports = reports(version)
        }
        return playlist
    }

    /// Returns the segments of cache entries in playlist order.
    ///
    /// The entries are in reverse order, with the newest one first.
    private static func segments(of entries: [ListingMemo.Entry]) -> [MediaSegment] {
        var segments: [MediaSegment] = []
        segments.reserveCapacity(entries.count)
        for index in entries.indices.reversed() { segments.append(entries[index].segment) }
        return segments
    }

    private static func template(
        _ packager: Packager, hasParts: Bool, statesType: Bool
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        let control = packager.control
        // Section 8 of rfc8216bis requires version 6 for EXT-X-MAP and version 9 for EXT-X-SKIP.
        playlist.version = control?.canSkipUntil == nil ? 6 : 9
        if control?.canSkipDateRanges == true { playlist.version = 10 }
        playlist.hasIndependentSegments = true
        playlist.start = packager.start
        playlist.playlistType = packager.window == .event && statesType ? .event : nil
        playlist.serverControl = control
        if hasParts {
            playlist.partInformation = packager.parts.map {
                PartInformation(targetDuration: $0.target)
            }
        }
        return playlist
    }

    private func number(_ sequence: Int, _ version: PlaylistVersion) -> Int? {
        schedule.encoded.number(of: .init(generation: version.generation, sequence: sequence))
    }

    private func stated(_ count: Int) -> Int {
        switch schedule.listing.discontinuitySequence {
        case .exact: count
        case .absent: 0
        case .off(let error): max(0, count + error)
        }
    }

    // MARK: Segments

    private func segment(
        _ item: ProgrammeItem, sequence: Int, _ version: PlaylistVersion, listsParts: Bool
    ) -> MediaSegment {
        let survey = programme.segment(item, track: track)
        var segment = MediaSegment(
            uri: name(sequence, part: nil, version).text(survey.nameExtension),
            duration: item.duration,
            startsDiscontinuity: startsDiscontinuity(item, version, sequence),
            isGap: faults.isGap(item, sequence: plain(sequence, version)))
        segment.initializationSection = initialization(item, sequence, version)
        let keys = keys.list(of: item)
        if !keys.isEmpty { segment.keys = keys }
        segment.programDateTime = date(of: item, isJump: segment.startsDiscontinuity)
        let markers = markers(item)
        if !markers.isEmpty { segment.cueMarkers = markers }
        if listsParts, let parts = schedule.encoded.parts {
            segment.parts = (0..<parts.count(of: item.duration)).map {
                part($0, of: item, sequence, version, survey)
            }
        }
        // The tags are counted when the segment is created, and not for each playlist, because
        // every state of the playlist lists the segment with the same tags.
        segment.countTags()
        return segment
    }

    private func tail(
        _ item: ProgrammeItem, _ version: PlaylistVersion, _ memo: inout ListingMemo.State
    ) -> SegmentTail {
        let sequence = version.sequences.upperBound
        let survey = programme.segment(item, track: track)
        var tail = SegmentTail()
        tail.startsDiscontinuity = startsDiscontinuity(item, version, sequence)
        tail.isGap = faults.isGap(item, sequence: plain(sequence, version))
        tail.initializationSection = initialization(item, sequence, version)
        let keys = keys.list(of: item)
        if !keys.isEmpty { tail.keys = keys }
        tail.programDateTime = date(of: item, isJump: tail.startsDiscontinuity)
        tail.cueMarkers = markers(item)
        let key = ListingMemo.Key(
            sequence: sequence, generation: version.generation, revision: version.revision,
            listsParts: true)
        tail.parts = memo.parts(version.partCount, of: key) {
            part($0, of: item, sequence, version, survey)
        }
        return tail
    }

    private func part(
        _ index: Int, of item: ProgrammeItem, _ sequence: Int, _ version: PlaylistVersion,
        _ survey: SegmentSurvey
    ) -> PartialSegment {
        let range = schedule.encoded.parts?.range(index, of: item.duration) ?? .zero..<item.duration
        let isIndependent =
            switch packager.parts?.independence {
            case .all: true
            case .keyframes: survey.keyframes.contains { range.contains($0) }
            case .some(.none), nil: false
            }
        return PartialSegment(
            uri: name(sequence, part: index, version).text(survey.nameExtension),
            duration: range.upperBound - range.lowerBound, isIndependent: isIndependent,
            isGap: faults.isGap(item, sequence: plain(sequence, version)))
    }

    private var keys: ListedKeys {
        ListedKeys(packager: packager, programme: programme, track: track)
    }

    private var faults: ResourceFaults { ResourceFaults(schedule.encoded.encoder.faults) }

    /// Returns the media sequence number by which a fault selects a segment.
    ///
    /// The result is `nil` once the origin has reset the media sequence numbers.
    private func plain(_ sequence: Int, _ version: PlaylistVersion) -> Int? {
        version.generation == 0 ? sequence : nil
    }

    private func name(_ sequence: Int, part: Int?, _ version: PlaylistVersion) -> ResourceName {
        ResourceName(
            sequence: sequence + schedule.listing.sequenceOffset, part: part,
            generation: version.generation, revision: version.revision)
    }

    private func startsDiscontinuity(
        _ item: ProgrammeItem, _ version: PlaylistVersion, _ sequence: Int
    ) -> Bool {
        let run = schedule.encoded.run(
            of: .init(generation: version.generation, sequence: sequence))
        return run?.startsDiscontinuity(item) ?? item.startsDiscontinuity
    }

    private func initialization(
        _ item: ProgrammeItem, _ sequence: Int, _ version: PlaylistVersion
    ) -> InitializationSection? {
        guard let section = programme.track(item.source, track: track).initialization
        else { return nil }
        let run = schedule.encoded.run(
            of: .init(generation: version.generation, sequence: sequence))
        let name = InitializationName(
            source: item.source, restarts: run?.initialization ?? 0,
            period: keys.fragmentPeriod(of: item))
        return InitializationSection(
            uri: name.text(from: section.uri), keys: keys.listed(section.keys, of: item.source))
    }

    private func date(of item: ProgrammeItem, isJump: Bool) -> DateTime? {
        switch packager.dates {
        case .none: nil
        case .discontinuities where !isJump && item.number > 0: nil
        case .discontinuities, .everySegment: schedule.encoded.encoder.clock.date(at: item.start)
        }
    }

    // MARK: Breaks

    private func markers(_ item: ProgrammeItem) -> [CueMarker] {
        var markers: [CueMarker] = []
        guard !faults.hidesMarks(at: item.start) else { return [] }
        if let ended = item.endedBreak, programme.breaks[ended].markers.contains(.cueOut) {
            markers.append(CueMarker(.in))
        }
        if let place = item.place, place.index == 0,
            programme.breaks[place.adBreak].markers.contains(.cueOut)
        {
            let length = schedule.encoded.line.length(ofBreak: place.adBreak)
            markers.append(CueMarker(.out, value: "DURATION=\(length)"))
        }
        return markers
    }

    private func dateRanges(_ ranges: BreakRanges, upTo end: MediaTime) -> [DateRange] {
        ranges.places.reversed().compactMap { place, number in
            let adBreak = programme.breaks[place.adBreak]
            let hasSplice = adBreak.markers.contains(.scte35)
            guard hasSplice || adBreak.markers.contains(.dateRange) else { return nil }
            let start = schedule.encoded.line.item(number).start
            guard faults.listsDateRange(from: start, by: end) else { return nil }
            var range = DateRange(
                id: "break-\(place.adBreak)-\(place.occurrence)",
                startDate: schedule.encoded.encoder.clock.date(at: start))
            let length = schedule.encoded.line.length(ofBreak: place.adBreak)
            range.duration = length
            if hasSplice {
                let event = UInt32(truncatingIfNeeded: place.adBreak << 24 + place.occurrence)
                range.scte35Out =
                    adBreak.splice.isEmpty
                    ? BreakSplice(event: event, duration: length).bytes : adBreak.splice
            }
            return range
        }
    }

    // MARK: Low latency

    private func hints(_ version: PlaylistVersion) -> [PreloadHint] {
        guard packager.parts?.hasHints == true, schedule.encoded.parts != nil,
            let number = number(version.sequences.upperBound, version)
        else { return [] }
        let survey = programme.segment(schedule.encoded.line.item(number), track: track)
        let name = name(version.sequences.upperBound, part: version.partCount, version)
        return [PreloadHint(.part, uri: name.text(survey.nameExtension))]
    }

    private func reports(_ version: PlaylistVersion) -> [RenditionReport] {
        let others = packager.renditions.indices.filter { $0 != track }
        return zip(others, version.progress).map { other, progress in
            let listing = packager.renditions[other]
            return RenditionReport(
                uri: "../\(listing.name)/\(ResourceName.playlist)",
                lastMediaSequence: max(0, progress.sequence + listing.reportOffset),
                lastPart: progress.part)
        }
    }
}
