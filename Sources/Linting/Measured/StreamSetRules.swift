import Formats
import Playlists
import VirtualTime

/// The rules that compare the media of an asset's streams with each other.
struct StreamSetRules {
    /// The start of a part of the playlist; each discontinuity starts a new part.
    private struct PartStart {
        let index: Int
        let place: MediaTime
        /// The time of the media clock at the start of the part; `nil` where no media was read.
        let clock: MediaTime?
    }

    /// A stream of pictures or sound whose media was read.
    private struct Member {
        let playlist: LintedPlaylist
        let media: MediaPlaylist
        let stream: MeasuredStream
        let clock: ProgrammeClock
        let starts: [PartStart]
        let hasPictures: Bool
        /// The time after which the media clock restarts at zero; `nil` if it never restarts.
        let clockWrap: MediaTime?
        var isVariant: Bool {
            if case .variant = playlist.role { return true }
            return false
        }
    }

    private let members: [Member]

    /// The largest tolerated clock difference between two streams, if one has no video.
    ///
    /// The tolerance is large because audio is cut at audio frames, and may therefore start earlier
    /// or later than the video. The same tolerance applies to the positions of corresponding
    /// discontinuities.
    private static let soundTolerance = MediaTime.milliseconds(500)
    private static let pictureTolerance = MediaTime.milliseconds(100)

    /// Selects the video and audio streams with a media clock and the tag `EXT-X-ENDLIST`.
    ///
    /// - Parameters:
    ///   - playlists: The media playlists of the asset.
    ///   - streams: The media of the playlists.
    init(_ playlists: [LintedPlaylist], _ streams: [LintedPlaylist.Key: MeasuredStream]) {
        members = playlists.compactMap { playlist in
            guard !playlist.isOfSubtitles, !playlist.isOfIFrames, let media = playlist.media,
                media.hasEndList, let stream = streams[playlist.key],
                // Packed audio without a timestamp has no clock.
                !stream.segments.contains(where: { segment in
                    segment.problems.contains { $0.code == "packed.no-timestamp" }
                }),
                stream.segments.contains(where: { $0.lead != nil })
            else { return nil }
            return Member(
                playlist: playlist, media: media, stream: stream,
                clock: ProgrammeClock(stream, media), starts: Self.starts(stream, media),
                hasPictures: stream.segments.contains { $0.track(.video) != nil },
                clockWrap: stream.segments.lazy.compactMap(\.clockWrap).first)
        }
    }

    private static func starts(
        _ stream: MeasuredStream, _ media: MediaPlaylist
    ) -> [PartStart] {
        var clocks: [Int: MediaTime] = [:]
        for segment in stream.segments where !segment.isLost {
            clocks[segment.index] = segment.lead?.start
        }
        var starts: [PartStart] = []
        var place = MediaTime.zero
        for (index, listed) in media.segments.enumerated() {
            if index == 0 || listed.startsDiscontinuity {
                starts.append(PartStart(index: index, place: place, clock: clocks[index]))
            }
            place += listed.duration
        }
        return starts
    }

    func check(_ log: inout BreachLog) {
        // The reference is the stream that agrees with the largest number of other streams.
        let pictures = members.filter(\.hasPictures)
        let candidates = (pictures.isEmpty ? members : pictures).map { ($0, agreement($0)) }
        guard members.count > 1, let most = candidates.map(\.1).max(),
            let first = candidates.first(where: { $0.1 == most })?.0
        else { return }
        for member in members where member.playlist.url != first.playlist.url {
            if let place = difference(member, first) {
                note(place, member, first, &log)
            } else if member.isVariant, first.isVariant {
                compareKeyframes(member, first, &log)
            }
        }
        let variants = members.filter { $0.isVariant && difference($0, first) == nil }
        let videos = variants.map { ($0.playlist.url, Self.videos(of: $0)) }
        for member in variants {
            let others = videos.filter { $0.0 != member.playlist.url }.map(\.1)
            comparePictures(member, others, &log)
        }
    }

    private func agreement(_ member: Member) -> Int {
        members.count { difference($0, member) == nil }
    }

    // MARK: Timestamps

    private struct Place {
        let index: Int
        let error: MediaTime
    }

    /// Returns the first segment at which the media clocks of two streams differ.
    private func difference(_ member: Member, _ model: Member) -> Place? {
        let tolerance =
            member.hasPictures && model.hasPictures ? Self.pictureTolerance : Self.soundTolerance
        // Only the starts of the parts between discontinuities are compared. Within a part, other
        // rules compare the media clock with the `EXTINF` durations.
        for start in member.starts {
            guard let own = start.clock, let time = model.clock.time(at: start.place),
                isShared(start.place, model)
            else { continue }
            // The clock of one stream may have restarted at zero before the clock of the other.
            let error = (own - time).unwrapped(by: member.clockWrap ?? model.clockWrap)
            if error.magnitude > tolerance { return Place(index: start.index, error: error) }
        }
        return nil
    }

    /// Returns whether the reference stream also starts, or has a discontinuity, near a position.
    private func isShared(_ place: MediaTime, _ model: Member) -> Bool {
        let first = model.starts.partitioningIndex { $0.place >= place - Self.soundTolerance }
        return first < model.starts.count
            && model.starts[first].place <= place + Self.soundTolerance
    }

    private func note(
        _ place: Place, _ member: Member, _ model: Member, _ log: inout BreachLog
    ) {
        let way = place.error > .zero ? "after" : "before"
        log.note(
            place.index == 0 ? "set.start" : "set.timestamps", in: member.playlist.url,
            line: member.playlist.line(ofSegment: place.index),
            "the timestamps of the segment are \(place.error.magnitude) s \(way) those of"
                + " \(model.playlist.shortName)", expected: "one timestamp for one place")
    }

    // MARK: Keyframes

    private func compareKeyframes(_ member: Member, _ model: Member, _ log: inout BreachLog) {
        var others: [Int: MeasuredSegment] = [:]
        for segment in model.stream.segments where !segment.isLost {
            others[segment.index] = segment
        }
        for segment in member.stream.segments where !segment.isLost {
            guard let video = segment.track(.video),
                let other = others[segment.index]?.track(.video),
                (video.start - other.start).magnitude <= Self.pictureTolerance,
                !video.keyframes.isEmpty, !other.keyframes.isEmpty
            else { continue }
            let frame = max(video.frameDuration, other.frameDuration)
            let lone = video.keyframes.first { time in
                !other.keyframes.contains { ($0 - time).magnitude <= frame }
            }
            guard let time = lone else { continue }
            return log.note(
                "set.keyframes", in: member.playlist.url,
                line: member.playlist.line(ofSegment: segment.index),
                "the keyframe \(time - video.start) s into the segment is not in"
                    + " \(model.playlist.shortName)",
                expected: "keyframes at the same places in all variants")
        }
    }

    // MARK: Numbers of pictures

    /// The ratio of picture counts from which a segment lacks pictures.
    private static let countRatio = 12

    /// Finds a segment with very few pictures, although the other variants have many of them.
    ///
    /// If a source has few pictures, as for a still picture at a variable rate, all variants have
    /// few of them. A variant whose segments usually have few pictures is not judged.
    ///
    /// - Parameters:
    ///   - member: The variant.
    ///   - others: The video tracks of the other variants, by the indices of their segments.
    ///   - log: Receives the findings.
    private func comparePictures(
        _ member: Member, _ others: [[Int: MeasuredTrack]], _ log: inout BreachLog
    ) {
        let rates = member.stream.segments.compactMap { segment in
            segment.track(.video).map {
                Double($0.sampleCount) / member.media.segments[segment.index].duration.seconds
            }
        }
        guard !others.isEmpty, !rates.isEmpty else { return }
        let usual = rates.sorted()[rates.count / 2]
        for segment in member.stream.segments where !segment.isLost {
            guard let video = segment.track(.video) else { continue }
            let most = Double(video.sampleCount * Self.countRatio)
            guard most <= usual * member.media.segments[segment.index].duration.seconds else {
                continue
            }
            let counts = others.compactMap { $0[segment.index] }
                .filter { ($0.start - video.start).magnitude <= Self.pictureTolerance }
                .map(\.sampleCount)
            guard let fewest = counts.min(), most <= Double(fewest) else { continue }
            let noun = video.sampleCount == 1 ? "picture" : "pictures"
            log.note(
                "media.lost-frames", in: member.playlist.url,
                line: member.playlist.line(ofSegment: segment.index),
                "the segment has \(video.sampleCount) \(noun), and the same segment of each other"
                    + " variant at least \(fewest)",
                expected: "the pictures of the source in all variants")
        }
    }

    /// Returns the video tracks of a variant, by the indices of their segments.
    private static func videos(of member: Member) -> [Int: MeasuredTrack] {
        var videos: [Int: MeasuredTrack] = [:]
        for segment in member.stream.segments where !segment.isLost {
            videos[segment.index] = segment.track(.video)
        }
        return videos
    }
}
