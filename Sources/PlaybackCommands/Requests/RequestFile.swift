package import CommandTree
import Formats
package import HeadlessPlayback

/// A file with the requests of players: an HTTP archive if its name ends with `.har`, else NDJSON.
///
/// As in all outputs, locations have no credentials and no query values.
package final class RequestFile {
    private let path: String
    private let output: OutputStream
    private let isArchive: Bool
    private var hasEntries = false

    /// Begins the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, whose extension determines the format.
    ///   - output: The open and empty file.
    package init(_ path: String, _ output: OutputStream) {
        self.path = path
        self.output = output
        isArchive = path.lowercased().hasSuffix(".har")
        if isArchive { output.write(ArchiveEntry.opening) }
    }

    /// Writes the requests of a run.
    ///
    /// - Parameters:
    ///   - records: The requests, in the order in which they were made.
    ///   - scenario: The name of the scenario; `nil` when there is none.
    ///   - start: The date at which the simulation starts.
    package func write(_ records: [RequestRecord], of scenario: String? = nil, from start: DateTime)
    {
        var connections = ConnectionCount()
        for record in records {
            let connection = connections.connection(of: record)
            var json = JSONText()
            if isArchive {
                output.write(hasEntries ? ",\n" : "\n")
                Self.entry(record, scenario, connection, from: start).write(into: &json)
            } else {
                Self.write(record, scenario, connection, into: &json)
                json.endLine()
            }
            hasEntries = true
            output.write(json.bytes)
        }
    }

    /// Completes the file.
    ///
    /// - Throws: ``CommandFailure`` when a part could not be written.
    package func close() throws(CommandFailure) {
        if isArchive { output.write(ArchiveEntry.closing) }
        try FileBytes.finish(output, path)
    }

    // MARK: Formats

    private static func write(
        _ record: RequestRecord, _ scenario: String?, _ connection: Int?,
        into json: inout JSONText
    ) {
        json.object { json in
            if let scenario {
                json.key("scenario")
                json.value(scenario)
            }
            json.key("number")
            json.value(record.number)
            json.key("start")
            json.value(microseconds: record.start.sinceStart.wholeMicroseconds)
            json.key("end")
            if let end = record.end {
                json.value(microseconds: end.sinceStart.wholeMicroseconds)
            } else {
                json.null()
            }
            json.key("kind")
            json.value(record.kind.words)
            if let cause = record.cause {
                json.key("cause")
                json.value(cause.reason.rawValue)
                if let track = cause.track {
                    json.key("track")
                    json.value(track)
                }
                if let variant = cause.variant {
                    json.key("variant")
                    json.value(variant.number)
                    json.key("bandwidth")
                    json.value(variant.bandwidth)
                }
            }
            if let connection {
                json.key("connection")
                json.value(connection)
            }
            json.key("url")
            json.value(SafeText.url(record.url))
            if let range = record.byteRange {
                json.key("range")
                json.value("\(range.lowerBound)-\(range.upperBound - 1)")
            }
            json.key("method")
            json.value(record.method.rawValue)
            json.key("attempt")
            json.value(record.attempt)
            json.key("outcome")
            json.value(record.outcome.word)
            if case .failed(let reason, let isRetried) = record.outcome {
                json.key("reason")
                json.value(reason)
                json.key("retried")
                json.value(isRetried)
            }
            json.key("bytes")
            json.value(record.byteCount)
            if record.isStored {
                json.key("stored")
                json.value(true)
            }
            if let fault = record.fault {
                json.key("fault")
                json.value("\(fault)")
            }
        }
    }

    private static func entry(
        _ record: RequestRecord, _ scenario: String?, _ connection: Int?, from start: DateTime
    ) -> ArchiveEntry {
        let time = record.start.sinceStart.wholeMicroseconds / 1000
        var entry = ArchiveEntry(
            date: DateTime(millisecondsSince1970: start.millisecondsSince1970 + time),
            method: record.method.rawValue, url: SafeText.url(record.url),
            byteCount: record.byteCount)
        entry.connection = connection
        entry.cause = record.cause
        entry.attempt = record.attempt
        if let end = record.end { entry.receive = record.start.duration(to: end) }
        if case .received = record.outcome { entry.status = record.byteRange == nil ? 200 : 206 }
        let words = [
            scenario, record.kind.words, record.outcome.word, record.fault.map { "\($0)" },
        ]
        entry.remark = words.compactMap(\.self).joined(separator: ", ")
        return entry
    }
}

extension RequestRecord.Outcome {
    /// The word for the outcome in the file.
    fileprivate var word: String {
        switch self {
        case .underWay: "under way"
        case .received: "received"
        case .failed: "failed"
        case .abandoned: "cancelled"
        }
    }
}

extension Duration {
    /// The duration in whole microseconds.
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
