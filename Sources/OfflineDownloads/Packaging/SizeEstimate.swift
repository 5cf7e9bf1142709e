import Transport
import VirtualTime

/// The estimated size of a download, with an explanation of each track's estimate.
///
/// Byte ranges and `EXT-X-BITRATE` of the segments take precedence. If they are missing, the
/// bandwidth is used. The bandwidth of a variant stream includes one audio rendition, so an assumed
/// audio bitrate is subtracted for the main track. Further audio and subtitles are estimated at
/// typical rates.
package struct SizeEstimate: Equatable, Sendable {
    /// The estimate for one track of the download.
    package struct Part: Equatable, Sendable {
        /// The index of the track in the plan.
        package let track: Int
        package let bytes: Int64
        /// A human-readable explanation of the data that the number of bytes is based on.
        package let basis: String
    }

    /// The typical bitrate of audio, in bits per second.
    private static let usualAudioRate: Int64 = 128_000
    /// The typical bitrate of subtitles, in bits per second.
    private static let usualSubtitlesRate: Int64 = 1_000
    /// The assumed bitrate of a main track without a bandwidth, in bits per second.
    static let usualRate: Int64 = 1_000_000

    /// The estimates of the tracks, in the order of the plan.
    package let parts: [Part]

    /// Estimates a download.
    ///
    /// - Parameter plan: The plan of the download.
    package init(of plan: PackagePlan) {
        var stated = [Int64?](repeating: 0, count: plan.tracks.count)
        for resource in plan.resources where stated.indices.contains(resource.track) {
            // The size of an initialization section is negligible, so an unknown size is ignored.
            let count =
                resource.expectedBytes
                ?? resource.byteRange.map { $0.upperBound - $0.lowerBound }
            if resource.kind == .initializationSection, count == nil { continue }
            stated[resource.track] = stated[resource.track].flatMap { sum in
                count.map { sum.addingClamped($0) }
            }
        }
        let firstAudio = plan.tracks.firstIndex { $0.kind == .audio }
        parts = plan.tracks.indices.map { index in
            let track = plan.tracks[index]
            if let bytes = stated[index] {
                return Part(track: index, bytes: bytes, basis: "byte ranges and bitrates")
            }
            var rate: Int64
            let basis: String
            switch track.kind {
            case .main:
                rate = track.bandwidth > 0 ? track.bandwidth : Self.usualRate
                if firstAudio != nil { rate -= Self.audioShare(of: rate) }
                basis = track.bandwidth > 0 ? "bandwidth" : "a usual bandwidth"
            case .audio:
                let main = plan.tracks.first { $0.kind == .main }?.bandwidth ?? 0
                let isCounted = index == firstAudio && main > 0
                rate = isCounted ? Self.audioShare(of: main) : Self.usualAudioRate
                basis = isCounted ? "its share of the bandwidth" : "a usual bandwidth"
            case .subtitles:
                rate = Self.usualSubtitlesRate
                basis = "a usual bandwidth"
            }
            return Part(
                track: index, bytes: Self.bytes(of: track.duration, bitsPerSecond: rate),
                basis: "\(track.duration) s at \(rate) bit/s, \(basis)")
        }
    }

    /// The estimated number of bytes of the whole download.
    package var bytes: Int64 { parts.reduce(0) { $0.addingClamped($1.bytes) } }

    /// The estimated size of the whole download in megabytes (millions of bytes).
    package var megabytes: Double { Double(bytes) / 1_000_000 }

    /// Returns an explanation of the estimate, with one line for each track.
    ///
    /// - Parameter plan: The plan that was estimated.
    /// - Returns: The lines of the explanation, in the order of the tracks.
    package func explanation(for plan: PackagePlan) -> [String] {
        parts.map { part in
            let folder = plan.tracks[part.track].playlistName.prefix { $0 != "/" }
            return "\(folder): \(part.bytes) bytes (\(part.basis))"
        }
    }

    /// Returns the part of a variant stream's bandwidth that is assumed to be audio.
    private static func audioShare(of bandwidth: Int64) -> Int64 {
        min(usualAudioRate, bandwidth / 2)
    }

    /// Returns the size of media in bytes, clamped to the range of `Int64`.
    ///
    /// - Parameters:
    ///   - duration: The duration of the media.
    ///   - bitsPerSecond: The bits per second.
    /// - Returns: The number of bytes, rounded down.
    static func bytes(of duration: MediaTime, bitsPerSecond: Int64) -> Int64 {
        let bits = Int128(duration.ticks) * Int128(bitsPerSecond)
        return Int64(clamping: bits / (8 * Int128(MediaTime.ticksPerSecond)))
    }
}

extension Int64 {
    /// Returns the sum, or `Int64.max` if it overflows.
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
