import Transport
import VirtualTime

/// The estimated size of a download, with the basis of the estimate.
///
/// Byte ranges and `EXT-X-BITRATE` of the segments take precedence. The bandwidth of a variant
/// stream includes one rendition of audio, which is subtracted for the main track; further audio
/// and subtitles are estimated at typical rates.
package struct SizeEstimate: Equatable, Sendable {
    /// One track of the download.
    package struct Part: Equatable, Sendable {
        /// The track, counted as in the plan.
        package let track: Int
        package let bytes: Int64
        /// The basis of the number, for people.
        package let basis: String
    }

    /// The typical bits per second of audio.
    private static let usualAudioRate: Int64 = 128_000
    /// The typical bits per second of subtitles.
    private static let usualSubtitlesRate: Int64 = 1_000
    /// The bits per second assumed for a stream without variants.
    static let usualRate: Int64 = 1_000_000

    /// The tracks, in the order of the plan.
    package let parts: [Part]

    /// Estimates a download.
    ///
    /// - Parameter plan: The plan of the download.
    package init(of plan: PackagePlan) {
        var told = [Int64?](repeating: 0, count: plan.tracks.count)
        for resource in plan.resources where told.indices.contains(resource.track) {
            // An initialization section is small compared with its segments.
            let count =
                resource.expectedBytes
                ?? resource.byteRange.map { $0.upperBound - $0.lowerBound }
            if resource.kind == .initializationSection, count == nil { continue }
            told[resource.track] = told[resource.track].flatMap { sum in
                count.map { sum.addingClamped($0) }
            }
        }
        let firstAudio = plan.tracks.firstIndex { $0.kind == .audio }
        parts = plan.tracks.indices.map { index in
            let track = plan.tracks[index]
            if let bytes = told[index] {
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

    /// The total in bytes.
    package var bytes: Int64 { parts.reduce(0) { $0.addingClamped($1.bytes) } }

    /// The total in millions of bytes.
    package var megabytes: Double { Double(bytes) / 1_000_000 }

    /// Returns the basis of the estimate, one line for each track.
    ///
    /// - Parameter plan: The estimated plan.
    /// - Returns: The lines.
    package func explanation(for plan: PackagePlan) -> [String] {
        parts.map { part in
            let folder = plan.tracks[part.track].playlistName.prefix { $0 != "/" }
            return "\(folder): \(part.bytes) bytes (\(part.basis))"
        }
    }

    /// Returns the share of audio in the bandwidth of a variant stream.
    private static func audioShare(of bandwidth: Int64) -> Int64 {
        min(usualAudioRate, bandwidth / 2)
    }

    /// Returns the size of media in bytes, clamped to the range.
    ///
    /// - Parameters:
    ///   - duration: The duration of the media.
    ///   - bitsPerSecond: The bits per second.
    /// - Returns: The bytes, rounded down.
    static func bytes(of duration: MediaTime, bitsPerSecond: Int64) -> Int64 {
        let bits = Int128(duration.ticks) * Int128(bitsPerSecond)
        return Int64(clamping: bits / (8 * Int128(MediaTime.ticksPerSecond)))
    }
}

extension Int64 {
    /// Returns the sum, clamped to the range.
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
