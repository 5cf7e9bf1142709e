import Playlists

/// The texts that result from merging consecutive versions of a live media playlist.
///
/// A merged text lists every segment of its versions. A version extends the text if it overlaps or
/// directly continues the text. After a gap, a version begins a new merged text, because the keys
/// and initialization sections of the segments in the gap are unknown. A version also begins a new
/// merged text if it lists a different location for a segment with the same media sequence number,
/// as after a restart of the encoder.
struct MergedVersions {
    /// One merged text: the lines of each segment, and the lines after the last segment.
    private struct Run {
        var blocks: [[UInt8]] = []
        var tail: [UInt8] = []
        /// The media sequence number of the first segment.
        var first = 0
        /// The media sequence number after the last segment.
        var next: Int { first + blocks.count }

        /// Returns whether the segments of a version fit this merged text.
        ///
        /// The segments fit if the first one repeats a segment of the text or directly follows the
        /// last segment of the text, and repeated segments have the same locations.
        func fits(_ others: [[UInt8]], from number: Int) -> Bool {
            guard number >= first, number <= next else { return false }
            return zip(blocks[(number - first)...], others).allSatisfy {
                MergedVersions.location(of: $0) == MergedVersions.location(of: $1)
            }
        }
    }

    private var runs: [Run] = []

    /// Adds a version of the playlist.
    ///
    /// - Parameters:
    ///   - bytes: The text of the version.
    ///   - playlist: The playlist that was parsed from the text; the segments that a delta update
    ///     skips are missing.
    mutating func add(_ bytes: [UInt8], _ playlist: MediaPlaylist) {
        let (blocks, tail) = Self.blocks(of: bytes)
        let first = playlist.mediaSequence + (playlist.skipped?.count ?? 0)
        guard blocks.count == playlist.segments.count, !blocks.isEmpty else { return }
        if var run = runs.last, run.fits(blocks, from: first) {
            // A version that is older than the previous version adds nothing; another rule reports
            // such a version.
            guard first + blocks.count >= run.next else { return }
            run.blocks += blocks[(run.next - first)...]
            run.tail = tail
            runs[runs.count - 1] = run
        } else if playlist.skipped == nil {
            runs.append(Run(blocks: blocks, tail: tail, first: first))
        }
    }

    /// Returns the location of a segment, which is the last line of its block.
    private static func location(of block: [UInt8]) -> ArraySlice<UInt8> {
        let start = block.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return block[start...]
    }

    /// The merged text with the most segments; `nil` when there is no version.
    private var longest: Run? { runs.max { $0.blocks.count < $1.blocks.count } }

    /// The number of segments that are in merged texts other than the longest.
    var omittedCount: Int {
        runs.reduce(0) { $0 + $1.blocks.count } - (longest?.blocks.count ?? 0)
    }

    /// Returns the longest merged text; `nil` when there is no version.
    ///
    /// - Parameters:
    ///   - isMissing: Decides whether a segment, counted from 0, is marked as missing with
    ///     EXT-X-GAP in the returned text.
    ///   - hidesParts: Decides whether the partial segments of a segment, counted from 0, are
    ///     omitted from the returned text. It is also called for the unfinished segment after the
    ///     last one, which the playlist lists only as partial segments.
    /// - Returns: The merged text with the most segments.
    func text(
        where isMissing: (Int) -> Bool = { _ in false },
        withoutParts hidesParts: (Int) -> Bool = { _ in false }
    ) -> [UInt8]? {
        guard let longest else { return nil }
        let mark = Array("#EXT-X-GAP\n".utf8)
        var text: [UInt8] = []
        for (index, block) in longest.blocks.enumerated() {
            let block = hidesParts(index) ? Self.withoutParts(block) : block
            guard isMissing(index) else {
                text += block
                continue
            }
            let location = Self.location(of: block)
            text += block[..<location.startIndex] + mark + location
        }
        let isHidden = hidesParts(longest.blocks.count)
        return text + (isHidden ? Self.withoutParts(longest.tail) : longest.tail)
    }

    private static func withoutParts(_ lines: [UInt8]) -> [UInt8] {
        let tag = Array("#EXT-X-PART:".utf8)
        let kept = lines.split(separator: 0x0A, omittingEmptySubsequences: false).filter {
            !$0.starts(with: tag)
        }
        return Array(kept.joined(separator: [0x0A]))
    }

    private static func blocks(of bytes: [UInt8]) -> (blocks: [[UInt8]], tail: [UInt8]) {
        var blocks: [[UInt8]] = []
        var lines: [UInt8] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            lines += line + [0x0A]
            let isBlank = line.allSatisfy { $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
            guard !isBlank, line.first != UInt8(ascii: "#") else { continue }
            blocks.append(lines)
            lines = []
        }
        return (blocks, lines)
    }
}
