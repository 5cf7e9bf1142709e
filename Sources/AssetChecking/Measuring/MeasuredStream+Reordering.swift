import Linting
import Playlists
import Presentation
import VirtualTime

extension MeasuredStream {
    /// Separates gaps in which pictures of a neighbouring segment are shown from lost pictures.
    ///
    /// A segmenter may cut a transport stream between reordered pictures. Each of two segments then
    /// shows pictures in the gaps of the other one. A segment keeps its gaps, with the problem that
    /// frames are missing, if any of the gaps has a place without a picture.
    mutating func fillHoles(in media: MediaPlaylist) {
        let shown = segments.map(\.shownPictures)
        for place in segments.indices where shown[place] != nil {
            let tracks = segments[place].tracks
            guard let video = tracks.firstIndex(where: { $0.kind == .video }),
                !tracks[video].holes.isEmpty,
                !tracks.contains(where: { $0.kind == .audio && !$0.holes.isEmpty })
            else { continue }
            var rest = IntervalSet()
            for hole in tracks[video].holes { rest.insert(hole) }
            for neighbour in [place - 1, place + 1] where segments.indices.contains(neighbour) {
                let later = segments[max(place, neighbour)].index
                guard let pictures = shown[neighbour],
                    segments[min(place, neighbour)].index + 1 == later,
                    !media.segments[later].startsDiscontinuity
                else { continue }
                rest = rest.subtracting(pictures)
            }
            guard rest.intervals.allSatisfy({ $0.length <= TrackRecord.rounding }) else { continue }
            segments[place].tracks[video].filledHoles = tracks[video].holes
            segments[place].tracks[video].holes = []
            segments[place].problems.removeAll {
                $0.code == "media.lost-frames" && $0.text.hasPrefix(MeasuredProblem.lostFrames)
            }
        }
    }
}

extension MeasuredSegment {
    private static let mostHoles = 64

    /// The exact times at which pictures are shown, on the media clock; `nil` if unknown.
    ///
    /// The pictures of a transport stream are known exactly if their rate is constant.
    fileprivate var shownPictures: IntervalSet? {
        let videos = tracks.filter { $0.kind == .video }
        guard isTransportStream, !isLost, videos.count == 1, let video = videos.first,
            video.sampleTime != nil, video.start < video.end, video.holes.count < Self.mostHoles
        else { return nil }
        return video.holes.reduce(IntervalSet(video.start..<video.end)) {
            $0.subtracting(IntervalSet($1))
        }
    }
}
