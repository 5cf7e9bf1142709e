import Formats
import HeadlessPlayback
import Scenarios
import Sessions

extension ServiceFind {
    /// Returns the events that report the service's answer to the app, in order.
    ///
    /// If the service refuses one entry of a list, no delegate method reports the error of that
    /// entry. The error therefore has an event of its own.
    func happenings(
        for result: Result<PlaybackServiceAnswer, PlaybackServiceError>, at instant: Instant
    ) -> [Happening] {
        switch result {
        case .success(let answer):
            let text = isList ? text(finding: answer.videos.count) : "\(subject): found"
            let refused = answer.videos.filter(\.hasError)
            return [happening(text, at: instant)]
                + refused.map { happening(for: $0.refusal, of: $0, at: instant) }
        case .failure(let error): return [happening(for: error, at: instant)]
        }
    }

    /// Returns whether an event is an answer without a video, and a pattern states this.
    ///
    /// The pattern must not match the same answer with one video or with several. So `0 videos`
    /// states that there is none, but `videos`, or the name of the event alone, does not.
    func isEmptiness(of happening: Happening, statedBy pattern: EventPattern) -> Bool {
        let fitsVideos = (1...2).contains { count in
            pattern.fits(
                Happening(
                    happening.kind, at: happening.instant, name: happening.name,
                    text: text(finding: count)))
        }
        return isEmptyAnswer(happening) && pattern.fits(happening) && !fitsVideos
    }

    /// Returns whether an event is an answer to this request that has no video.
    func isEmptyAnswer(_ happening: Happening) -> Bool {
        happening.name == event.rawValue && happening.text == text(finding: 0)
    }

    /// Returns the text of an answer with a number of videos, as in the trace.
    private func text(finding count: Int) -> String { "\(subject): \(count.counted("video"))" }

    private func happening(
        for error: PlaybackServiceError, of video: Video? = nil, at instant: Instant
    ) -> Happening {
        let entry = video?.id.map { ", video \(SafeText.quoted($0))" } ?? ""
        let reason = PlaceText.cut(PlaybackServiceError(error.cause).description)
        return happening("\(subject)\(entry): \(reason)", .playbackService(error), at: instant)
    }

    private func happening(
        _ text: String, _ error: PlaybackError? = nil, at instant: Instant
    ) -> Happening {
        Happening(.answer(error), at: instant, name: event.rawValue, text: text)
    }
}

extension PlaybackServiceAnswer {
    /// The found video, or the videos of the found list.
    var videos: [Video] { video.map { [$0] } ?? playlist?.videos ?? [] }
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
