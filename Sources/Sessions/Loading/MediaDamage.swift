package import Containers
package import VirtualTime

/// The damage that prevents received media from being played.
public struct MediaDamage: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// There is no sample of audio or video.
        case noSamples
        /// The segment of a subtitle rendition is not text, but is in the given container format.
        case notText(ContainerFormat)
        /// The samples last longer than is plausible for the duration in the playlist.
        case tooLong(MediaTime, longest: MediaTime, promised: MediaTime)
        /// A problem of the container or of one of its tracks.
        case problem(ContainerProblem)
    }

    package let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    package init(_ problem: ContainerProblem) {
        self.init(.problem(problem))
    }

    package static let noSamples = MediaDamage(.noSamples)

    /// The damage of media without samples of audio and video.
    ///
    /// It names a stream of audio or video that cannot be read if there is one.
    package static func noSamples(in segment: DemuxedSegment?) -> MediaDamage {
        let streams = segment?.unreadStreams ?? [:]
        let unread = [.video, .audio].lazy.compactMap { streams[$0] }.first
        return unread.map { MediaDamage(ContainerProblem(.unreadStream($0))) } ?? .noSamples
    }

    package static func notText(_ segment: DemuxedSegment) -> MediaDamage {
        MediaDamage(.notText(segment.format))
    }

    package static func tooLong(
        _ found: MediaTime, longest: MediaTime, promised: MediaTime
    ) -> MediaDamage {
        MediaDamage(.tooLong(found, longest: longest, promised: promised))
    }
}

extension MediaDamage: CustomStringConvertible {
    /// The damage on one line.
    public var description: String {
        switch kind {
        case .noSamples: "no audio or video samples"
        case .notText(let format): "\(format.rawValue) without text, in a subtitle rendition"
        case .tooLong(let found, let longest, let promised):
            "holds \(found) s of media, more than \(longest) s for a promise of \(promised) s"
        case .problem(let problem): problem.text
        }
    }
}
