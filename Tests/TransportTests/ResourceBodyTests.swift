import TestTools
import Testing
import Transport

@Suite struct ResourceBodyTests {
    static let numbers = (0..<200).map { UInt8($0) }

    /// A body in memory, and a body in a file, which stays readable after the file is removed.
    static var bodies: [ResourceBody] {
        get throws {
            let folder = ScratchFolder()
            let path = folder.put(numbers, at: "numbers")
            let file = try FileLoader().load(ResourceRequest(url: path, kind: .segment))
            return [ResourceBody(numbers), file.body]
        }
    }

    func read(_ body: ResourceBody, at offset: Int64, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: count)
        var target = bytes.mutableSpan
        let read = try unsafe target.withUnsafeMutableBytes { buffer in
            var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
            return try body.read(at: offset, into: &span)
        }
        return Array(bytes.prefix(read))
    }

    @Test func `reads start at their offset and stop at the end`() throws {
        for body in try Self.bodies {
            #expect(try read(body, at: 0, count: 3) == [0, 1, 2])
            #expect(try read(body, at: 190, count: 64) == Array(190..<200))
            #expect(try read(body, at: 200, count: 64) == [])
            #expect(try read(body, at: .max, count: 64) == [])
            #expect(try read(body, at: 5, count: 0) == [])
        }
    }

    @Test func `a part of a part of a body has the right bytes`() throws {
        for body in try Self.bodies {
            let part = body.part(50..<150).part(10..<20)
            #expect(part.byteCount == 10)
            #expect(try part.bytes() == Array(60..<70))
            #expect(try read(part, at: 8, count: 64) == [68, 69])
            #expect(body.part(190..<500).byteCount == 10)
            #expect(body.part(300..<500).byteCount == 0)
        }
    }

    @Test func `copying a body into memory fails beyond the limit`() throws {
        for body in try Self.bodies {
            #expect(try body.bytes(limit: 200) == Self.numbers)
            let error = #expect(throws: TransportError.self) { try body.bytes(limit: 199) }
            #expect(error?.cause == .tooLarge(limit: 199))
        }
    }
}
