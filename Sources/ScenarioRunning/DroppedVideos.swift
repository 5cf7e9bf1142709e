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

    /// The sessions that had loaded nothing when the app died.
    var sessions: Set<Int> { Set(entries.filter(\.isCurrent).compactMap(\.session)) }

    /// Records a video that the app has lost.
    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// Removes the videos that the app enqueues again.
    ///
    /// A playback service may answer a second request for an asset with a different video.
    /// Therefore the assets are compared too.
    ///
    /// - Parameters:
    ///   - videos: The videos that are enqueued.
    ///   - places: The indices of their assets.
    mutating func takeUp(_ videos: [Video], of places: [Int]) {
        entries.removeAll { entry in
            entry.place.map(places.contains) == true || videos.contains(entry.video)
        }
    }
}

extension DroppedVideos {
    /// Records the videos that the app loses because it dies.
    ///
    /// These are the videos in its queue, and the current one if nothing of it is loaded.
    ///
    /// - Parameters:
    ///   - controller: The controller of the app.
    ///   - number: The number of the current session; `nil` if there is none.
    ///   - place: Returns the index of the asset of a video; `nil` if no asset has the video.
    mutating func addVideos(
        of controller: PlaybackController, session number: Int?, place: (Video) -> Int?
    ) {
        if let session = controller.currentSession, session.failure == nil,
            !session.reachedEnd, session.ledger.tracks.isEmpty
        {
            add(
                Entry(
                    video: session.video, place: place(session.video), session: number,
                    isCurrent: true))
        }
        for video in controller.waitingVideos {
            add(Entry(video: video, place: place(video), session: number, isCurrent: false))
        }
    }
}

extension ScenarioStage {
    /// Replaces the videos of the app with the videos of assets.
    func setVideos(_ videos: [Video], of places: [Int]) {
        dropped.takeUp(videos, of: places)
        controller.setVideos(videos)
    }
}
