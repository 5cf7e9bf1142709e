import HeadlessPlayback
import Scenarios

/// The videos that the app lost when it died, and that no later step has enqueued again.
struct DroppedVideos {
    /// A video that the app lost when it died.
    struct Entry {
        let video: Video
        /// The index of the video's asset; `nil` if no asset has the video.
        let place: Int?
        /// The number of the session that was current at the death; `nil` if there was none.
        let session: Int?
        /// Whether the current session had the video; otherwise the video was still in the queue.
        let isCurrent: Bool
    }

    private var entries: [Entry] = []

    /// The videos that were in the queue of the app.
    var queued: [Entry] { entries.filter { !$0.isCurrent } }

    /// Removes the videos that the app enqueues again.
    ///
    /// A playback service may answer a second request for an asset with a different video.
    /// Therefore the assets are compared too.
    ///
    /// - Parameters:
    ///   - videos: The videos that are enqueued.
    ///   - places: The indices of their assets.
    mutating func takeUp(_ videos: [Video], of places: [Int]) {
        guard !entries.isEmpty else { return }
        let (places, videos) = (Set(places), Set(videos))
        entries.removeAll { entry in
            entry.place.map(places.contains) == true || videos.contains(entry.video)
        }
    }

    /// Records the videos that the app loses because it dies.
    ///
    /// These are the videos in its queue, and the current video if no part of it is loaded.
    ///
    /// - Parameters:
    ///   - controller: The controller of the app.
    ///   - number: The number of the current session; `nil` if there is none.
    ///   - assets: The videos of each asset.
    mutating func addVideos(
        of controller: PlaybackController, _ number: Int?, assets: [[Video]]
    ) {
        var places: [Video: Int] = [:]
        for (place, videos) in assets.enumerated() {
            for video in videos where places[video] == nil { places[video] = place }
        }
        func add(_ video: Video, isCurrent: Bool) {
            entries.append(
                Entry(video: video, place: places[video], session: number, isCurrent: isCurrent))
        }
        if let session = controller.currentSession, session.failure == nil,
            !session.reachedEnd, session.ledger.tracks.isEmpty
        {
            add(session.video, isCurrent: true)
        }
        for video in controller.waitingVideos { add(video, isCurrent: false) }
    }

    /// Returns the sessions, and marks the sessions that had loaded nothing when the app died.
    func marking(_ sessions: [SessionOutcome]) -> [SessionOutcome] {
        let lost = Set(entries.filter(\.isCurrent).compactMap(\.session))
        return sessions.map { session in
            var session = session
            session.wasLost = lost.contains(session.number)
            return session
        }
    }
}
