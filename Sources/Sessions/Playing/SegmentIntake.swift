import Containers
import Formats
import Playlists
import Presentation
import VirtualTime

/// Places arriving segments on the presentation timeline, and records them for the ledger.
struct SegmentIntake {
    /// The values on which the placement of a segment depends, in addition to its track.
    struct Circumstances {
        /// The variant stream that is being fetched; `nil` when the asset lists none.
        let variant: VariantStream?
        /// Whether audio is a separate track.
        let hasAudioTrack: Bool
        /// The reaction to a damaged segment when all retries have failed.
        let damagedSegment: RecoveryPolicy.LastResort
    }

    /// The outcome of the attempt to place a segment.
    enum Outcome {
        /// The segment has no media, and is too short to count as missing.
        case negligible
        /// The segment was placed; `nil` means at the position that the playlist gives it.
        case placed(Placement?)
    }

    /// The placer of media, which stores the origins of timestamps.
    private(set) var placer = SegmentPlacer()
    /// For each track, the detector of media whose timestamps belong to another position.
    private var strays: [Track.Role: StrayMedia] = [:]
    /// For each track, the first of its segments that was read.
    private(set) var described: [Track.Role: DemuxedSegment] = [:]
    /// For each track, the detector of codecs that change without a discontinuity.
    private var formats: [Track.Role: FormatSeams] = [:]
    /// The detector of segments that lack the played audio track.
    private var audio = PlayedAudio()
    /// The detector of missing samples in and between subtitle segments.
    private var textSeams = TextSeams()
    /// The cues that have not been placed.
    var cues = CueArrivals()

    /// The duration of a picture; `nil` when it is unknown or there are no pictures.
    var frameDuration: MediaTime? {
        let tracks = described[.main]?.tracks ?? []
        guard let rate = tracks.lazy.compactMap(\.description.frameRate).first, rate.frames > 0
        else { return nil }
        return MediaTime(rate.seconds, timescale: rate.frames)
    }

    /// Whether the variant stream itself contains audio.
    var hasCarriedAudio: Bool {
        described[.main]?.tracks.contains { $0.description.kind == .audio } ?? false
    }

    /// Returns whether a segment must wait until the origin of its timestamps is determined.
    ///
    /// - Parameter domain: The discontinuity domain of the segment; `nil` when the segment depends
    ///   on no domain.
    /// - Returns: Whether the timestamps of the segment cannot be placed yet.
    func waits(forOriginOf domain: Int?) -> Bool {
        domain.map { !placer.canPlace(domain: $0) } ?? false
    }

    /// Returns whether only subtitles are read, and not the next segment of a track.
    ///
    /// The variant stream determines the timestamp origins, from which the positions of cues
    /// follow. In each discontinuity domain, segments of the variant stream are therefore read
    /// until the origin is known, even if otherwise only subtitles are read.
    ///
    /// - Parameters:
    ///   - choice: The choice of streams; `nil` if the session chooses them itself.
    ///   - track: The track; `nil` if it has been removed.
    ///   - mayDecrypt: Whether encrypted segments may be requested; otherwise, a request for one
    ///     would end the playback.
    /// - Returns: Whether only subtitles are read.
    func readsSubtitlesAlone(
        _ choice: StreamChoice?, besides track: @autoclosure () -> Track?, _ mayDecrypt: Bool
    ) -> Bool {
        // In other sessions, the closure `track` is not called, because it would copy the track.
        guard choice?.readsSubtitlesAlone == true else { return false }
        guard let track = track(), track.role == .main,
            waits(forOriginOf: track.media.timeline.domain(of: track.next))
        else { return true }
        return !mayDecrypt && track.media.listed(track.next)?.segment.keys.isEmpty == false
    }

    /// Determines the origin of timestamps from the start of a track's next segment.
    ///
    /// A player knows the first timestamp from the first packets, before the whole segment has
    /// arrived.
    ///
    /// - Parameters:
    ///   - read: The content of the segment, which is still arriving.
    ///   - track: The track; `nil` if it is not played any more, in which case no origin is
    ///     determined.
    mutating func fixOrigin(by read: ReadSegment, of track: Track?) {
        guard let track, let expected = track.requestedNext.map(track.media.interval(of:)) else {
            return
        }
        placer.fixOrigin(
            by: read.media, domain: track.media.timeline.domain(of: track.next), expected: expected,
            of: track.media.name, isAudio: track.role == .audio,
            isWhole: !track.media.mayBeBroadcast)
    }

    /// Removes and returns the cues that can be placed.
    ///
    /// - Parameter main: The variant stream; `nil` before it is loaded.
    /// - Returns: The cues, segment by segment.
    mutating func takeCues(main: RenditionMedia?) -> [CueArrivals.PlacedCues] {
        cues.take(with: placer, main: main)
    }

    /// Returns the cues that cannot be placed yet.
    ///
    /// - Parameter main: The variant stream; `nil` before it is loaded.
    /// - Returns: The cues, segment by segment.
    func unplacedCues(main: RenditionMedia?) -> [CueArrivals.UnplacedCues] {
        cues.unplaced(placer, main: main)
    }

    /// Places the next segment of a track.
    ///
    /// - Parameters:
    ///   - fetched: The segment.
    ///   - track: The track.
    ///   - circumstances: The other values on which the placement depends.
    ///   - record: The record of the session.
    /// - Returns: Whether the segment was placed, and at which position.
    /// - Throws: ``SessionError`` when the segment cannot be used.
    mutating func place(
        _ fetched: Fetched<ReadSegment>, of track: Track, _ circumstances: Circumstances,
        into record: inout SessionRecord
    ) throws(SessionError) -> Outcome {
        let media = track.media
        let segment = fetched.value.media
        if segment.isMisnamed { record.addNote(.misnamedMedia) }
        let outcome: Outcome
        if track.role == .subtitles {
            try place(text: fetched.value, of: track, circumstances, into: &record)
            outcome = .placed(nil)
        } else {
            if let provesKey = fetched.value.provesKey {
                record.keyProofs.add(
                    provesKey, of: track.requestedNext?.segment.keys ?? [], in: media.url)
            }
            if fetched.value.hasUnlistedKey {
                let words = "the media is encrypted, and its playlist lists no key"
                record.remarks.add(.unlistedKey, "\(words): \(SafeText.url(media.url))")
            }
            if media.variant != nil, media.playlist.isIFramesOnly {
                record.remarks.add(
                    .onlyIFrames, "a variant stream lists I-frames only: \(SafeText.url(media.url))"
                )
            }
            let isPart = track.requestedNext?.part != nil
            let promised = track.requestedNext?.segment.duration ?? .zero
            let timed =
                isPart
                ? segment : segment.withOnlyPicture(lasting: promised, beside: media.firstRead)
            let played =
                circumstances.hasAudioTrack
                ? timed
                : audio.take(timed, of: media.name, in: media.timeline.domain(of: track.next))
            outcome = try place(played, of: track, circumstances, into: &record)
        }
        if media.firstRead == nil { media.firstRead = segment }
        if described[track.role] == nil { described[track.role] = segment }
        return outcome
    }

    /// Places the next subtitle segment at the position that its playlist gives it.
    private mutating func place(
        text read: ReadSegment, of track: Track, _ circumstances: Circumstances,
        into record: inout SessionRecord
    ) throws(SessionError) {
        let media = track.media
        let url =
            track.requestedNext.map { media.location(of: $0.segment) }
            ?? media.segmentURL(track.next)
        guard read.media.mayBeText else { throw .damaged(.notText(read.media), url: url) }
        // A text file has no structure that could be damaged; the subtitle reader finds lost cues.
        let damage =
            read.media.format == .webVTT
            ? nil : read.media.damage(of: [.subtitle], after: media.firstRead)
        if let damage, circumstances.damagedSegment == .fail {
            throw .damaged(MediaDamage(damage), url: url)
        }
        let interval = track.requestedInterval
        record.update(Track.Role.subtitles.rawValue) {
            $0.cover(interval)
            if let damage { $0.damage(interval, cause: "\(url): \(damage.text)") }
            if read.hasAlteredCues {
                $0.damage(interval, cause: "\(url): a fault changed the text")
            }
        }
        if read.hasUnreadText {
            record.remarks.add(
                .unreadText,
                SafeText.line(
                    "the subtitles are not WebVTT, and their cues are not read: \(media.url)"))
        }
        let listing = media.listing(track.next, part: track.requestedNext)
        // In the last window of a broadcast, the subtitles may begin with a later segment than the
        // video.
        let isWhole = media.playlist.playlistType != nil || media.playlist.mediaSequence == 0
        let gap = textSeams.take(
            read, listing, of: media.name, at: url,
            isFirst: interval.lowerBound == .zero && isWhole && !media.mayBeBroadcast
        ) { [placer] timestamp in
            placer.offset(of: timestamp, domain: listing.domain, wrap: nil, near: interval)
                .map { timestamp + $0 }
        }
        for finding in textSeams.takeEarlier() { record.lose(finding.loss, in: finding.url) }
        for loss in (read.cues?.losses ?? []) + (gap.map { [$0] } ?? []) {
            record.lose(loss, in: url)
        }
        if let removed = cues.arrive(read.cues, at: track.next, of: media) { record.lose(removed) }
    }

    private mutating func place(
        _ segment: DemuxedSegment, of track: Track, _ circumstances: Circumstances,
        into record: inout SessionRecord
    ) throws(SessionError) -> Outcome {
        let media = track.media
        let number = track.next
        let listed = track.requestedNext
        let part = listed?.part
        // The location is computed on demand, because it is needed only for a few segments.
        func url() -> String {
            listed.map { media.location(of: $0.segment) } ?? media.segmentURL(number)
        }
        let mayBeDamaged = circumstances.damagedSegment != .fail
        let kinds = Self.kindsToRead(by: track.role, hasAudioTrack: circumstances.hasAudioTrack)
        let damage = segment.damage(of: kinds, after: media.firstRead)
        if let damage, !mayBeDamaged { throw .damaged(MediaDamage(damage), url: url()) }
        let expected = listed.map(media.interval(of:)) ?? media.timeline.interval(of: number)
        let promised = listed?.segment.duration ?? .zero
        guard
            let placement = placer.place(
                segment, domain: media.timeline.domain(of: number), expected: expected,
                of: media.name, isAudio: track.role == .audio, isWhole: !media.mayBeBroadcast,
                uncertainty: media.positionUncertainty)
        else {
            let isNegligible = SegmentPromise(promised).permits(
                segment, beside: media.firstRead, after: media.timeline.excess(before: number))
            // The last part of a segment can be shorter than a packet of an elementary audio
            // stream, and may therefore contain no packet.
            let isShort = part != nil && promised <= SegmentPromise.tolerance
            if segment.tracks.isEmpty, isNegligible || isShort { return .negligible }
            if segment.isTextAlone { throw .textAlone(url: media.url) }
            throw .damaged(.noSamples(in: segment), url: url())
        }
        // Damaged media without a duration cannot be marked in the timeline, so it counts as
        // missing.
        if let damage, placement.interval.isEmpty {
            throw .damaged(MediaDamage(damage), url: url())
        }
        let longest = MediaClaim.longest(
            promised: promised, target: media.playlist.targetDuration)
        let listing = media.listing(number, part: listed)
        let whole =
            part == nil
            ? placement.interval(of: kinds, endsTimeline: listing.isLast ?? false)
            : placement.interval
        guard whole.length <= longest else {
            throw .damaged(
                .tooLong(whole.length, longest: longest, promised: promised), url: url())
        }
        // A part need not contain all audio packets and reordered pictures of its interval.
        let tracks = part == nil ? (media.firstRead ?? segment).playableTracks : nil
        let found = SegmentPromise(promised).shortfall(of: placement.spans, beside: tracks)
        if let found, !mayBeDamaged {
            throw .shortSegment(url: url(), promised: promised, found: found)
        }
        if let part {
            media.changeTimeline {
                $0.measure(partOf: number, at: part.offset, as: placement.interval)
            }
        } else {
            media.changeTimeline { $0.measure(number, as: whole) }
        }
        if placement.isUndeclaredJump { record.addNote(.undeclaredDiscontinuity) }
        record.placeVariant(
            circumstances.variant?.bandwidth, of: track.role, in: placement.interval)
        let earlierPictures = media.seams.earlierPictures(before: listing, placement)
        let interleaves =
            earlierPictures.map {
                media.seams.interleaves($0, placement, of: segment, listing)
            } ?? false
        let findings = SegmentFindings(
            placement, of: segment, in: media.timeline.interval(of: number),
            after: media.firstRead, isPart: part != nil, earlierPictures: earlierPictures,
            endsUnread: listing.isLast == true && media.timeline.isUnread(before: number), url: url)
        write(placement, of: segment, findings, for: track, circumstances, into: &record)
        loseStrays(before: placement, of: segment, track, kinds, into: &record, url)
        if let distance = placement.lostSynchrony {
            lose(placement, apart: distance, track, kinds, into: &record, url)
        }
        let change = formats[track.role, default: FormatSeams()].take(
            FormatSeams.codecs(of: segment), of: media.name,
            in: media.timeline.domain(of: number))
        if let change {
            record.remarks.add(
                .changedFormat, SafeText.line("\(change) without EXT-X-DISCONTINUITY: \(url())"))
        }
        if let loss = segment.lostMetadata {
            record.remarks.add(.lostMetadata, SafeText.line("\(loss.text): \(url())"))
        }
        recordSeam(
            before: placement, of: segment, listing, findings, track, kinds, into: &record, url)
        if part?.index ?? 0 == 0 {
            recordOverlap(
                of: track, interleaves: interleaves, hasVideo: circumstances.variant?.hasVideo,
                into: &record, url)
        }
        return .placed(placement)
    }

    /// Records the damage at the seam between the media of a track and the media before it.
    private func recordSeam(
        before placement: Placement, of segment: DemuxedSegment, _ listing: SegmentSeams.Listing,
        _ findings: SegmentFindings, _ track: Track, _ kinds: [TrackDescription.Kind],
        into record: inout SessionRecord, _ url: () -> String
    ) {
        let media = track.media
        let isWholeOrFirst = (listing.part ?? 0) == 0
        let unusable = media.keyframeSeams.take(
            segment, placement, listing,
            startsDomain: isWholeOrFirst && media.startsDomain(listing.number),
            isIndependent: isWholeOrFirst && media.hasIndependentSegments)
        if let unusable, kinds.contains(.video) {
            record.update(TrackDescription.Kind.video.ledgerName) {
                $0.damage(unusable.interval, cause: "\(url()): \(unusable.cause)")
            }
        }
        if media.isSingleFile { return }
        let absent = findings.holes(of: .video).reduce(.zero) { $0 + $1.length }
        let losses = media.seams.take(
            placement, of: segment, listing, absent: absent, isAudioRendition: track.role == .audio)
        record.lose(losses, of: media, kinds: kinds)
    }

    /// Records that the next segment of a track begins before the end of earlier segments.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - interleaves: Whether its pictures fill the gaps of the pictures before them, so that no
    ///     media appears twice.
    ///   - hasVideo: Whether the variant stream has video; `nil` when it is unknown.
    ///   - record: The record of the session.
    ///   - url: Returns the location of the segment.
    private func recordOverlap(
        of track: Track, interleaves: Bool, hasVideo: Bool?, into record: inout SessionRecord,
        _ url: () -> String
    ) {
        let overlap = interleaves ? nil : track.media.timeline.overlap(before: track.next)
        let displacement = track.media.timeline.displacement(of: track.next)
        if overlap == nil, displacement == nil { return }
        record.update(track.role, hasVideo: hasVideo) {
            if let overlap { $0.overlap(overlap) }
            if let displacement {
                $0.displace(
                    displacement,
                    cause: "\(url()): the timestamps are before the end of earlier segments")
            }
        }
    }

    /// Records earlier media as missing if its timestamps show that it belongs to another time.
    ///
    /// The timestamps of such media deviate from the track's clock. The media is detected once the
    /// timestamps of the given segment agree with that clock again.
    private mutating func loseStrays(
        before placement: Placement, of segment: DemuxedSegment, _ track: Track,
        _ kinds: [TrackDescription.Kind], into record: inout SessionRecord, _ url: () -> String
    ) {
        guard let lead = segment.leadingTrack, !segment.lacksClock, !track.media.isSingleFile else {
            return
        }
        let found = strays[track.role, default: StrayMedia()].take(
            lead.start, wrap: segment.timestampWrap, at: placement.interval,
            domain: track.media.timeline.domain(of: track.next), of: track.media.name,
            location: url)
        for stray in found {
            for kind in placement.coverage.map(\.kind) where kinds.contains(kind) {
                record.update(kind.ledgerName) {
                    $0.lose(
                        stray.interval,
                        cause: "\(stray.location): the media is of another time, or"
                            + " EXT-X-DISCONTINUITY is absent")
                }
            }
        }
    }

    /// Records media as missing if its timestamps disagree with the other track's timestamps.
    private func lose(
        _ placement: Placement, apart distance: MediaTime, _ track: Track,
        _ kinds: [TrackDescription.Kind], into record: inout SessionRecord, _ url: () -> String
    ) {
        let other = track.role == .main ? "the audio" : "the variant stream"
        let order = distance < .zero ? "before" : "after"
        for coverage in placement.coverage where kinds.contains(coverage.kind) {
            for interval in coverage.present.intervals {
                record.update(coverage.kind.ledgerName) {
                    $0.lose(
                        interval,
                        cause: "\(url()): the timestamps are \(max(distance, -distance)) s"
                            + " \(order) those of \(other)")
                }
            }
        }
    }

    /// Returns the kinds of media that a track reads from its segments.
    static func kindsToRead(
        by role: Track.Role, hasAudioTrack: Bool
    ) -> [TrackDescription.Kind] {
        guard role == .main else { return [.audio] }
        return hasAudioTrack ? [.video] : [.video, .audio]
    }

    private func write(
        _ placement: Placement, of segment: DemuxedSegment, _ findings: SegmentFindings,
        for track: Track, _ circumstances: Circumstances, into record: inout SessionRecord
    ) {
        if track.role == .main {
            let announced = AnnouncedKinds(
                present: placement.coverage.map(\.kind), segment: segment,
                variant: circumstances.variant, hasAudioRendition: circumstances.hasAudioTrack)
            let names = record.names(of: .main, in: circumstances.variant)
            record.addMainKinds(announced.all, gapsOf: names.first)
        }
        if segment.hasUnreadStreams { record.addNote(.unreadStreams) }
        if let problem = segment.problems.first(where: { $0.kind == .undecodable }) {
            record.remarks.add(
                .undecodedTrack, SafeText.line("\(problem.text): \(track.media.url)"))
        }
        let kinds = track.role == .main ? record.mainKinds : [.audio]
        for kind in kinds { record.update(kind.ledgerName) { findings.write(kind, to: &$0) } }
    }
}

extension Placement {
    /// Returns the interval of the segment on the timeline of its rendition.
    ///
    /// It is the interval of the leading track, because the other tracks continue in the next
    /// segment. If no segment of the same timeline follows, the interval instead extends to the end
    /// of the longest track. Media of the leading track then counts as missing after the end of
    /// that track.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of media that are played.
    ///   - endsTimeline: Whether no segment of the same timeline follows.
    /// - Returns: The interval.
    fileprivate func interval(
        of kinds: [TrackDescription.Kind], endsTimeline: Bool
    ) -> Range<MediaTime> {
        let ends = coverage.filter { kinds.contains($0.kind) }
            .compactMap { $0.present.intervals.last?.upperBound }
        guard endsTimeline, !interval.isEmpty, let end = ends.max(),
            end - interval.upperBound > TrackRecord.edgeTolerance
        else { return interval }
        return interval.lowerBound..<end
    }
}
