import HeadlessPlayback
import Playlists
import Sessions

extension AssetSurvey {
    /// The survey of the media from the start of the variant stream whose window begins last.
    ///
    /// The windows of an ended broadcast may begin with different segments. If all windows begin
    /// together, the survey is unchanged.
    var commonWindow: AssetSurvey {
        let windows = EndedWindows<Int>(
            streams.indices.compactMap { index in
                let stream = streams[index]
                // The survey of a broadcast may have segments that the last window lacks.
                guard let playlist = stream.playlist,
                    playlist.segments.count == stream.segments.count
                else { return nil }
                return EndedWindows.Window(
                    key: index, media: playlist, isVariant: stream.role == .variant)
            })
        guard !windows.isEmpty else { return self }
        var survey = self
        var starts: [Int: MediaTime] = [:]
        let lackMessages = variants.contains { windows.lead(of: $0) != nil }
        for index in streams.indices {
            let start = survey.streams[index].removeFirst(windows.lead(of: index)?.count ?? 0)
            guard streams[index].role == .variant else { continue }
            survey.streams[index].lacksEarlierMessages = lackMessages
            if let variant = streams[index].variant { starts[variant] = start }
        }
        for index in streams.indices {
            survey.streams[index].promisedDuration -= windows.lead(of: index)?.duration ?? .zero
            // A rendition has the timeline of the variant stream with which it was played.
            let start = streams[index].variant.flatMap { starts[$0] }
            survey.streams[index].move(by: .zero - (start ?? .zero))
        }
        return survey
    }
}

extension StreamSurvey {
    /// Returns whether the message of a marker may be in a segment that was removed.
    func mayLackMessage(at place: MediaTime) -> Bool {
        lacksEarlierMessages && start > place - MarkerGroup.longestNotice
    }

    /// The tolerated difference between the start of a segment and the start of its media.
    private static let tolerance = MediaTime.milliseconds(10)

    /// Removes the media before a segment.
    ///
    /// - Parameter count: The number of the segments before it.
    /// - Returns: The start of the segment.
    fileprivate mutating func removeFirst(_ count: Int) -> MediaTime {
        guard segments.indices.contains(count) else { return .zero }
        let start = segments[count].interval.lowerBound
        segments.removeFirst(count)
        unread.removeAll { $0.upperBound <= start }
        boundaries.removeAll { $0 < start - Self.tolerance }
        keyframes.removeAll { $0 < start - Self.tolerance }
        markers.removeAll { $0.place < start - Self.tolerance }
        // A discontinuity or a change before the first segment does not separate two segments.
        maps.removeAll { $0 <= start + Self.tolerance }
        undeclaredJumps.removeAll { $0 <= start + Self.tolerance }
        let earlier = discontinuities.count { $0 <= start + Self.tolerance }
        firstDiscontinuityNumber =
            discontinuityNumbers.prefix(earlier).last ?? firstDiscontinuityNumber
        discontinuities.removeFirst(earlier)
        discontinuityNumbers.removeFirst(min(earlier, discontinuityNumbers.count))
        return start
    }

    /// Moves all positions that are compared with other streams.
    fileprivate mutating func move(by time: MediaTime) {
        for index in segments.indices {
            segments[index] = Segment(
                number: segments[index].number, interval: segments[index].interval.moved(by: time))
        }
        unread = unread.map { $0.moved(by: time) }
        misplacedFrom = misplacedFrom.map { $0 + time }
        for places in [\Self.boundaries, \.keyframes, \.discontinuities, \.undeclaredJumps, \.maps]
        {
            self[keyPath: places] = self[keyPath: places].map { $0 + time }
        }
        for index in markers.indices {
            markers[index].place += time
            markers[index].boundary = markers[index].boundary.map { $0 + time }
        }
    }
}

extension Range<MediaTime> {
    fileprivate func moved(by time: MediaTime) -> Self {
        lowerBound + time..<upperBound + time
    }
}
