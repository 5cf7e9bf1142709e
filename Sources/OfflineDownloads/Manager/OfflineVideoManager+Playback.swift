public import Sessions

extension OfflineVideoManager {
    /// Returns the video of a download, for playback by a controller.
    ///
    /// The provider chain of the controller must contain an ``OfflineSessionProvider`` with this
    /// manager's ``library``. The properties of the video describe the download, under the keys
    /// `offlineVideo…` of `Video.PropertyKey`. `Video.playableOffline` is set once, when the video
    /// object is made, and requires that every file of the package exists with its recorded size.
    /// The objects of completed downloads are cached, until ``clearOfflineVideoCache()`` or a
    /// change of the download.
    ///
    /// - Parameter token: The token of a download in any state. A download in progress can be
    ///   played too.
    /// - Returns: The video; `nil` when there is no such download.
    public func videoObject(from token: OfflineVideoToken) -> Video? {
        if let cached = cachedVideos[token] { return cached }
        guard let record = record(of: token) else { return nil }
        let video = OfflineVideoObject.make(
            record: record, folder: engine.folder, isIntact: engine.isIntact(record))
        // If the licence has a play duration, the first playback changes the properties of the
        // video. The object is therefore not cached before the first playback.
        let isSettled = record.playDuration == nil || record.initialPlaybackTime != nil
        if record.state == .completed, isSettled, video.playableOffline {
            cachedVideos[token] = video
        }
        return video
    }
}
