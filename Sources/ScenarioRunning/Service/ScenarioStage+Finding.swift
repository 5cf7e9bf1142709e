import Formats
import HeadlessPlayback
import Scenarios
import Sessions

/// The answers that the playback service has given to the app of a scenario.
struct FoundVideos {
    /// The found videos, by the indices of their assets.
    ///
    /// A request that has succeeded is not repeated. An asset whose request has failed has no
    /// entry, and is requested again when its videos are needed.
    var byPlace: [Int: [Video]] = [:]
    /// The requests in progress, by number.
    var requests: [Int: (find: ServiceFind, hold: Hold)] = [:]
    /// The number of requests to the playback service so far.
    var count = 0

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
            let error = take(result, to: find, at: place)
            completion(error == nil)
        }
        found.requests[number] = (find, hold)
    }

    /// Records an answer.
    ///
    /// - Returns: The error; `nil` for an answer with videos.
    private func take(
        _ result: Result<PlaybackServiceAnswer, PlaybackServiceError>, to find: ServiceFind,
        at place: Int
    ) -> PlaybackServiceError? {
        switch result {
        case .success(let answer):
            let videos = answer.video.map { [$0] } ?? answer.playlist?.videos ?? []
            found.byPlace[place] = videos.map { scenario.assets[place].completed($0) }
            note(find, find.isList ? videos.count.counted("video") : "found")
            // If the service refuses one entry of a list, no delegate method reports the error of
            // that entry. The error is therefore recorded here.
            for video in videos where video.hasError { note(find, video.refusal, of: video) }
            return nil
        case .failure(let error):
            note(find, error)
            return error
        }
    }

    private func note(_ find: ServiceFind, _ error: PlaybackServiceError, of video: Video? = nil) {
        let entry = video?.id.map { ", video \(SafeText.quoted($0))" } ?? ""
        let reason = PlaceText.cut(PlaybackServiceError(error.cause).description)
        note(find, reason, entry: entry, .playbackService(error))
    }

    private func note(
        _ find: ServiceFind, _ outcome: String, entry: String = "", _ error: PlaybackError? = nil
    ) {
        note(
            Happening(
                .answer(error), at: world.loop.now, name: find.event.rawValue,
                text: "\(find.subject)\(entry): \(outcome)"))
    }
}

extension Video {
    /// The error with which the playback service refused this entry of a list.
    fileprivate var refusal: PlaybackServiceError {
        PlaybackServiceError(
            .api(
                status: 200,
                [
                    PlaybackServiceRefusal(
                        code: errorCode ?? "", subcode: errorSubcode, message: errorMessage)
                ]))
    }
}
