import Containers
import Formats

/// The top-level boxes of a file, found by reading only their headers.
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
    private var walk: ISOBoxWalk

    init(_ input: any ContainerInput) {
        self.input = input
        walk = ISOBoxWalk(input, limit: Self.mostBoxes)
    }

    /// Returns the next box; `nil` if there is none, or if the next bytes are not a box.
    mutating func next() throws(DecryptionError) -> Place? {
        let next: ISOBox?
        do throws(ContainerError) {
            next = try walk.next()
        } catch {
            throw DecryptionError(.unreadable("the file", cause: error.cause))
        }
        if walk.isExhausted { throw DecryptionError(.tooLarge("the number of boxes")) }
        guard let box = next,
            let count = box.byteCount ?? input.byteCount.map({ $0 - box.offset }),
            !box.offset.addingReportingOverflow(count).overflow
        else { return nil }
        return Place(type: box.type, offset: box.offset, count: count)
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
        return ahead.walk.offset
    }

    /// Returns the bytes of adjacent boxes between two positions.
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
            throw DecryptionError(.unreadable("the file", cause: error.cause))
        }
    }
}

extension ContainerError {
    /// The error that the byte source threw, or this error if it has another cause.
    fileprivate var cause: UnderlyingError {
        if case .input(let error) = reason { error.cause } else { UnderlyingError(self) }
    }
}
