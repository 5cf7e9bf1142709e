import Sessions

/// The videos that a controller plays in sequence.
struct PlaybackQueue {
    private(set) var videos: [Video] = []
    /// The index of the current video; `nil` before the first.
    private(set) var currentIndex: Int?

    init(_ videos: [Video] = []) {
        self.videos = videos
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

    /// Moves to the position before a video, so that the next advance selects it.
    ///
    /// - Parameter index: The index of the video.
    mutating func place(before index: Int) { currentIndex = index > 0 ? index - 1 : nil }

    /// Removes a video.
    ///
    /// - Parameter index: Its index, which must not be the current one.
    mutating func remove(at index: Int) {
        videos.remove(at: index)
        if let current = currentIndex, index < current { currentIndex = current - 1 }
    }

    /// Moves a video; the current one remains the current one.
    ///
    /// - Parameters:
    ///   - index: Its index.
    ///   - target: Its index afterwards.
    mutating func move(from index: Int, to target: Int) {
        videos.insert(videos.remove(at: index), at: target)
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
        if let current = currentIndex, place <= current { currentIndex = current + 1 }
        return place
    }
}
