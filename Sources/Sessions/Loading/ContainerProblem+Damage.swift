package import Containers

extension ContainerProblem {
    /// Whether media is lost or broken, or is not what was announced, so that it must not count as
    /// played.
    package var isDamage: Bool {
        switch kind {
        case .truncated, .corruptSample, .unreadable, .differentContainer, .encrypted: true
        case .decodeTimeRunsBackwards, .timestampJump, .missingTimestamp,
            .startsWithoutKeyframe, .strayBytes, .brokenFrame, .undecodable, .missingTrack:
            false
        }
    }

    /// What is wrong, in words.
    package var text: String {
        let times = count > 1 ? " (\(count) times)" : ""
        return switch kind {
        case .differentContainer(let announced, let found):
            "announced as \(announced.rawValue) and is \(found.rawValue)"
        case .truncated: "the end is missing"
        case .corruptSample: "samples are damaged or incomplete\(times)"
        case .encrypted: "samples are encrypted, and the playlist names no key for them\(times)"
        case .decodeTimeRunsBackwards: "decode times run backwards\(times)"
        case .timestampJump: "timestamps jump\(times)"
        case .missingTimestamp: "samples have no timestamp\(times)"
        case .startsWithoutKeyframe: "video does not start with a keyframe"
        case .strayBytes: "bytes belong to no audio frame\(times)"
        case .brokenFrame: "frames do not decode\(times)"
        case .undecodable: "there is no decoder for a track"
        case .unreadable(let cause): "unreadable: \(cause)"
        case .missingTrack: "a track has no samples"
        }
    }
}
