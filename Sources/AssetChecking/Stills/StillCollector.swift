import Containers
public import HeadlessPlayback
import Presentation
public import RunResults
import Sessions
import VirtualTime

/// Takes pictures at cue points while a session plays.
///
/// A collector wraps the session provider of one `PlaybackWorld`, and belongs to the thread of that
/// world. It makes no requests: it decodes the pictures from bytes that playback loads anyway. A
/// picture shows the variant stream that plays at the position of the cue point. A cue point that
/// the playhead never passes has no picture, even if its media was loaded. For a large remote file,
/// only the most recently read parts are kept in memory, so cue points in other parts have no
/// pictures.
///
/// ```swift
/// let collector = StillCollector()
/// let controller = PlaybackController(world: world, provider: collector.around(provider))
/// // … play …
/// history.stills = collector.stills(ofSession: history.number)
/// ```
public final class StillCollector {
    private let pictures: SegmentPictures
    private let limit: Int
    private var cameras: [Camera] = []

    /// Creates a collector.
    ///
    /// - Parameters:
    ///   - width: The largest width of a picture, in pixels.
    ///   - limit: The largest number of pictures of a session. If there are more cue points, only
    ///     some of them, evenly distributed, have a picture.
    public init(width: Int = 240, limit: Int = 24) {
        pictures = SegmentPictures(width: width)
        self.limit = max(0, limit)
    }

    /// Wraps a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider that plans the sessions.
    ///   - sessionsBefore: The number of sessions of earlier players. The sessions of this provider
    ///     are numbered after them.
    /// - Returns: A provider that plans the same sessions and takes pictures of them.
    public func around(
        _ provider: any SessionProvider, sessionsBefore: Int = 0
    ) -> any SessionProvider {
        PhotographedProvider(upstream: provider) { [self] video in
            let camera = Camera(
                places: places(of: video), pictures: pictures, sessionsBefore: sessionsBefore)
            cameras.append(camera)
            return camera
        }
    }

    /// Returns the pictures of a session, in the order of their positions.
    ///
    /// - Parameter number: The number of the session, counted from 1.
    /// - Returns: The pictures; empty when the playhead passed no cue point with a picture.
    public func stills(ofSession number: Int) -> [SessionHistory.Still] {
        cameras.filter { $0.session == number }.flatMap(\.stills)
    }

    private func places(of video: Video) -> [(place: MediaTime, text: String)] {
        let all = video.cuePoints.compactMap { point -> (place: MediaTime, text: String)? in
            let text = point.name ?? point.type
            switch point.position {
            case .before: return (.zero, text)
            case .time(let time): return time >= .zero ? (time, text) : nil
            case .after: return nil
            }
        }
        guard all.count > limit else { return all }
        return (0..<limit).map { all[$0 * all.count / limit] }
    }
}

/// Takes the pictures of one session.
///
/// Background workers decode the pictures while the session continues.
private final class Camera: SegmentObserver {
    /// The cue points whose pictures one segment supplies, and the pictures once they are decoded.
    private struct Exposure {
        let wanted: [Int]
        let images: PendingResult<[[UInt8]?]>
    }

    private(set) var session: Int?
    private let places: [(place: MediaTime, text: String)]
    private var images: [Int: [UInt8]] = [:]
    /// The pictures that are being decoded, in the order of the segments.
    ///
    /// The bytes of a segment are retained until its pictures are decoded.
    private var exposures: [Exposure] = []
    private var seen = IntervalSet()
    private let pictures: SegmentPictures

    private let sessionsBefore: Int
    private let workers = Workers.shared

    init(
        places: [(place: MediaTime, text: String)], pictures: SegmentPictures, sessionsBefore: Int
    ) {
        self.sessionsBefore = sessionsBefore
        self.places = places
        self.pictures = pictures
    }

    var stills: [SessionHistory.Still] {
        while !exposures.isEmpty { develop() }
        return places.indices.compactMap { index in
            guard let image = images[index], isSeen(places[index].place) else { return nil }
            return SessionHistory.Still(
                places[index].text, at: places[index].place, image: image)
        }
    }

    /// Returns whether the playhead reached or passed a position.
    private func isSeen(_ place: MediaTime) -> Bool {
        seen.contains(place) || seen.intervals.contains { $0.upperBound == place }
    }

    var wantsSources: Bool { true }

    func session(_ number: Int, didPass interval: Range<MediaTime>) { seen.insert(interval) }

    func session(_ number: Int, didPlace segment: PlacedSegment) {
        guard segment.role == .main else { return }
        session = number + sessionsBefore
        guard let contents = segment.contents, let lead = contents.leadingTrack,
            let source = segment.source
        else { return }
        while exposures.count > workers.count { develop() }
        // If the media of a cue point is read again, a new picture replaces the old one only if the
        // playhead has not reached the cue point.
        let wanted = places.indices.filter {
            segment.interval.contains(places[$0].place)
                && (!isTaken($0) || places[$0].place > segment.playhead)
        }
        guard !wanted.isEmpty else { return }
        let offset = lead.start - segment.interval.lowerBound
        let times = wanted.map { places[$0].place + offset }
        // If the pictures of a segment cannot be decoded, its cue points have no pictures.
        let images = workers.submit { [pictures] in
            let taken = try? pictures.pictures(
                at: times, initialization: source.initialization, media: source.media,
                of: contents, inheritingFrom: source.first, isWholeFile: source.isWholeFile)
            return taken ?? []
        }
        exposures.append(Exposure(wanted: wanted, images: images))
    }

    /// Returns whether the picture of a cue point is decoded, or is being decoded.
    private func isTaken(_ index: Int) -> Bool {
        images[index] != nil || exposures.contains { $0.wanted.contains(index) }
    }

    /// Waits until the pictures of the earliest submitted segment are decoded, and stores them.
    private func develop() {
        let exposure = exposures.removeFirst()
        for (index, image) in zip(exposure.wanted, exposure.images.wait()) {
            images[index] = image
        }
    }
}

/// A provider that takes pictures in the sessions of another provider.
private struct PhotographedProvider: SessionProvider {
    let upstream: any SessionProvider
    let camera: (Video) -> Camera

    func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        plan.segmentObserver = camera(plan.video)
        return plan
    }
}
