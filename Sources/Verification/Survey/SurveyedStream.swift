import HeadlessPlayback

/// What identifies a stream within its asset.
enum StreamKey: Hashable, Sendable {
    case variant(Int)
    case rendition(Rendition.Kind, group: String, name: String, language: String?)
}

/// What one play showed of one stream of an asset, and what was wrong with it.
struct SurveyedStream: Sendable {
    /// Media of the stream that could not be obtained or used.
    struct Loss: Sendable {
        /// Where the media is on the timeline; `nil` when the whole stream is lost.
        let interval: Range<MediaTime>?
        /// Why it is lost, without folders and hosts.
        let cause: String
        /// Whether nothing behind it was read.
        let endsStream: Bool
    }

    let key: StreamKey
    /// What people call it.
    let name: String
    /// What it holds; `nil` when not even its playlist could be obtained.
    var survey: StreamSurvey?
    /// What is lost of it, in the order in which it was found.
    var losses: [Loss] = []
    /// Stretches that are there and not sound, in words.
    var findings: [String] = []
    /// Why it was not read to its end, where another stream is the cause; `nil` when it was.
    var interruption: String?

    /// The place of a variant stream in the playlist, counted from zero; `nil` for a rendition.
    var variant: Int? {
        if case .variant(let place) = key { place } else { nil }
    }

    /// Whether it was read to its end without anything wrong.
    var isWhole: Bool { losses.isEmpty && findings.isEmpty && interruption == nil }

    /// The losses, neighbours with one cause as one.
    var joinedLosses: [Loss] {
        losses.reduce(into: []) { joined, loss in
            if let last = joined.last, last.cause == loss.cause, !last.endsStream,
                let before = last.interval, let next = loss.interval,
                max(next.lowerBound - before.upperBound, before.upperBound - next.lowerBound)
                    <= TrackTimeline.tolerance
            {
                joined[joined.count - 1] = Loss(
                    interval: before.lowerBound..<max(before.upperBound, next.upperBound),
                    cause: loss.cause, endsStream: loss.endsStream)
            } else {
                joined.append(loss)
            }
        }
    }

    /// What is wrong with it in one line; `nil` when nothing is.
    var problem: String? {
        if let swap = survey?.swaps.first { return "\(name): \(swap.words)" }
        let losses = joinedLosses
        if let loss = losses.first {
            let more = losses.count > 1 ? " (and \(losses.count - 1) more)" : ""
            guard let interval = loss.interval else { return "\(name) is not read: \(loss.cause)" }
            return loss.endsStream
                ? "\(name) ends at \(interval.lowerBound) s: \(loss.cause)"
                : "\(name) lacks \(interval.words): \(loss.cause)\(more)"
        }
        guard let finding = findings.first else { return nil }
        return "\(name): \(finding)"
            + (findings.count > 1 ? " (and \(findings.count - 1) more)" : "")
    }
}

/// Two neighbours in a playlist of which the second holds the earlier media.
struct SwappedSegments: Sendable, Hashable {
    let first: String
    let second: String
    /// Where the media of each of them lies.
    let firstInterval: Range<MediaTime>
    let secondInterval: Range<MediaTime>

    /// What is wrong in one line.
    var words: String {
        "segments out of order: \(inline(first)) holds \(firstInterval.words) and the next one,"
            + " \(inline(second)), holds \(secondInterval.words)"
    }
}

extension Range<MediaTime> {
    /// The interval as people read it.
    var words: String { "\(lowerBound)-\(upperBound) s" }
}
