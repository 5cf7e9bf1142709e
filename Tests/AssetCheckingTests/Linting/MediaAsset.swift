import Foundation
import TestSupport
import Transport

/// A sample of real media in memory, which a test changes byte by byte.
struct MediaAsset: ResourceLoader {
    /// The address of the folder that contains the asset.
    static let folder = "https://media.example/film/"

    /// The contents of the files, by path.
    var files: [String: [UInt8]]
    /// The header fields of each HTTP response; `nil` if responses have no HTTP header.
    var fields: [HeaderField]?

    /// The error for a missing sample, or for a change that cannot be made.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    /// The files of each sample, by the name of the sample and the path of the file.
    private static let samples: [String: [String: [UInt8]]] = {
        var samples: [String: [String: [UInt8]]] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: SampleMedia.folder)) ?? []
        {
            let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2,
                let data = FileManager.default.contents(atPath: "\(SampleMedia.folder)/\(path)"),
                !data.isEmpty
            else { continue }
            samples[parts[0], default: [:]][parts[1]] = Array(data)
        }
        return samples
    }()

    /// Creates an asset from the contents of its files, by path.
    init(files: [String: [UInt8]]) { self.files = files }

    /// Creates an asset from a sample.
    ///
    /// - Throws: ``Mismatch`` when there is no sample with this name.
    init(_ name: String) throws {
        guard let files = Self.samples[name] else {
            throw Mismatch(description: "there is no sample \(name)")
        }
        self.files = files
    }

    // MARK: Loading

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let name = String(request.url.dropFirst(Self.folder.count))
        guard request.url.hasPrefix(Self.folder), let bytes = files[name] else {
            throw TransportError(url: request.url, cause: .notFound)
        }
        let body = ResourceBody(bytes)
        var response = ResourceResponse(url: request.url, body: body)
        if let fields, request.keepsFields {
            response.fields = fields
            response.status = request.byteRange == nil ? 200 : 206
        }
        guard let range = request.byteRange else { return response }
        guard range.upperBound <= Int64(bytes.count) else {
            throw TransportError(
                url: request.url,
                cause: .endsWithinRange(
                    expected: Int64(range.count),
                    available: max(0, Int64(bytes.count) - range.lowerBound)))
        }
        response.totalByteCount = Int64(bytes.count)
        response.body = body.part(range)
        return response
    }

    // MARK: Changes

    /// Makes a change that is written as in the fixture table: `FILE~VERB~ARGUMENT~ARGUMENT`.
    ///
    /// - Throws: ``Mismatch`` when the change has no effect or is unknown.
    mutating func change(_ text: String) throws {
        let fields = text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        let (file, verb) = (fields[0], fields.count > 1 ? fields[1] : "")
        let arguments = Array(fields.dropFirst(2))
        func number(_ place: Int) -> Int { Int(arguments[place]) ?? 0 }
        let before = files[file]
        guard var bytes = before ?? (verb == "write" ? [] : nil) else {
            throw Mismatch(description: "there is no file \(file)")
        }
        switch verb {
        case "remove": files[file] = nil
        case "write": bytes = Array(arguments[0].utf8)
        case "text": try Self.replace(arguments.map { Array($0.utf8) }, in: &bytes)
        case "hex": try Self.replace(arguments.map(Self.bytes), in: &bytes)
        case "line":
            let lines = String(decoding: bytes, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            bytes = Array(
                lines.filter { !$0.hasPrefix(arguments[0]) }.joined(separator: "\n").utf8)
        case "cut": bytes.removeSubrange(number(0)...)
        case "behead": bytes.removeSubrange(..<number(0))
        case "add": bytes += Self.bytes(arguments[0])
        case "set":
            let new = Self.bytes(arguments[1])
            bytes.replaceSubrange(number(0)..<number(0) + new.count, with: new)
        case "zero":
            let range = number(0)..<number(0) + number(1)
            bytes.replaceSubrange(range, with: repeatElement(0, count: number(1)))
        case "drop": bytes.removeSubrange(number(0) * 188..<(number(0) + 1) * 188)
        case "double":
            let place = number(0) * 188
            bytes.insert(contentsOf: bytes[place..<place + 188], at: place)
        case "null":
            let packet = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
            bytes.insert(contentsOf: packet, at: number(0) * 188)
        case "stray":
            bytes.insert(
                contentsOf: [UInt8](repeating: 0x11, count: number(1)), at: number(0) * 188)
        default: throw Mismatch(description: "unknown change \(text)")
        }
        if verb != "remove" { files[file] = bytes }
        guard files[file] != before else {
            throw Mismatch(description: "no effect: \(text)")
        }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    private static func replace(_ texts: [[UInt8]], in bytes: inout [UInt8]) throws {
        let (old, new) = (texts[0], texts.count > 1 ? texts[1] : [])
        guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else {
            throw Mismatch(
                description: "there is no \(String(decoding: old, as: UTF8.self)) in the file")
        }
        bytes.replaceSubrange(place..<place + old.count, with: new)
    }
}
