package import Playlists
import Sessions

/// Which variant stream of an asset a download takes, and why.
///
/// | rule | takes | or else |
/// |---|---|---|
/// | ``DownloadSelection/Bitrate/atMost(_:)`` | the highest of at most that many bits a second | the lowest |
/// | ``DownloadSelection/Bitrate/atLeast(_:)`` | the lowest of at least that many | the highest |
/// | ``DownloadSelection/Bitrate/highest`` | the highest | |
/// | ``DownloadSelection/Bitrate/lowestWithVideo`` | the lowest that has video | the lowest |
///
/// To ask for at most zero bits is to ask for the lowest with video. Variants that surely have
/// video, by resolution or codecs, go ahead of those that do not tell. Among variants of the same
/// bandwidth the one with the most pixels is taken, and among those the first of the playlist.
///
/// Source: `Documentation/BrightcoveOffline.md#variant-choice`, `Documentation/VidLoader.md#bitrate`.
package struct VariantChoice: Equatable, Sendable {
    /// The place of the variant in the list that it was chosen from.
    package let index: Int
    /// Which variants there were, which was chosen and why; one line, for people.
    package let explanation: String

    /// Chooses a variant stream; `nil` when there are none.
    ///
    /// - Parameters:
    ///   - variants: What there is to choose from; those of I-frames alone do not belong here.
    ///   - bitrate: How to choose.
    package init?(among variants: [VariantStream], by bitrate: DownloadSelection.Bitrate) {
        let all = Array(variants.indices)
        let (found, reason) = Self.find(in: variants, all, bitrate)
        guard let found else { return nil }
        index = found
        explanation = Self.explain(variants, chosen: found, reason)
    }

    private static func find(
        in variants: [VariantStream], _ all: [Int], _ bitrate: DownloadSelection.Bitrate
    ) -> (index: Int?, reason: String) {
        switch bitrate {
        case .atMost(let limit) where limit > 0:
            let fitting = all.filter { variants[$0].bandwidth <= limit }
            if fitting.isEmpty {
                return (lowest(all, variants), "none has at most \(rate(limit)), so the lowest")
            }
            return (highest(fitting, variants), "the highest of at most \(rate(limit))")
        case .atLeast(let limit):
            let fitting = all.filter { variants[$0].bandwidth >= limit }
            if fitting.isEmpty {
                return (highest(all, variants), "none has at least \(rate(limit)), so the highest")
            }
            return (lowest(fitting, variants), "the lowest of at least \(rate(limit))")
        case .highest: return (highest(all, variants), "the highest")
        case .lowestWithVideo, .atMost:
            let certain = all.filter { variants[$0].showsVideo }
            let possible = certain.isEmpty ? all.filter { variants[$0].mayHaveVideo } : certain
            if possible.isEmpty { return (lowest(all, variants), "none has video, so the lowest") }
            return (lowest(possible, variants), "the lowest with video")
        }
    }

    private static func lowest(_ indices: [Int], _ variants: [VariantStream]) -> Int? {
        indices.min { first, second in
            let (one, other) = (variants[first], variants[second])
            if one.bandwidth != other.bandwidth { return one.bandwidth < other.bandwidth }
            return precedes(first, second, variants)
        }
    }

    private static func highest(_ indices: [Int], _ variants: [VariantStream]) -> Int? {
        indices.min { first, second in
            let (one, other) = (variants[first], variants[second])
            if one.bandwidth != other.bandwidth { return one.bandwidth > other.bandwidth }
            return precedes(first, second, variants)
        }
    }

    /// Whether one of two variants of the same bandwidth goes ahead of the other.
    private static func precedes(_ first: Int, _ second: Int, _ variants: [VariantStream]) -> Bool {
        let (one, other) = (variants[first].pixelCount, variants[second].pixelCount)
        return one == other ? first < second : one > other
    }

    private static func explain(
        _ variants: [VariantStream], chosen: Int, _ reason: String
    ) -> String {
        let shown = 12
        var list = variants.prefix(shown).map(describe).joined(separator: ", ")
        if variants.count > shown { list += " and \(variants.count - shown) more" }
        return "\(describe(variants[chosen])) (variant \(chosen + 1) of \(variants.count)):"
            + " \(reason); there are \(list)"
    }

    private static func describe(_ variant: VariantStream) -> String {
        guard let resolution = variant.resolution else { return rate(Int64(variant.bandwidth)) }
        return "\(rate(Int64(variant.bandwidth))) \(resolution.width)x\(resolution.height)"
    }

    private static func rate(_ bitsPerSecond: Int64) -> String { "\(bitsPerSecond) bit/s" }
}

extension VariantStream {
    /// Whether the resolution or the codecs say that there is video.
    var showsVideo: Bool { resolution != nil || codecs.contains(where: \.isVideoCodec) }

    /// Whether nothing says that there is no video.
    var mayHaveVideo: Bool { showsVideo || codecs.isEmpty }

    /// How many pixels a picture has; zero when unknown.
    fileprivate var pixelCount: Int {
        guard let resolution else { return 0 }
        let (count, overflow) = resolution.width.multipliedReportingOverflow(by: resolution.height)
        return overflow ? .max : count
    }
}
