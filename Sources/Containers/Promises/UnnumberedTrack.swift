/// A track whose number libavformat cannot keep: it is absent, or above 2³¹ − 1.
///
/// For each run of samples in a fragment, libavformat then counts from about −2³⁰ to zero, which takes
/// a second. Such a movie is refused before libavformat reads its fragments.
///
/// Reference: ISO/IEC 14496-12, section 8.3.2 (Track header).
enum UnnumberedTrack {
    /// The reason for a refusal.
    static let damage = "a track has no number below 2147483648"

    /// A larger movie box is refused, too.
    private static let mostBoxes = 1 << 16

    /// The boxes in which libavformat looks for tracks.
    private static let containers: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "mvex", "dinf", "meta", "wave",
    ]

    /// Searches a movie box at any depth.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - contents: The contents of the box.
    /// - Returns: Whether the movie has such a track.
    /// - Throws: `ContainerError` when the bytes cannot be read.
    static func isPresent(
        in input: any ContainerInput, _ contents: Range<Int64>
    ) throws(ContainerError) -> Bool {
        var open = [(range: contents, isTrack: false)]
        var count = 0
        while let next = open.popLast() {
            var number: UInt64?
            var boxes = BoxCursor(input, in: next.range)
            while let box = try boxes.next() {
                count += 1
                if count > mostBoxes { return true }
                if containers.contains(box.type) {
                    open.append((box.contents, box.type == "trak"))
                } else if box.type == "tkhd" {
                    number = try Self.number(input, box.contents)
                }
            }
            if next.isTrack, number ?? .max > Int32.max { return true }
        }
        return false
    }

    /// Returns whether the movie boxes of an initialization section have such a track.
    static func isPresent(inSection input: any ContainerInput) throws(ContainerError) -> Bool {
        var walk = ISOBoxWalk(input)
        while let box = try walk.next() {
            if box.type == "trak" { return true }
            guard box.type == "moov", let range = box.contents else { continue }
            if try isPresent(in: input, range) { return true }
        }
        return false
    }

    private static func number(
        _ input: any ContainerInput, _ contents: Range<Int64>
    ) throws(ContainerError) -> UInt64 {
        let end = min(contents.upperBound, contents.lowerBound + 24)
        let fields = BoxFields(bytes: try input.contents(contents.lowerBound..<end))
        return fields.unsigned(fields.version == 1 ? 20 : 12)
    }
}
