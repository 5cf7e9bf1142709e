import VirtualTime

extension PackagePlan {
    /// The indices of the resources in the order in which they are loaded.
    ///
    /// The video is interleaved with its first audio and subtitles in playback order, so that it
    /// can be watched during the download; further tracks follow one by one.
    package var fetchOrder: [Int] {
        var kinds: Set<Track.Kind> = []
        let leads = tracks.map { kinds.insert($0.kind).inserted }
        var elapsed = [MediaTime](repeating: .zero, count: tracks.count)
        var starts: [MediaTime] = []
        starts.reserveCapacity(resources.count)
        for resource in resources {
            guard elapsed.indices.contains(resource.track) else {
                starts.append(.zero)
                continue
            }
            starts.append(elapsed[resource.track])
            elapsed[resource.track] += resource.duration
        }
        func place(_ ordinal: Int) -> (group: Int, start: MediaTime, ordinal: Int) {
            let track = resources[ordinal].track
            let isLeading = leads.indices.contains(track) && leads[track]
            return isLeading ? (0, starts[ordinal], ordinal) : (track + 1, .zero, ordinal)
        }
        return resources.indices.sorted { place($0) < place($1) }
    }
}
