import Containers
import Formats
import HeadlessPlayback
import Presentation
package import Sessions
import Transport
import VirtualTime

/// The data about a stream that is collected while a session plays it.
package final class StreamDraft {
    /// The maximum number of markers; an asset with more is assumed to be malicious.
    private static let mostMarkers = 1_000_000

    private let media: RenditionMedia
    private var read: Set<SegmentNumber> = []
    private var hasVideo = false
    private var videoCodec: String?
    private var keyframes: [MediaTime] = []
    private var clocks: [SegmentNumber: SegmentClock] = [:]
    private var found: [Marker] = []
    /// The event identifiers of the markers that were found.
    private var foundEvents: Set<UInt32> = []
    private var frameDuration: MediaTime?
    private var lostMetadata: [String] = []
    private var keyless: [SegmentNumber] = []
    /// The audio tracks that have samples, for each segment that has such tracks.
    private var audioTracks: [SegmentNumber: AudioTracks] = [:]
    /// The segments that have no audio samples, and no stream that cannot be read.
    private var silent: Set<SegmentNumber> = []
    private var furtherAudio = FurtherAudio()
    private var codecs: [SegmentNumber: [TrackDescription.Kind: String]] = [:]

    /// The audio tracks of a segment, on the container's own clock.
    private struct AudioTracks {
        /// The end of each track, by its number in the container.
        let ends: [Int: MediaTime]
        /// The end of the leading track.
        let leadEnd: MediaTime
        let wrap: MediaTime?

        /// Returns whether the tracks that a later segment lacks end only a little before its end.
        func mayEnd(before later: AudioTracks) -> Bool {
            ends.allSatisfy { track, end in
                later.ends[track] != nil
                    || (later.leadEnd - end).unwrapped(by: later.wrap) <= TrackRecord.edgeTolerance
            }
        }
    }

    package init(_ media: RenditionMedia) {
        self.media = media
    }

    /// Records a segment; a segment that was already recorded changes nothing.
    package func take(_ segment: PlacedSegment) {
        guard read.insert(segment.number).inserted else { return }
        guard let contents = segment.contents else { return }
        if let loss = contents.lostMetadata, lostMetadata.count < RemarkList.limit {
            lostMetadata.append(PlaceText.cut("\(segment.url): \(loss.text)"))
        }
        noteTracks(of: contents, segment)
        clocks[segment.number] = SegmentClock(contents, placed: segment.interval)
        hasVideo = hasVideo || contents.tracks.contains { $0.description.kind == .video }
        keyframes += segment.keyframes
        frameDuration = frameDuration ?? segment.frameDuration
        let offset = segment.offset
        // A splice message can cancel only events of messages that the segment contains before it,
        // so the messages are processed in their order in the segment, not in the order of the
        // event times.
        for metadata in contents.timedMetadata.sorted(by: { $0.order < $1.order })
        where found.count < Self.mostMarkers {
            switch metadata.content {
            case .splice(let message): cancel(message.section, from: metadata.arrival + offset)
            case .event(let message): cancel(message.splice, from: metadata.arrival + offset)
            case .id3: break
            }
            let markers = Marker.markers(of: metadata, offset: offset)
            foundEvents.formUnion(markers.compactMap(\.spliceEventID))
            found += markers
        }
    }

    /// Records the audio tracks of a segment, and whether its video has no keyframe.
    ///
    /// If a segment has no audio, nothing is recorded, because the session's `Ledger` reports
    /// missing audio.
    private func noteTracks(of contents: DemuxedSegment, _ segment: PlacedSegment) {
        let audio = contents.tracks.filter { $0.description.kind == .audio && $0.sampleCount > 0 }
        if !audio.isEmpty, let lead = contents.leadingTrack {
            let ends = audio.map { ($0.description.id, $0.end) }
            audioTracks[segment.number] = AudioTracks(
                ends: Dictionary(ends) { first, _ in first }, leadEnd: lead.end,
                wrap: contents.timestampWrap)
        }
        if contents.isSilent { silent.insert(segment.number) }
        furtherAudio.take(contents, of: segment.number)
        codecs[segment.number] = FormatSeams.codecs(of: contents)
        videoCodec = videoCodec ?? codecs[segment.number]?[.video]
        let lacksKeyframe = contents.tracks.contains { track in
            track.description.kind == .video && track.keyframes.isEmpty
                && contents.problems.contains {
                    $0.kind == .startsWithoutKeyframe && $0.track == track.description.index
                }
        }
        if lacksKeyframe { keyless.append(segment.number) }
    }

    /// Descriptions of segments with fewer audio tracks than other segments, in playlist order.
    ///
    /// Only segments of one discontinuity domain are compared, because the tracks may change at a
    /// discontinuity. Tracks that end up to half a second early may be absent in the last segment.
    private var missingTracks: [String] {
        let timeline = media.timeline
        let most = audioTracks.reduce(into: [Int: Int]()) { most, segment in
            let domain = timeline.domain(of: segment.key)
            most[domain] = max(most[domain] ?? 0, segment.value.ends.count)
        }
        var missing: [String] = []
        for number in timeline.numbers where missing.count < RemarkList.limit {
            let all = most[timeline.domain(of: number)] ?? 0
            guard let tracks = audioTracks[number], tracks.ends.count < all else { continue }
            if media.playlist.hasEndList, number.advanced(by: 1) == timeline.bounds.next,
                let before = timeline.segment(before: number),
                timeline.domain(of: before) == timeline.domain(of: number),
                let earlier = audioTracks[before], earlier.ends.count == all,
                earlier.mayEnd(before: tracks)
            {
                continue
            }
            missing.append(
                PlaceText.cut(
                    "\(media.segmentURL(number)): \(tracks.ends.count) of \(all) audio tracks have"
                        + " samples"))
        }
        return missing
    }

    /// Descriptions of the codecs that change without a discontinuity, with their positions.
    private var formatChanges: [String] {
        let timeline = media.timeline
        var seams = FormatSeams()
        return timeline.numbers.compactMap { number in
            codecs[number].flatMap {
                seams.take($0, of: media.url, in: timeline.domain(of: number))
            }.map { "\($0) at \(timeline.interval(of: number).lowerBound) s" }
        }
    }

    /// Removes the markers of events that a splice message cancels before they start.
    private func cancel(_ section: Result<SpliceInformation, SpliceError>?, from time: MediaTime) {
        guard case .success(let splice) = section else { return }
        var events = splice.segmentations.filter { $0.event == nil }.map(\.eventID)
        if case .insert(let insert) = splice.command, insert.event == nil {
            events.append(insert.eventID)
        }
        guard events.contains(where: foundEvents.contains) else { return }
        foundEvents.subtract(events)
        found.removeAll { marker in
            marker.place >= time && marker.spliceEventID.map(events.contains) ?? false
        }
    }

    /// Returns the contents of the played part of the stream.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - role: The role.
    /// - Returns: The survey of the stream.
    package func survey(name: String, role: StreamSurvey.Role) -> StreamSurvey {
        var survey = StreamSurvey(name: name, role: role)
        let timeline = media.timeline
        var tags: [Marker] = []
        survey.hasSegments = !media.isSingleFile
        if survey.hasSegments { survey.playlist = media.playlist }
        survey.targetDuration = media.playlist.targetDuration
        survey.isComplete = media.playlist.hasEndList
        survey.neverChanges = media.playlist.playlistType == .vod
        survey.isWindow = media.isWindow
        let isLocal = ResourceScheme(of: media.url).isLocal
        survey.isFile = isLocal
        func takeKept(_ lines: [String], at place: MediaTime) {
            tags += Marker.markers(ofKept: lines, at: place)
            for line in lines where survey.unreadTags.count < RemarkList.limit {
                if let tag = UnreadTag(line) { survey.unreadTags.insert(tag) }
            }
        }
        var map: InitializationKey?
        for listed in media.segments {
            let (number, segment) = (listed.number, listed.segment)
            let interval = timeline.interval(of: number)
            let start = interval.lowerBound
            let isFirst = number == timeline.first
            survey.promisedDuration += segment.duration
            survey.segments.append(StreamSurvey.Segment(number: number, interval: interval))
            // Only playback divides a single file into segments; the file itself has none. So only
            // the start of the file counts as a boundary.
            if survey.hasSegments || isFirst { survey.boundaries.append(start) }
            if segment.isGap { survey.gaps.append(start) }
            // A gap, or a segment of almost no duration, has no media to read.
            if !read.contains(number), !segment.isGap, interval.length > TrackTimeline.tolerance {
                survey.unread.append(interval)
                let previous = timeline.segment(before: number)
                let startsDomain =
                    previous.map { timeline.domain(of: $0) } != timeline.domain(of: number)
                survey.lacksOrigin = survey.lacksOrigin || startsDomain
            }
            if survey.firstDiscontinuityNumber == nil {
                survey.firstDiscontinuityNumber = segment.discontinuitySequence
            }
            if segment.startsDiscontinuity {
                survey.discontinuities.append(start)
                survey.discontinuityNumbers.append(segment.discontinuitySequence)
            }
            let section = media.initializationKey(of: segment)
            if survey.firstMap == nil, section != nil { survey.firstMap = start }
            if !isFirst, section != map { survey.maps.append(start) }
            map = section
            for tag in segment.cueMarkers { tags += Marker.markers(of: tag, at: start) }
            takeKept(segment.precedingLines, at: start)
        }
        // A later version of a broadcast's playlist may complete its last line.
        let isFinal = survey.isComplete || survey.neverChanges || isLocal
        survey.unlisted = media.playlist.problems.filter { problem in
            problem.rule == .missingInformation || isFinal && problem.rule == .missingURI
        }.map { "\($0)" }
        survey.lostMetadata = lostMetadata
        survey.missingTracks = missingTracks + furtherAudio.losses(in: media)
        survey.silentFrom = media.start(ofPartIn: silent)
        survey.hasAudio = !audioTracks.isEmpty
        survey.statesIndependence = media.playlist.hasIndependentSegments
        survey.formatChanges = formatChanges
        survey.keyless = keyless.map { timeline.interval(of: $0).lowerBound }.sorted()
        survey.boundaries.append(timeline.end)
        survey.boundaries.sort()
        survey.unread.sort { $0.lowerBound < $1.lowerBound }
        takeKept(media.playlist.headerLines, at: survey.start)
        takeKept(media.playlist.tail?.precedingLines ?? [], at: timeline.end)
        for tag in media.playlist.tail?.cueMarkers ?? [] {
            tags += Marker.markers(of: tag, at: timeline.end)
        }
        if !media.playlist.dateRanges.isEmpty {
            let ranges = Marker.markers(of: media.playlist.dateRanges, ProgramDates(media))
            tags += ranges.markers
            survey.unplacedDateRanges = ranges.unplaced
            survey.interstitials = ranges.interstitials
        }
        survey.hasVideo = hasVideo
        survey.videoCodec = videoCodec
        survey.keyframes = keyframes.sorted()
        let order = ClockOrder(media, clocks)
        survey.undeclaredJumps = order.jumps.map { timeline.interval(of: $0).lowerBound }.sorted()
        survey.swaps = order.swaps
        survey.frameDuration = frameDuration
        survey.markers = Self.once(found + tags)
        return survey
    }

    /// Returns the markers in the order of their positions; a repeated message counts once.
    private static func once(_ markers: [Marker]) -> [Marker] {
        var seen: Set<Marker> = []
        let sorted = markers.indices.sorted {
            (markers[$0].place, $0) < (markers[$1].place, $1)
        }
        return sorted.compactMap { index in
            // Rounding may give the same message slightly different times in different segments, so
            // whole milliseconds are compared.
            var key = markers[index]
            key.place = .milliseconds(key.place.value(timescale: 1000))
            return seen.insert(key).inserted ? markers[index] : nil
        }
    }
}

extension Marker {
    /// The number of the event of a splice message; `nil` for another marker.
    fileprivate var spliceEventID: UInt32? { kind == .event ? nil : eventID }
}
