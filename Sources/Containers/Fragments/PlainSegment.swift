/// The samples of a segment of movie fragments, read without libavformat.
///
/// Playback needs only the existence, the size and the decode and presentation times of each
/// sample, and the fragment's box states all of these before the sample data. This reader needs a
/// third of the time that libavformat needs, because libavformat copies every sample. libavformat
/// reads media that is damaged, truncated or not plain (see `PlainMovie` and `PlainFragment`). For
/// all other media, both readers return the same samples.
struct PlainSegment {
    let samples: [PlainSample]

    /// The maximum size of a fragment's box in bytes; libavformat reads larger ones.
    private static let largestFragment: Int64 = 8 << 20
    private static let mostBoxes = 4096

    /// Reads a whole segment; `nil` when it is not plain or cannot be read.
    ///
    /// - Parameters:
    ///   - media: The bytes of the segment.
    ///   - movie: The movie box of the initialization section for the segment.
    ///   - forms: The forms that the samples must have, one for each track of the movie.
    init?(_ media: any ContainerInput, of movie: PlainMovie, forms: [SampleForm]) {
        guard let end = media.byteCount else { return nil }
        var samples = PlainSamples(trackCount: movie.tracks.count)
        var walk = TopLevel()
        var offset: Int64 = 0
        var firstOfFragment = 0
        for _ in 0..<Self.mostBoxes where offset < end {
            guard let bytes = try? media.bytes(at: offset, count: 16),
                let header = try? BoxHeader(bytes.span), let size = header.byteCount,
                size <= end - offset, let type = PlainBox(rawValue: header.code)
            else { return nil }
            let contents = offset + Int64(header.count)..<offset + size
            switch type {
            case .styp, .free, .emsg: break
            case .sidx:
                guard header.isShort, let bytes = Self.contents(contents, of: media),
                    walk.expectsFragment(bytes.span, behind: offset + size)
                else { return nil }
            case .moof:
                guard header.isShort, walk.startsFragment(at: offset),
                    let bytes = Self.contents(contents, of: media)
                else { return nil }
                firstOfFragment = samples.all.count
                guard
                    let fragment = PlainFragment(bytes, at: offset, of: movie, into: &samples)
                else { return nil }
                walk.fragment = fragment
            case .mdat:
                guard walk.takesData(contents) else { return nil }
                var scan = SampleFormScan(samples.all[firstOfFragment...], forms)
                guard media.read(contents, { scan.take($0, at: $1) }) else { return nil }
                samples.mark(broken: scan.broken)
            default: return nil
            }
            offset += size
        }
        guard offset == end, walk.isDone, !samples.all.isEmpty else { return nil }
        self.samples = samples.all
    }

    private static func contents(
        _ range: Range<Int64>, of media: any ContainerInput
    ) -> [UInt8]? {
        let count = range.upperBound - range.lowerBound
        guard count <= largestFragment,
            let bytes = try? media.bytes(at: range.lowerBound, count: Int(count)),
            bytes.count == Int(count)
        else { return nil }
        return bytes
    }
}

/// Checks the order of a segment's boxes: indexes (`sidx`), then each fragment with its data.
private struct TopLevel {
    /// The fragment whose data box (`mdat`) has not been read yet; `nil` when there is none.
    var fragment: PlainFragment?

    /// The position at which the indexes announce the next fragment; `nil` when none is announced.
    private var announced: Int64?

    /// Whether all fragments described by indexes, and the data of all fragments, have been read.
    var isDone: Bool { fragment == nil && announced == nil }

    /// Records a segment index (`sidx`) that ends at a position.
    ///
    /// - Returns: Whether the index is valid here: it must describe only the next fragment.
    ///
    /// Reference: ISO/IEC 14496-12, section 8.16.3.
    mutating func expectsFragment(_ bytes: Span<UInt8>, behind index: Int64) -> Bool {
        guard fragment == nil, bytes.count >= 12, bytes[0] <= 1 else { return false }
        let width = bytes[0] == 1 ? 8 : 4
        let list = 12 + 2 * width
        guard bytes.count == list + 16,
            (1...UInt64(Int32.max)).contains(bytes.unsigned(at: 8, count: 4)),
            bytes.unsigned(at: 12, count: width) < 1 << 62,
            bytes.unsigned(at: list + 2, count: 2) == 1,
            bytes.unsigned(at: list + 4, count: 4) < 1 << 31
        else { return false }
        let distance = bytes.unsigned(at: 12 + width, count: width)
        guard distance < 1 << 40 else { return false }
        let place = index + Int64(distance)
        guard announced ?? place == place else { return false }
        announced = place
        return true
    }

    mutating func startsFragment(at offset: Int64) -> Bool {
        guard fragment == nil, announced ?? offset == offset else { return false }
        announced = nil
        return true
    }

    /// Ends the fragment, and returns whether the data box contains all samples of the fragment.
    mutating func takesData(_ contents: Range<Int64>) -> Bool {
        guard let runs = fragment?.runs, !contents.isEmpty else { return false }
        fragment = nil
        return runs.allSatisfy {
            $0.lowerBound >= contents.lowerBound && $0.upperBound <= contents.upperBound
        }
    }
}
