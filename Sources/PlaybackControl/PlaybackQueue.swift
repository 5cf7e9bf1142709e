import Sessions

/// The videos that a controller plays in sequence.
struct PlaybackQueue {
    /// The state of a video in the queue.
    private enum State {
        /// The video has not had a session.
        case waiting
        /// The video was inserted before the video that was current, and has not had a session.
        case insertedTooEarly
        /// The video has had a session.
        case played
        /// The video was skipped, because it cannot have a session.
        case skipped
    }

    private(set) var videos: [Video] = []
    /// The state of each video, by its index.
    private var states: [State] = []
    /// The index of the current video; `nil` before the first video is current.
    private(set) var currentIndex: Int?

    init(_ videos: [Video] = []) {
        self.videos = videos
        states = videos.map { _ in .waiting }
    }

    /// The videos that have had no session and were not skipped, but that should be played.
    ///
    /// These are the videos after the current one, and the videos that were inserted before it. The
    /// queue does not reach the latter unless the app goes back to them.
    var waiting: [Video] {
        videos.indices.filter { index in
            states[index] == .insertedTooEarly || index >= nextIndex && states[index] == .waiting
        }.map { videos[$0] }
    }

    /// Whether a video follows the current one.
    var hasNext: Bool { nextIndex < videos.count }

    private var nextIndex: Int { currentIndex.map { $0 + 1 } ?? 0 }

    /// Advances to the next video.
    ///
    /// - Returns: The video, or `nil` when none follows; the current one then remains.
    mutating func advance() -> Video? {
        guard hasNext else { return nil }
        currentIndex = nextIndex
        return videos[nextIndex - 1]
    }

    /// Restores the current video after an advance that found no playable video.
    ///
    /// - Parameter index: The index of the video that was current; `nil` if there was none.
    mutating func goBack(to index: Int?) { currentIndex = index }

    /// Records that the current video has a session.
    mutating func beginCurrent() {
        if let currentIndex { states[currentIndex] = .played }
    }

    /// Records that the current video is skipped.
    ///
    /// - Returns: Whether the state changed; `false` if the video was already skipped.
    mutating func skipCurrent() -> Bool {
        guard let currentIndex, states[currentIndex] != .skipped else { return false }
        states[currentIndex] = .skipped
        return true
    }

    /// Moves to the position before a video, so that the next advance selects it.
    ///
    /// - Parameter index: The index of the video.
    mutating func place(before index: Int) { currentIndex = index > 0 ? index - 1 : nil }

    /// Removes a video.
    ///
    /// - Parameter index: The index of the video, which must not be the current one.
    mutating func remove(at index: Int) {
        videos.remove(at: index)
        states.remove(at: index)
        if let current = currentIndex, index < current { currentIndex = current - 1 }
    }

    /// Moves a video; the current video remains the current one.
    ///
    /// - Parameters:
    ///   - index: The index of the video before the move.
    ///   - target: The index of the video after the move.
    mutating func move(from index: Int, to target: Int) {
        videos.insert(videos.remove(at: index), at: target)
        states.insert(states.remove(at: index), at: target)
        guard let current = currentIndex else { return }
        if current == index {
            currentIndex = target
        } else {
            let gap = index < current ? current - 1 : current
            currentIndex = target <= gap ? gap + 1 : gap
        }
    }

    /// Inserts a video.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - index: The index of the video to insert after; -1 inserts at the start.
    /// - Returns: The index of the inserted video, or `nil` if `index` is out of range.
    mutating func insert(_ video: Video, after index: Int) -> Int? {
        guard index >= -1, index < videos.count else { return nil }
        let place = index + 1
        videos.insert(video, at: place)
        states.insert(.waiting, at: place)
        if let current = currentIndex, place <= current {
            states[place] = .insertedTooEarly
            currentIndex = current + 1
        }
        return place
    }
}
