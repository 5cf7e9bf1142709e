import Transport
import VirtualTime

/// About how many bytes a download will take, and what that rests on.
///
/// What byte ranges or `EXT-X-BITRATE` say of the segments counts first. The bandwidth of a variant
/// stream takes in one rendition of audio, so that the main track is what remains of it; further
/// audio and subtitles are estimated at rates that are usual.
package struct SizeEstimate: Equatable, Sendable {
    /// One track of the download.
    package struct Part: Equatable, Sendable {
        /// The track, counted as in the plan.
        package let track: Int
        package let bytes: Int64
        /// What the number rests on; for people.
        package let basis: String
    }

    /// How many bits a second audio has when nothing tells.
    private static let usualAudioRate: Int64 = 128_000
    /// How many bits a second subtitles have when nothing tells.
    private static let usualSubtitlesRate: Int64 = 1_000
    /// How many bits a second a stream without variants has when nothing tells.
    static let usualRate: Int64 = 1_000_000

    /// The tracks, in the order of the plan.
    package let parts: [Part]

    /// Estimates a download.
    ///
    /// - Parameter plan: What will be fetched.
    package init(of plan: PackagePlan) {
        var told = [Int64?](repeating: 0, count: plan.tracks.count)
        for resource in plan.resources where told.indices.contains(resource.track) {
            // An initialization section is small beside what it stands ahead of.
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
                return Part(track: index, bytes: bytes, basis: "byte ranges and bit rates")
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

    /// All of it, in bytes.
    package var bytes: Int64 { parts.reduce(0) { $0.addingClamped($1.bytes) } }

    /// All of it, in millions of bytes.
    package var megabytes: Double { Double(bytes) / 1_000_000 }

    /// What the estimate rests on, one line a track.
    ///
    /// - Parameter plan: The plan that was estimated.
    /// - Returns: The lines.
    package func explanation(for plan: PackagePlan) -> [String] {
        parts.map { part in
            let folder = plan.tracks[part.track].playlistName.prefix { $0 != "/" }
            return "\(folder): \(part.bytes) bytes (\(part.basis))"
        }
    }

    /// What audio takes of the bandwidth of a variant stream.
    private static func audioShare(of bandwidth: Int64) -> Int64 {
        min(usualAudioRate, bandwidth / 2)
    }

    /// How many bytes media takes, held within the range.
    ///
    /// - Parameters:
    ///   - duration: How long it plays.
    ///   - bitsPerSecond: How much a second of it takes.
    /// - Returns: The bytes, rounded down.
    static func bytes(of duration: MediaTime, bitsPerSecond: Int64) -> Int64 {
        let bits = Int128(duration.ticks) * Int128(bitsPerSecond)
        return Int64(clamping: bits / (8 * Int128(MediaTime.ticksPerSecond)))
    }
}

extension Int64 {
    /// The sum, or the greatest number.
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
