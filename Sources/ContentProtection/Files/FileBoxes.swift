import Containers

/// The adjacent boxes of a file, found by their headers alone.
struct FileBoxes {
    /// The position of one box.
    struct Place {
        let type: String
        let offset: Int64
        let count: Int64
    }

    private static let mostBoxes = 1 << 18
    /// The size limit of movie boxes and movie fragments.
    private static let mostBytes: Int64 = 128 << 20

    private let input: any ContainerInput
    private var offset: Int64 = 0
    private var boxesLeft = mostBoxes

    init(_ input: any ContainerInput) {
        self.input = input
    }

    /// Returns the next box; `nil` at the end, or where no box follows.
    mutating func next() throws(DecryptionError) -> Place? {
        guard boxesLeft > 0 else { throw DecryptionError(.tooLarge("the number of boxes")) }
        boxesLeft -= 1
        let head = try Self.bytes(at: offset, count: 16, of: input)
        guard head.count >= 8 else { return nil }
        let type = head[4..<8]
        guard type.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        var size = head.number(at: 0, count: 4)
        if size == 1 {
            guard head.count == 16 else { return nil }
            size = head.number(at: 8, count: 8)
            guard size >= 16 else { return nil }
        } else if size == 0 {
            size = UInt64(max(0, (input.byteCount ?? 0) - offset))
        }
        guard size >= 8, let count = Int64(exactly: size) else { return nil }
        let (end, overflow) = offset.addingReportingOverflow(count)
        guard !overflow else { return nil }
        let place = Place(type: String(decoding: type, as: UTF8.self), offset: offset, count: count)
        offset = end
        return place
    }

    /// Returns the bytes of a box, including its header.
    func bytes(of box: Place) throws(DecryptionError) -> [UInt8] {
        guard box.count <= Self.mostBytes else {
            throw DecryptionError(.tooLarge("the box \(box.type)"))
        }
        let bytes = try Self.bytes(at: box.offset, count: Int(box.count), of: input)
        guard bytes.count == Int(box.count) else {
            throw DecryptionError(.truncated("the box \(box.type)"))
        }
        return bytes
    }

    /// Returns the position of the next movie fragment, or of the end of the file.
    func nextFragment() throws(DecryptionError) -> Int64 {
        var ahead = self
        while let box = try ahead.next() {
            if box.type == "moof" { return box.offset }
        }
        return ahead.offset
    }

    /// Returns the bytes of a range of boxes.
    func bytes(from start: Int64, upTo end: Int64) throws(DecryptionError) -> [UInt8] {
        guard end - start <= Self.mostBytes else {
            throw DecryptionError(.tooLarge("a movie fragment"))
        }
        return try Self.bytes(at: start, count: Int(end - start), of: input)
    }

    private static func bytes(
        at offset: Int64, count: Int, of input: any ContainerInput
    ) throws(DecryptionError) -> [UInt8] {
        do throws(ContainerInputError) {
            return try input.bytes(at: offset, count: count)
        } catch {
            throw DecryptionError(.truncated("the file (\(error.message))"))
        }
    }
}
