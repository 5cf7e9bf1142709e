import HeadlessPlayback
import Scenarios
import Sessions

/// The answers that the playback service has given to the app of a scenario.
struct FoundVideos {
    /// The found videos, by the indices of their assets.
    ///
    /// A request that has succeeded is not repeated. An asset whose request has failed has no
    /// entry, and is requested again when its videos are needed.
    private(set) var byPlace: [Int: [Video]] = [:]
    /// The requests in progress, by number.
    var requests: [Int: (find: ServiceFind, hold: Hold)] = [:]
    /// The number of requests to the playback service so far.
    var count = 0
    /// The indices of the assets whose last answer has no video.
    private(set) var unfound: Set<Int> = []

    /// Records the videos that were found for an asset; there may be none.
    mutating func add(_ videos: [Video], at place: Int) {
        byPlace[place] = videos
        if videos.isEmpty { unfound.insert(place) } else { unfound.remove(place) }
    }

    /// Abandons the requests in progress and removes the responses, because the app ends.
    mutating func end() {
        byPlace = [:]
        requests = [:]
    }
}

extension ScenarioStage {
    /// Passes the videos of assets to a closure, after requesting missing videos from the service.
    ///
    /// The playback service is asked for one asset after another.
    ///
    /// - Parameters:
    ///   - places: The indices of the assets.
    ///   - absent: The indices of the assets whose requests have failed, so that they have no
    ///     videos.
    ///   - use: Receives the videos of each asset; called immediately if no video is missing.
    func withVideos(
        of places: [Int], without absent: Set<Int> = [], _ use: @escaping ([[Video]]) -> Void
    ) {
        let missing = places.first { place in
            scenario.assets[place].find != nil && found.byPlace[place] == nil
                && !absent.contains(place)
        }
        guard let missing, let find = scenario.assets[missing].find else {
            return use(places.map { videos(at: $0) })
        }
        self.find(find, at: missing) { [weak self] isFound in
            self?.withVideos(
                of: places, without: isFound ? absent : absent.union([missing]), use)
        }
    }

    /// Returns the videos of an asset: its own video, or the videos that were found so far.
    func videos(at place: Int) -> [Video] {
        scenario.assets[place].find == nil ? [videos[place]] : found.byPlace[place] ?? []
    }

    private func find(
        _ find: ServiceFind, at place: Int, completion: @escaping (_ isFound: Bool) -> Void
    ) {
        guard let (service, token) = service?.request(find, in: world) else {
            return completion(false)
        }
        found.count += 1
        let number = found.count
        let hold = service.find(
            find.subject, authToken: token, parameters: find.parameters
        ) { [weak self] result in
            guard let self else { return }
            found.requests[number] = nil
            let videos = try? result.get().videos
            if let videos {
                found.add(videos.map { scenario.assets[place].completed($0) }, at: place)
            }
            for answer in find.happenings(for: result, at: world.loop.now) { note(answer) }
            completion(videos != nil)
        }
        found.requests[number] = (find, hold)
    }
}
