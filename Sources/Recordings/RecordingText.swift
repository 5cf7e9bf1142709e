import Formats
import OfflineDownloads
import Playlists
import Transport
import VirtualTime

/// The lines of a recording: a header, a line for each response, and an end with a checksum.
///
/// All times are whole microseconds from the start of the recording.
package enum RecordingText {
    /// The name of the file that contains a recording's lines, in the recording's folder.
    package static let fileName = "recording.ndjson"
    /// The name of the folder with the bodies, inside the folder of a recording.
    package static let bodyFolder = "bodies"

    /// The maximum size in bytes of a recording's text.
    package static let longestText = 256 << 20
    /// The maximum length of a line in bytes.
    static let longestLine = 1 << 20
    /// The maximum number of responses.
    package static let mostResponses = 1_000_000
    /// The maximum number of header fields in a response.
    package static let mostFields = 64
    /// The maximum length in bytes of a location, and of a header field's value.
    package static let longestWord = 16 << 10
    /// The maximum duration of a recording in microseconds: a hundred years.
    private static let longestTime: Int64 = 3_155_760_000_000_000
    /// The maximum size of a response body in bytes.
    private static let largestBody: Int64 = 1 << 40

    // MARK: Writing

    /// Returns the first line of a recording.
    package static func line(of header: RecordedHeader) -> [UInt8] {
        line { json in
            json.member("recording", RecordedHeader.version)
            json.member("url", header.location)
            json.member("started", header.started.text)
            json.member("bodies", header.hasBodies)
            json.member("limit", header.limit)
        }
    }

    /// Returns the line for a response.
    package static func line(of response: RecordedResponse) -> [UInt8] {
        line { json in
            json.member("start", microseconds(response.start))
            json.member("end", microseconds(response.end))
            json.member("kind", response.kind.recordedWord)
            json.member("url", response.location)
            if let range = response.byteRange {
                json.key("range")
                json.array {
                    $0.value(range.lowerBound)
                    $0.value(range.upperBound)
                }
            }
            switch response.outcome {
            case .refused(let status, let retryAfter):
                json.member("refused", status)
                if let retryAfter { json.member("retry-after", retryAfter) }
            case .failed(let reason): json.member("failed", reason)
            case .response(let response): write(response, into: &json)
            }
        }
    }

    private static func write(
        _ response: RecordedResponse.Response, into json: inout JSONText
    ) {
        if let status = response.status { json.member("status", status) }
        if let location = response.finalLocation { json.member("redirected", location) }
        if let type = response.contentType { json.member("type", type) }
        if let total = response.totalByteCount { json.member("total", total) }
        if let age = response.age { json.member("age", age) }
        if !response.fields.isEmpty {
            json.key("fields")
            json.array { json in
                for field in response.fields {
                    json.array {
                        $0.value(field.name)
                        $0.value(field.value)
                    }
                }
            }
        }
        json.member("bytes", response.byteCount)
        json.member("sum", response.checksum.hexadecimal)
        json.member("kept", response.isKept)
    }

    /// Returns the last line of a recording.
    ///
    /// - Parameters:
    ///   - end: The contents of the last line.
    ///   - checksum: The checksum of all earlier lines.
    /// - Returns: The line. Its checksum covers all lines, including this line with an empty
    ///   checksum.
    package static func line(of end: RecordedEnd, after checksum: RecordingChecksum) -> [UInt8] {
        var whole = checksum
        whole.add(line(of: end, sum: ""))
        return line(of: end, sum: whole.value.hexadecimal)
    }

    private static func line(of end: RecordedEnd, sum: String) -> [UInt8] {
        line { json in
            json.member("ended", microseconds(end.instant))
            json.member("responses", end.count)
            if let reason = end.reason { json.member("reason", reason) }
            json.member("sum", sum)
        }
    }

    private static func line(_ members: (inout JSONText) -> Void) -> [UInt8] {
        var json = JSONText()
        json.object(members)
        json.endLine()
        return json.bytes
    }

    private static func microseconds(_ instant: Instant) -> Int64 {
        let (seconds, attoseconds) = instant.sinceStart.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    // MARK: Reading

    /// Reads a recording.
    ///
    /// - Parameter bytes: The text of the recording.
    /// - Returns: The contents of the first line, the responses in the order in which they were
    ///   complete, and the contents of the last line.
    /// - Throws: ``RecordingError`` with the line at fault.
    package static func read(
        _ bytes: [UInt8]
    ) throws(RecordingError) -> (RecordedHeader, [RecordedResponse], RecordedEnd) {
        guard bytes.count <= longestText else {
            throw RecordingError(.tooLarge("\(longestText) bytes"))
        }
        var header: RecordedHeader?
        var responses: [RecordedResponse] = []
        var end: RecordedEnd?
        var checksum = RecordingChecksum()
        var number = 0
        var start = 0
        while start < bytes.count {
            number += 1
            guard let feed = bytes[start...].firstIndex(of: 0x0A) else {
                // A line without a line end was cut off.
                if header == nil { throw RecordingError(.notARecording, line: number) }
                throw RecordingError(.incomplete, line: number)
            }
            guard feed - start <= longestLine else {
                throw RecordingError(.tooLarge("\(longestLine) bytes"), line: number)
            }
            let text = Array(bytes[start...feed])
            start = feed + 1
            if end != nil { throw RecordingError(.malformed(expected: "no more"), line: number) }
            let fields: RecordedFields
            do throws(JSONError) {
                fields = RecordedFields(
                    try JSONReader.read(text, maximumDepth: 4), line: number)
            } catch {
                throw header == nil
                    ? RecordingError(.notARecording, line: number)
                    : RecordingError(
                        .malformed(expected: "an object of JSON"), line: number, underlying: error)
            }
            if header == nil {
                header = try readHeader(fields)
            } else if fields.has("ended") {
                end = try readEnd(fields, text, count: responses.count, checksum)
            } else {
                guard responses.count < mostResponses else {
                    throw RecordingError(.tooLarge("\(mostResponses) responses"), line: number)
                }
                let response = try readResponse(fields)
                guard responses.last.map({ $0.end <= response.end }) ?? true else {
                    throw RecordingError(.malformed(expected: "a later end"), line: number)
                }
                responses.append(response)
            }
            checksum.add(text)
        }
        guard let header else { throw RecordingError(.notARecording) }
        guard let end else { throw RecordingError(.incomplete) }
        if let reason = end.reason { throw RecordingError(.endedEarly(reason), line: number) }
        return (header, responses, end)
    }

    private static func readHeader(
        _ fields: RecordedFields
    ) throws(RecordingError) -> RecordedHeader {
        guard let version = fields.integer("recording") else {
            throw RecordingError(.notARecording, line: fields.line)
        }
        guard version == RecordedHeader.version else {
            throw version > RecordedHeader.version
                ? RecordingError(.newerVersion(version), line: fields.line)
                : RecordingError(.malformed(expected: "a version from 1"), line: fields.line)
        }
        let started = try fields.word("started")
        guard let date = DateTime(started) else {
            throw RecordingError(.malformed(expected: "a date in started"), line: fields.line)
        }
        return RecordedHeader(
            location: try fields.word("url"), started: date, hasBodies: try fields.truth("bodies"),
            limit: try fields.integer("limit", in: 0...Int64.max))
    }

    private static func readEnd(
        _ fields: RecordedFields, _ text: [UInt8], count: Int, _ checksum: RecordingChecksum
    ) throws(RecordingError) -> RecordedEnd {
        let stated = try fields.integer("responses", in: 0...Int64(mostResponses))
        let end = RecordedEnd(
            at: try fields.instant("ended", upTo: longestTime), count: count,
            reason: try fields.optionalWord("reason"))
        guard stated == Int64(count), line(of: end, after: checksum) == text else {
            throw RecordingError(.changed, line: fields.line)
        }
        return end
    }

    private static func readResponse(
        _ fields: RecordedFields
    ) throws(RecordingError) -> RecordedResponse {
        let start = try fields.instant("start", upTo: longestTime)
        let end = try fields.instant("end", upTo: longestTime)
        guard start <= end, let kind = ResourceKind(recordedWord: try fields.word("kind")) else {
            throw RecordingError(
                .malformed(expected: "a start before the end, and a kind"), line: fields.line)
        }
        let outcome: RecordedResponse.Outcome
        if fields.has("refused") {
            outcome = .refused(
                status: Int(try fields.integer("refused", in: 300...999)),
                retryAfter: try fields.optionalInteger("retry-after", in: 0...86_400))
        } else if fields.has("failed") {
            outcome = .failed(try fields.word("failed"))
        } else {
            outcome = .response(try readBody(fields))
        }
        return RecordedResponse(
            from: start, to: end, kind: kind, location: try fields.word("url"),
            byteRange: try fields.range("range"), outcome)
    }

    private static func readBody(
        _ fields: RecordedFields
    ) throws(RecordingError) -> RecordedResponse.Response {
        let sum = try fields.word("sum")
        guard sum.utf8.count == 16, let checksum = UInt64(sum, radix: 16),
            checksum.hexadecimal == sum
        else {
            throw RecordingError(
                .malformed(expected: "a checksum of 16 digits"), line: fields.line)
        }
        var response = RecordedResponse.Response(
            byteCount: Int(try fields.integer("bytes", in: 0...largestBody)), checksum: checksum,
            isKept: try fields.truth("kept"))
        response.status = try fields.optionalInteger("status", in: 100...999).map { Int($0) }
        response.finalLocation = try fields.optionalWord("redirected")
        response.contentType = try fields.optionalWord("type")
        response.totalByteCount = try fields.optionalInteger("total", in: 0...Int64.max)
        response.age = try fields.optionalInteger("age", in: 0...Int64(Int32.max)).map { Int($0) }
        response.fields = try fields.headerFields("fields")
        return response
    }
}

/// The checksum of a recording, computed from the checksums of its lines.
package struct RecordingChecksum: Equatable, Sendable {
    /// The checksum so far.
    package private(set) var value: UInt64 = 0

    /// Creates the checksum of a text without lines.
    package init() {}

    /// Adds a line, including its line feed.
    package mutating func add(_ line: [UInt8]) {
        let own = Checksum.of(line)
        value = Checksum.of(
            [value, own].flatMap { number in
                (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
            })
    }
}

extension RecordingText {
    /// Returns the checksum of a body.
    package static func checksum(of body: [UInt8]) -> UInt64 { Checksum.of(body) }
}
