import VirtualTime

extension MediaShift {
    /// The minimum distance of a shifted segment's times from a clock wrap.
    ///
    /// A segment with times nearer to a wrap is read again after the shift.
    private static let margin = MediaTime.milliseconds(500)
    /// The number of timescale units after which 32-bit decode times wrap to zero.
    private static let shortWrap: Int64 = 1 << 32

    /// Returns the result of reading the shifted segment, derived from an earlier result.
    ///
    /// - Parameters:
    ///   - segment: The result of reading the segment before the shift.
    ///   - clocks: The timescales of the segment's tracks, from the initialization section; empty
    ///     if there is none.
    ///   - hasShortTimes: Whether the decode times of the segment's fragments have 32 bits.
    /// - Returns: The result. It is `nil` when the shifted bytes must be read; for example, when
    ///   the format is neither a transport stream nor fragmented MP4, when a clock wraps within the
    ///   segment, or when messages contain their own times.
    package func applied(
        to segment: DemuxedSegment, clocks: TrackClocks, hasShortTimes: Bool
    ) -> DemuxedSegment? {
        guard decodeTimeWidth == nil else { return nil }
        if offset == .zero { return segment }
        switch segment.format {
        case .mpegTS: return transport(segment)
        case .fragmentedMP4: return fragments(segment, clocks, hasShortTimes: hasShortTimes)
        case .aac, .ac3, .eac3, .mp3, .webVTT, .mp4: return nil
        }
    }

    private func transport(_ segment: DemuxedSegment) -> DemuxedSegment? {
        let isMovable = segment.timedMetadata.allSatisfy {
            if case .id3 = $0.content { true } else { false }
        }
        guard isMovable, let times = segment.times else { return nil }
        let wrap = DemuxedSegment.transportWrap
        let whole = MediaTime(offset.value(timescale: Self.systemClock), timescale: 90_000)
        let reach = times.lowerBound - Self.margin..<times.upperBound + Self.margin
        guard reach.lowerBound >= .zero, reach.upperBound < wrap else { return nil }
        let rounds = Self.rounds(reach.lowerBound + whole, wrap)
        guard rounds == Self.rounds(reach.upperBound + whole, wrap) else { return nil }
        return segment.moved { _ in whole - wrap * Int(rounds) }
    }

    private static func rounds(_ time: MediaTime, _ wrap: MediaTime) -> Int64 {
        let (quotient, rest) = time.ticks.quotientAndRemainder(dividingBy: wrap.ticks)
        return rest < 0 ? quotient - 1 : quotient
    }

    private func fragments(
        _ segment: DemuxedSegment, _ clocks: TrackClocks, hasShortTimes: Bool
    ) -> DemuxedSegment? {
        guard segment.timedMetadata.isEmpty, let times = segment.times,
            times.lowerBound + offset >= Self.margin
        else { return nil }
        var offsets: [Int: MediaTime] = [:]
        for track in segment.tracks {
            guard let id = UInt32(exactly: track.description.id),
                let timescale = clocks.timescales[id]
            else { return nil }
            let last = (times.upperBound + offset + Self.margin).value(timescale: timescale)
            guard !hasShortTimes || last < Self.shortWrap else { return nil }
            offsets[track.description.index] = MediaTime(
                offset.value(timescale: timescale), timescale: timescale)
        }
        // Each track is shifted by a whole number of units of its own timescale, so the offsets of
        // tracks may differ slightly. Therefore the time of a problem can be shifted only if the
        // track of the problem is known.
        let isOfTracks = segment.problems.allSatisfy { problem in
            problem.time == nil || problem.track.map { offsets[$0] != nil } == true
        }
        guard isOfTracks else { return nil }
        return segment.moved { offsets[$0 ?? -1] ?? offset }
    }
}

extension DemuxedSegment {
    /// The range of all times of tracks, metadata and problems; `nil` when there are none.
    fileprivate var times: Range<MediaTime>? {
        var all: [MediaTime] = []
        for track in tracks { all += [track.start, track.end, track.firstDecodeTime] }
        all += timedMetadata.map(\.time) + problems.compactMap(\.time)
        guard let first = all.min(), let last = all.max() else { return nil }
        return first..<last
    }

    /// Returns the segment with an offset added to all times.
    ///
    /// - Parameter offset: A closure that returns the time to add: for the track with the given
    ///   index, or for the container if the argument is `nil`.
    /// - Returns: The segment with the new times.
    fileprivate func moved(by offset: (Int?) -> MediaTime) -> DemuxedSegment {
        var result = self
        for place in tracks.indices {
            result.tracks[place].move(by: offset(tracks[place].description.index))
        }
        for place in timedMetadata.indices { result.timedMetadata[place].time += offset(nil) }
        for place in problems.indices {
            guard let time = problems[place].time else { continue }
            result.problems[place].time = time + offset(problems[place].track)
        }
        return result
    }
}

extension DemuxedTrack {
    fileprivate mutating func move(by offset: MediaTime) {
        start += offset
        end += offset
        firstDecodeTime += offset
        for place in keyframes.indices { keyframes[place] += offset }
        holes = holes.map { $0.lowerBound + offset..<$0.upperBound + offset }
        brokenFrames = brokenFrames.map { $0.lowerBound + offset..<$0.upperBound + offset }
        repeatedSpans = repeatedSpans.map { $0.lowerBound + offset..<$0.upperBound + offset }
    }
}

extension FragmentShift {
    /// Returns whether any decode time of a segment's fragments has 32 bits.
    static func hasShortTimes(in bytes: [UInt8]) -> Bool {
        var boxes = BoxRange(0..<bytes.count)
        while let box = boxes.next(of: bytes.span) {
            guard PlainBox(rawValue: box.header.code) == .moof else { continue }
            var parts = BoxRange(box.contents)
            while let part = parts.next(of: bytes.span) {
                guard PlainBox(rawValue: part.header.code) == .traf else { continue }
                var fields = BoxRange(part.contents)
                while let field = fields.next(of: bytes.span) {
                    guard PlainBox(rawValue: field.header.code) == .tfdt else { continue }
                    if bytes[field.contents].first != 1 { return true }
                }
            }
        }
        return false
    }
}
