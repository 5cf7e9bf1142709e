import CommandTree
import Formats
import HeadlessPlayback
import PlaybackCommands
import Synchronization
import VirtualTime

/// The requests that a server has answered, written while it runs.
///
/// The queries of URLs are omitted, because queries may contain secrets.
final class ServeJournal: Sendable {
    /// A request and its answer.
    struct Entry: Sendable {
        /// The scenario's time at which the request arrived.
        var time: Duration
        var date: DateTime
        /// The time for which the reply was delayed.
        var wait: Duration
        var client: String
        var method: String
        /// The path, percent-encoded, without a query.
        var path: String
        var query: [String]
        /// The status; `nil` when the connection was closed without a response.
        var status: Int?
        var type: String
        /// The number of bytes of the body.
        var byteCount: Int
        var range: Range<Int>?
        var age: Int?
        /// The simulated fault that was applied to the request; `nil` if there was none.
        var fault: String?
        /// The reason a resource could not be made or read; `nil` when there is none.
        var error: String?
    }

    private struct Files {
        var lines: OutputStream?
        var archive: OutputStream?
        var hasEntries = false
    }

    private let files: Mutex<Files>
    /// The flag that ends the waits for readers of pipes.
    private let ending: CancellationFlag
    private let base: Mutex<String>

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - lines: The path of the NDJSON file; `nil` writes no such file.
    ///   - archive: The path of the HAR file; `nil` writes no such file.
    ///   - inputs: The paths of files that the server reads, which the journal must not replace.
    /// - Throws: ``CommandFailure`` when a file cannot be created.
    init(
        lines: String?, archive: String?, sparing inputs: [String]
    ) throws(CommandFailure) {
        var files = Files()
        var created = OutputFiles(sparing: inputs)
        if let lines { files.lines = try created.create(lines) }
        if let archive {
            let file = try created.create(archive)
            file.write(ArchiveEntry.opening)
            files.archive = file
        }
        let ending = CancellationFlag(under: Interruption.flag)
        self.ending = ending
        files.lines?.end(after: ending)
        files.archive?.end(after: ending)
        self.files = Mutex(files)
        base = Mutex("")
    }

    /// Records the location of the server.
    func listen(at location: String) { base.withLock { $0 = location } }

    /// Writes an entry.
    func write(_ entry: Entry) {
        let base = base.withLock { $0 }
        files.withLock { files in
            if let lines = files.lines {
                var json = JSONText()
                Self.write(entry, into: &json)
                json.endLine()
                lines.write(json.bytes)
                lines.flush()
            }
            if let archive = files.archive {
                var json = JSONText()
                Self.archived(entry, base).write(into: &json)
                archive.write((files.hasEntries ? ",\n" : "\n"))
                archive.write(json.bytes)
                files.hasEntries = true
            }
        }
    }

    /// Stops waiting for the readers of pipes, because a reader may have stopped reading.
    ///
    /// The server calls this method when it stops, so that a wait does not delay the end.
    func endWaits() { ending.cancel() }

    /// Completes and closes the files.
    ///
    /// - Throws: ``CommandFailure`` when a part could not be written.
    func close(_ options: ServeOptions) throws(CommandFailure) {
        let losses = files.withLock { files in
            files.archive?.write(ArchiveEntry.closing)
            files.lines?.close()
            files.archive?.close()
            return [
                (options.journal, files.lines?.failure), (options.archive, files.archive?.failure),
            ]
        }
        for case (let path?, let failure?) in losses {
            throw CommandFailure(.failed, "\(path): cannot be written: \(systemError(failure))")
        }
    }

    // MARK: Formats

    private static func write(_ entry: Entry, into json: inout JSONText) {
        json.object { json in
            json.key("time")
            json.value(microseconds: Self.microseconds(entry.time))
            json.key("date")
            json.value(entry.date.text)
            if entry.wait > .zero {
                json.key("held")
                json.value(microseconds: Self.microseconds(entry.wait))
            }
            if !entry.client.isEmpty {
                json.key("client")
                json.value(entry.client)
            }
            json.key("method")
            json.value(entry.method)
            json.key("path")
            json.value(SafeText.line(entry.path))
            for name in ["_HLS_msn", "_HLS_part", "_HLS_skip"] {
                guard let text = entry.query.first(where: { $0.hasPrefix(name + "=") }) else {
                    continue
                }
                json.key(name)
                json.value(SafeText.line(text.dropFirst(name.count + 1).prefix(32)))
            }
            json.key("status")
            if let status = entry.status { json.value(status) } else { json.null() }
            json.key("bytes")
            json.value(entry.byteCount)
            if let range = entry.range {
                json.key("range")
                json.value("\(range.lowerBound)-\(range.upperBound - 1)")
            }
            if let age = entry.age {
                json.key("age")
                json.value(age)
            }
            if let fault = entry.fault {
                json.key("fault")
                json.value(fault)
            }
            if let error = entry.error {
                json.key("error")
                json.value(SafeText.line(error))
            }
        }
    }

    private static func microseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    private static func archived(_ entry: Entry, _ base: String) -> ArchiveEntry {
        var archived = ArchiveEntry(
            date: entry.date, method: entry.method, url: base + SafeText.line(entry.path),
            byteCount: Int64(entry.byteCount))
        archived.wait = entry.wait
        archived.status = entry.status
        archived.remark = entry.fault ?? entry.error.map { SafeText.line($0) } ?? ""
        archived.type = entry.type
        return archived
    }
}
