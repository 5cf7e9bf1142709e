import Containers
import Formats
import TestTools
import Testing

/// Tests of `pssh` boxes, and of the key identifiers in the data of Widevine and PlayReady.
@Suite struct SystemHeaderTests {
    private static let one = [UInt8](0x10...0x1F)
    private static let two = [UInt8](0x20...0x2F)

    private func header(
        _ system: String, version: UInt8 = 0, keyIDs: [[UInt8]] = [], data: [UInt8],
        missing: Int = 0
    ) throws -> SystemHeader {
        func long(_ number: Int) -> [UInt8] { [0, 0, UInt8(number >> 8), UInt8(number & 255)] }
        let name = try #require(Hexadecimal.bytes(Array(system.utf8)))
        var contents = [version, 0, 0, 0] + name
        if version > 0 { contents += long(keyIDs.count) + keyIDs.flatMap(\.self) }
        contents += long(data.count) + data
        contents.removeLast(missing)
        let movie = BoxTree("moov", [], [BoxTree("pssh", contents)])
        return try #require(MovieStructure(MemoryInput(movie.bytes)).systems.first)
    }

    @Test func `the data of Widevine has key identifiers in field 2`() throws {
        // The fields are an algorithm, two key identifiers, a provider and an unknown number.
        let keys: [UInt8] = [0x12, 16] + Self.one + [0x12, 16] + Self.two
        let data = [0x08, 1] + keys + [0x1A, 1, 0x61, 0x4D, 1, 2, 3, 4]
        let header = try header(SystemHeader.widevine, data: data)
        #expect(header.keyIDs == [])
        #expect(header.dataKeyIDs == [Self.one, Self.two])
        #expect(!header.isCut)
    }

    @Test(arguments: [[0x12, 17], [0x12], [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x13, 16]])
    func `malformed data of Widevine has no key identifiers`(start: [UInt8]) throws {
        let data = start + (start.count > 1 ? Self.one : [])
        let header = try header(SystemHeader.widevine, data: data)
        #expect(header.dataKeyIDs == [])
    }

    @Test(arguments: [
        "<KID>ExIREBUUFxYYGRobHB0eHw==</KID>",
        "<KIDS><KID ALGID=\"AESCTR\" VALUE=\"ExIREBUUFxYYGRobHB0eHw==\"></KID></KIDS>",
    ])
    func `the header of PlayReady has key identifiers as GUIDs in Base64`(element: String) throws {
        let text = "<WRMHEADER><DATA>\(element)</DATA></WRMHEADER>"
        let record = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
        let data =
            short(record.count + 10) + [0, 0] + short(1) + short(1) + short(record.count) + record
        #expect(try header(SystemHeader.playReady, data: data).dataKeyIDs == [Self.one])
    }

    @Test(arguments: [1, 16, 20, 40])
    func `a box that ends before its data is cut`(missing: Int) throws {
        let whole = try header(
            SystemHeader.widevine, version: 1, keyIDs: [Self.one], data: [0x12, 16] + Self.one)
        #expect(!whole.isCut)
        #expect(whole.keyIDs == [Self.one])
        let cut = try header(
            SystemHeader.widevine, version: 1, keyIDs: [Self.one], data: [0x12, 16] + Self.one,
            missing: missing)
        #expect(cut.isCut)
        #expect(cut.dataKeyIDs == [])
    }

    @Test func `the schemes of all sample descriptions are read`() throws {
        func schemes(_ bytes: [UInt8]) throws -> [[String]] {
            try MovieStructure(MemoryInput(bytes)).tracks.map(\.schemes)
        }
        let folder = "\(SampleMedia.folder)/protected-cbcs/video-180p"
        let encrypted = fileBytes("\(folder)/init.mp4")
        let clear = fileBytes("\(folder)/clear.mp4")
        #expect(try schemes(encrypted) == [["cbcs"]])
        #expect(try schemes(clear) == [[]])
        // Media that starts with clear samples may have a clear description in front.
        let description = try #require(BoxTree.read(clear[...]).flatMap { $0.all("avc1") }.first)
        let boxes = BoxTree.read(encrypted[...]).map { box in
            var box = box
            box.change("stsd") { $0.children.insert(description, at: 0) }
            return box
        }
        #expect(try schemes(boxes.flatMap(\.bytes)) == [["cbcs"]])
    }
}
