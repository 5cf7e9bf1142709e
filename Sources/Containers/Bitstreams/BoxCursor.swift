/// Iterates over the boxes that fill a range of a file.
///
/// Only headers are read, so the size of the contents does not matter. The range is malformed if it
/// ends within a box or contains bytes that belong to no box.
struct BoxCursor {
    /// A box and the range of its contents.
    struct Box {
        var type: String
        var contents: Range<Int64>
    }

    private static let mostBoxes = 4096

    private let input: any ContainerInput
    private let end: Int64
    private var walk: ISOBoxWalk

    /// Whether iteration ended early, because the range is malformed.
    private(set) var isBroken = false

    init(_ input: any ContainerInput, in range: Range<Int64>) {
        self.input = input
        end = range.upperBound
        walk = ISOBoxWalk(input, in: range, limit: Self.mostBoxes)
    }

    /// Returns the next box; `nil` at the end of the range or when the box is malformed.
    mutating func next() throws(ContainerError) -> Box? {
        guard walk.offset < end, !isBroken else { return nil }
        // QuickTime ends some lists of boxes with a size field of zero.
        if end - walk.offset < 8,
            try input.contents(walk.offset..<end).allSatisfy({ $0 == 0 })
        {
            return nil
        }
        guard let box = try walk.next(), let contents = box.contents, !walk.isTruncated else {
            isBroken = true
            return nil
        }
        return Box(type: box.type, contents: contents)
    }
}
