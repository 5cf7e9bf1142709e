import Containers
import Playlists
import Presentation
import Sessions
import VirtualTime

extension DemuxedSegment {
    /// Whether the segment has no audio samples, and no stream that cannot be read.
    var isSilent: Bool {
        !tracks.contains { $0.description.kind == .audio && $0.sampleCount > 0 }
            && !problems.contains(where: \.kind.isUnreadStream)
    }
}

extension RenditionMedia {
    /// Returns the start of the first part between discontinuities in which no segment has audio.
    ///
    /// - Parameter silent: The segments that are known to have no audio.
    /// - Returns: The position; `nil` if each part has a segment with audio, or one that may have
    ///   audio because it was not read.
    func start(ofPartIn silent: Set<SegmentNumber>) -> MediaTime? {
        let timeline = timeline
        var starts: [Int: MediaTime] = [:]
        var audible: Set<Int> = []
        for listed in segments where !listed.segment.isGap {
            let domain = timeline.domain(of: listed.number)
            if silent.contains(listed.number) {
                starts[domain] = starts[domain] ?? timeline.interval(of: listed.number).lowerBound
            } else {
                audible.insert(domain)
            }
        }
        return starts.filter { !audible.contains($0.key) }.map(\.value).min()
    }
}

extension ContainerProblem.Kind {
    /// Whether the container announces a stream that this package cannot read.
    fileprivate var isUnreadStream: Bool {
        if case .unreadStream = self { true } else { false }
    }
}
