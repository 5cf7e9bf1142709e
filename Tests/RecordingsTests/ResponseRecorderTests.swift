import Playlists
import Recordings
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// A folder in memory, which can become full.
final class MemoryStore: RecordingStore {
    private struct State {
        var text: [UInt8] = []
        var bodies: [String: [UInt8]] = [:]
        var room = Int.max
    }

    private let state = Mutex(State())

    /// The lines of the recording.
    var text: [UInt8] { state.withLock { $0.text } }
    /// The bodies by the names of their files.
    var bodies: [String: [UInt8]] { state.withLock { $0.bodies } }

    /// Limits the free space of the folder to a number of bytes.
    func fill(leaving count: Int) { state.withLock { $0.room = count } }

    func append(_ bytes: [UInt8]) throws(RecordingError) {
        let isFull = state.withLock { state in
            let count = min(bytes.count, state.room)
            state.text += bytes.prefix(count)
            if state.room < .max { state.room -= count }
            return count < bytes.count
        }
        if isFull { throw RecordingError(.unwritten("no space left")) }
    }

    func write(_ bytes: [UInt8], named name: String) throws(RecordingError) {
        let isFull = state.withLock { state in
            guard bytes.count <= state.room else { return true }
            if state.room < .max { state.room -= bytes.count }
            precondition(state.bodies[name] == nil, "each body is written once")
            state.bodies[name] = bytes
            return false
        }
        if isFull { throw RecordingError(.unwritten("no space left")) }
    }
}

/// The recording of the responses that a loader returns.
@Suite struct ResponseRecorderTests {
    private let store = MemoryStore()
    private let list = "#EXTM3U\n#EXTINF:4,\ns1.ts?token=verysecret\n"

    private func recorder(
        limit: Int64 = 1 << 20, bodies: Bool = true
    ) throws -> ResponseRecorder {
        let loader = ScriptedLoader([
            ("live.m3u8", .bytes(Array(list.utf8))),
            ("s1.ts", .bytes([UInt8](repeating: 1, count: 1000))),
            ("s2.ts", .bytes([UInt8](repeating: 1, count: 1000))),
        ])
        var header = RecordingTextTests.header
        header.limit = limit
        header.hasBodies = bodies
        let ticks = Mutex(0.0)
        return try ResponseRecorder(header, in: store, behind: loader) {
            Instant(
                sinceStart: .seconds(
                    ticks.withLock {
                        $0 += 1
                        return $0
                    }))
        }
    }

    private func load(_ recorder: ResponseRecorder, _ name: String, _ kind: ResourceKind) {
        _ = try? recorder.load(ResourceRequest(url: "https://a.test/\(name)", kind: kind))
    }

    @Test func `every response is recorded without secrets, and equal bodies are stored once`()
        throws
    {
        let recorder = try recorder()
        load(recorder, "live.m3u8", .multivariantPlaylist)
        load(recorder, "s1.ts?token=verysecret", .segment)
        load(recorder, "s2.ts", .segment)
        load(recorder, "s3.ts", .segment)
        try recorder.end()
        let recording = try Recording(store.text)
        #expect(recording.responses.count == 4)
        #expect(store.bodies.count == 2)
        #expect(!String(decoding: store.text, as: UTF8.self).contains("verysecret"))
        for body in store.bodies.values {
            #expect(!String(decoding: body, as: UTF8.self).contains("verysecret"))
        }
        if case .response = recording.responses[3].outcome { Issue.record("s3.ts does not exist") }
        #expect(recorder.trouble == nil)
    }

    @Test func `the app receives what the server sent`() throws {
        let recorder = try recorder()
        let request = ResourceRequest(url: "https://a.test/live.m3u8", kind: .mediaPlaylist)
        #expect(try recorder.load(request).body.bytes() == Array(list.utf8))
    }

    @Test func `a recording without bodies keeps only playlist bodies`() throws {
        let recorder = try recorder(bodies: false)
        load(recorder, "live.m3u8", .mediaPlaylist)
        load(recorder, "s1.ts", .segment)
        try recorder.end()
        #expect(store.bodies.count == 1)
        #expect(try Recording(store.text).responses.count == 2)
    }

    @Test func `a recording that reaches its size limit ends with an error and cannot be replayed`()
        throws
    {
        let recorder = try recorder(limit: 5_000)
        load(recorder, "live.m3u8", .mediaPlaylist)
        load(recorder, "s1.ts", .segment)
        load(recorder, "s2.ts", .segment)
        load(recorder, "live.m3u8", .mediaPlaylist)
        #expect(recorder.trouble != nil)
        #expect(throws: RecordingError.self) { try recorder.end() }
        #expect(store.text.count + store.bodies.values.reduce(0) { $0 + $1.count } <= 5_000)
        let error = #expect(throws: RecordingError.self) { try Recording(store.text) }
        #expect(error.map { "\($0)" }?.contains("the limit of 5000 bytes") == true)
    }

    @Test(arguments: [0, 10, 900, 1_100, 1_400])
    func `a full disk ends the recording with an error`(room: Int) throws {
        let recorder = try recorder()
        load(recorder, "live.m3u8", .mediaPlaylist)
        store.fill(leaving: room)
        load(recorder, "s1.ts", .segment)
        load(recorder, "live.m3u8", .mediaPlaylist)
        load(recorder, "s3.ts", .segment)
        load(recorder, "s3.ts", .segment)
        load(recorder, "s3.ts", .segment)
        load(recorder, "s3.ts", .segment)
        #expect(throws: RecordingError.self) { try recorder.end() }
        #expect(throws: RecordingError.self) { try Recording(store.text) }
    }

    @Test func `the response to an upload, such as a licence, is never recorded`() throws {
        let recorder = try recorder()
        var request = ResourceRequest(url: "https://a.test/live.m3u8", kind: .other)
        request.upload = ResourceUpload(contentType: "text/plain", bytes: [1])
        _ = try? recorder.load(request)
        try recorder.end()
        #expect(try Recording(store.text).responses.isEmpty)
    }
}
