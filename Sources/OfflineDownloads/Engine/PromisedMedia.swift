import Containers
import Playlists
import Sessions
import Transport
import VirtualTime

/// Finds the stored segments of a download that lack media which their playlist promises.
///
/// A body that ends between two packets or boxes has no other sign of its missing end. Encrypted
/// samples for which the playlist lists no key count as absent media. A segment that is encrypted
/// as a whole, is not a known container, or has an unusable initialization section is not examined.
/// The media of an ISO file has a duration even if samples are encrypted.
struct PromisedMedia {
    /// A segment that lacks media.
    struct Lack {
        /// The index of the segment among the resources of the plan.
        let ordinal: Int
        /// The reason on one line, without the location.
        let reason: String
    }

    let plan: PackagePlan
    let package: PackageFolder
    /// The flag that ends the examination when it is raised.
    let cancellation: CancellationFlag

    /// Reads the segments of video and audio.
    ///
    /// - Returns: The segments that lack media, in the order of their playlists.
    func lacks() -> [Lack] {
        let segments = plan.resources.enumerated().filter { $0.element.kind == .segment }
        let ordinals = Dictionary(
            segments.map { (package.url(of: $0.element.name), $0.offset) },
            uniquingKeysWith: { first, _ in first })
        var lacks: [Lack] = []
        for track in plan.tracks where track.kind != .subtitles {
            guard let text = plan.texts.first(where: { $0.name == track.playlistName })?.text,
                case .media(let playlist)? = try? Playlist(parsing: Array(text.utf8))
            else { continue }
            lacks += self.lacks(
                of: playlist, at: package.url(of: track.playlistName), ordinals: ordinals)
        }
        return lacks
    }

    private func lacks(
        of playlist: MediaPlaylist, at url: String, ordinals: [String: Int]
    ) -> [Lack] {
        var lacks: [Lack] = []
        var found: Set<Int> = []
        // A playlist may repeat a file, and promise a different duration each time.
        var examined: [Int: MediaTime] = [:]
        var section: (url: String, opened: OpenedInitialization?)?
        var first: DemuxedSegment?
        for segment in playlist.segments where !segment.isGap && !cancellation.isCancelled {
            let location = URIReference.resolve(segment.uri, against: url)
            guard segment.keys.allSatisfy(\.method.isOfSamples), let ordinal = ordinals[location],
                examined[ordinal].map({ $0 < segment.duration }) ?? true
            else { continue }
            examined[ordinal] = segment.duration
            if let uri = segment.initializationSection?.uri {
                let location = URIReference.resolve(uri, against: url)
                if section?.url != location {
                    let known = input(location).map(OpenedInitialization.init)
                    section = (location, known)
                }
                if section?.opened == nil { continue }
            } else {
                section = nil
            }
            guard let media = input(location) else { continue }
            let contents = Result { () throws(ContainerError) in
                try SegmentDemuxer().demux(
                    section: section?.opened, media: media,
                    hint: SegmentJob.hint(for: segment.uri), inheritingFrom: first)
            }
            let lack = SegmentPromise(segment.duration).lack(
                in: contents, beside: first, isClear: segment.keys.isEmpty)
            if let lack, found.insert(ordinal).inserted {
                lacks.append(Lack(ordinal: ordinal, reason: lack))
            }
            first = first ?? (try? contents.get())
        }
        return lacks
    }

    /// Returns the bytes of a stored file; `nil` if it cannot be read or is not a known container.
    private func input(_ url: String) -> TransportInput? {
        var request = ResourceRequest(url: url, kind: .segment)
        request.maximumByteCount = .max
        guard let body = try? FileLoader().load(request).body else { return nil }
        let input = TransportInput(body: body)
        return ContainerFormat.problem(of: input) == nil ? input : nil
    }
}
