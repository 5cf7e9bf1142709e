import Formats
import HeadlessPlayback
import Playlists
import Presentation

/// The identity of a stream within its asset.
enum StreamKey: Hashable, Sendable {
    case variant(Int)
    case rendition(Rendition.Kind, group: String, name: String, language: String?)
}

/// The survey of one stream in one playback, with its losses and findings.
struct SurveyedStream: Sendable {
    /// Media of the stream that could not be obtained or used.
    struct Loss: Sendable {
        /// The kind of cause of a loss: damage, a missing initialization section or another cause.
        enum Kind: Sendable {
            /// The media is damaged, or was read with the wrong initialization section.
            case damage
            /// The initialization section that the media needs is missing.
            case noSection
            /// The media could not be obtained or decrypted.
            case other
        }

        /// The interval of the media; `nil` when the whole stream is lost.
        let interval: Range<MediaTime>?
        /// The description of the cause, without the names of folders and hosts.
        let cause: String
        /// Whether the loss ends the stream, so that no later media was read.
        let endsStream: Bool
        /// The kind of cause.
        var kind = Kind.other
        /// Whether the licence of a key with a location such as `skd://one` is not available.
        var lacksLicence = false
    }

    /// A finding about media that is missing or damaged, although the stream was read.
    struct Finding: Sendable {
        /// The track: `video`, `audio` or `subtitles`; `nil` when the finding concerns no track.
        var track: String?
        /// The interval of the media; `nil` when the finding concerns the whole stream.
        var interval: Range<MediaTime>?
        /// Whether the media is missing.
        var isMissing = false
        /// The finding in words.
        let words: String
    }

    let key: StreamKey
    /// The name of the stream.
    let name: String
    /// The contents of the stream; `nil` when not even the playlist could be obtained.
    var survey: StreamSurvey?
    /// The losses, in the order in which they were found.
    var losses: [Loss] = []
    /// The findings about media that was read.
    var findings: [Finding] = []
    /// The listed groups and renditions that cannot be played.
    var announced: [Ledger.Remark] = []
    /// The missing EXT-X-MAP that causes losses; `nil` when there is none.
    var missingMap: MissingMap?
    /// The reason why the stream was not read to its end; `nil` when there is none.
    ///
    /// The reason is outside this stream, such as the time limit or a loss in another stream.
    var interruption: String?

    /// The index of a variant stream in the playlist; `nil` for a rendition.
    var variant: Int? {
        if case .variant(let place) = key { place } else { nil }
    }

    /// Whether the stream was read to its end without a loss or finding.
    var isWhole: Bool { losses.isEmpty && findings.isEmpty && interruption == nil }

    /// The losses; adjacent losses with the same cause are joined.
    var joinedLosses: [Loss] {
        losses.reduce(into: []) { joined, loss in
            if let last = joined.last, last.cause == loss.cause, !last.endsStream,
                let before = last.interval, let next = loss.interval,
                max(next.lowerBound - before.upperBound, before.upperBound - next.lowerBound)
                    <= TrackTimeline.tolerance
            {
                joined[joined.count - 1] = Loss(
                    interval: before.lowerBound..<max(before.upperBound, next.upperBound),
                    cause: loss.cause, endsStream: loss.endsStream, kind: loss.kind)
            } else {
                joined.append(loss)
            }
        }
    }

    /// The first problem on one line; `nil` when there is none.
    var problem: String? {
        if let swap = survey?.swaps.first { return "\(name): \(swap.words)" }
        let losses = joinedLosses
        if let loss = losses.first {
            let more = losses.count > 1 ? " (and \(losses.count - 1) more)" : ""
            guard let interval = loss.interval else {
                return "\(name) could not be read: \(loss.cause)"
            }
            return loss.endsStream
                ? "\(name) ends at \(interval.lowerBound) s: \(loss.cause)"
                : "\(name) lacks \(interval.words): \(loss.cause)\(more)"
        }
        guard let finding = findings.first else { return nil }
        return "\(name): \(finding.words)"
            + (findings.count > 1 ? " (and \(findings.count - 1) more)" : "")
    }
}

/// Two neighbouring segments in the wrong order: the second has the earlier media.
struct SwappedSegments: Sendable, Hashable {
    let first: String
    let second: String
    /// The interval of the first segment's media.
    let firstInterval: Range<MediaTime>
    /// The interval of the second segment's media.
    let secondInterval: Range<MediaTime>

    /// The problem on one line.
    var words: String {
        "segments out of order: \(SafeText.quoted(first)) holds \(firstInterval.words) and the"
            + " next one, \(SafeText.quoted(second)), holds \(secondInterval.words)"
    }
}

extension Range<MediaTime> {
    /// The interval in words.
    var words: String { "\(lowerBound)-\(upperBound) s" }
}
