import Formats
package import Playlists
import Sessions

/// The variant stream that is chosen for a download, and the reason for the choice.
///
/// | rule | chosen bandwidth | if there is none |
/// |---|---|---|
/// | ``DownloadSelection/Bitrate/atMost(_:)`` | the highest within the limit | the lowest |
/// | ``DownloadSelection/Bitrate/atLeast(_:)`` | the lowest from the limit up | the highest |
/// | ``DownloadSelection/Bitrate/highest`` | the highest | |
/// | ``DownloadSelection/Bitrate/lowestWithVideo`` | the lowest with video | the lowest |
///
/// Limits are in bits per second. A maximum of zero has the same effect as
/// ``DownloadSelection/Bitrate/lowestWithVideo``. The rule `lowestWithVideo` prefers variant
/// streams whose resolution or codecs indicate video to variant streams for which video is only
/// possible. Among variant streams with the same bandwidth, the one with the most pixels is chosen,
/// or else the first in the playlist. Variant streams with unknown requirements are not chosen.
///
/// Source: `Documentation/BrightcoveOffline.md#variant-choice`,
/// `Documentation/VidLoader.md#bitrate`.
package struct VariantChoice: Equatable, Sendable {
    /// The index of the chosen variant stream in the list passed to the initializer.
    package let index: Int
    /// A human-readable line with the chosen stream, the reason, and the available streams.
    package let explanation: String

    /// Chooses a variant stream; `nil` when none can be played.
    ///
    /// - Parameters:
    ///   - variants: The variant streams, without I-frame variants.
    ///   - bitrate: The rule for the choice.
    package init?(among variants: [VariantStream], by bitrate: DownloadSelection.Bitrate) {
        let all = variants.indices.filter { variants[$0].unknownRequirements.isEmpty }
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

    /// Returns whether the first of two variant streams with the same bandwidth takes precedence.
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
        var words = rate(Int64(variant.bandwidth))
        if let resolution = variant.resolution {
            words += " \(resolution.width)x\(resolution.height)"
        }
        if let name = variant.unknownRequirements.first {
            words += " (needs \(SafeText.line(name)))"
        }
        return words
    }

    private static func rate(_ bitsPerSecond: Int64) -> String { "\(bitsPerSecond) bit/s" }
}

extension VariantStream {
    /// Whether the resolution or the codecs indicate video.
    var showsVideo: Bool { resolution != nil || codecs.contains(where: \.isVideoCodec) }

    /// Whether the variant stream may have video: it indicates video or states no codecs.
    var mayHaveVideo: Bool { showsVideo || codecs.isEmpty }

    /// The number of pixels in a picture; zero when unknown.
    fileprivate var pixelCount: Int {
        guard let resolution else { return 0 }
        let (count, overflow) = resolution.width.multipliedReportingOverflow(by: resolution.height)
        return overflow ? .max : count
    }
}
