import Dispatch
import HTTPServing
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A request as the server saw it.
package struct OriginRequest: Sendable, Equatable {
    package var method: String

    /// The path, percent-decoded, without the query.
    package var path: String

    /// The arguments of the query, in order.
    package var query: [String]

    /// The header fields by their names in lower case.
    package var headers: [String: String]

    /// The body; empty when there is none.
    package var body: [UInt8] = []

    /// The port from which it came; requests over one connection share it.
    package var port: UInt16
}

extension OriginRequest {
    init(_ request: HTTPServerRequest) {
        self.init(
            method: request.method, path: request.path, query: request.query,
            headers: request.headers, body: request.body, port: request.port)
    }
}

/// Where requests are noted and replies decided; called on the threads of all connections.
final class OriginDesk: Sendable {
    private struct State {
        var offers: [String: [UInt8]] = [:]
        var faults: [String: [OriginFault]] = [:]
        var gates: [OriginGate] = []
        var log: [OriginRequest] = []

        /// The faults that a request for a path meets; some run out.
        mutating func takeFaults(at path: String) -> [OriginFault] {
            let ordered = (faults[path] ?? []).map(\.next)
            faults[path] = ordered.compactMap(\.left)
            return ordered.compactMap(\.met)
        }
    }

    private let folder: String?
    private let state: Mutex<State>
    private let arrival = DispatchSemaphore(value: 0)

    init(site: OriginServer.Site) {
        switch site {
        case .memory(let offers):
            folder = nil
            state = Mutex(State(offers: offers))
        case .folder(let path):
            folder = path
            state = Mutex(State())
        }
    }

    var log: [OriginRequest] { state.withLock { $0.log } }

    func offer(_ bytes: [UInt8], at path: String) {
        state.withLock { $0.offers[path] = bytes }
    }

    func order(_ faults: [OriginFault], at path: String) {
        state.withLock { state in
            state.faults[path] = faults
            state.gates.append(contentsOf: faults.compactMap(\.gate))
        }
    }

    func openAllGates() {
        for gate in state.withLock({ $0.gates }) { gate.open() }
    }

    func waitForRequests(until isEnough: ([OriginRequest]) -> Bool) -> Bool {
        while !isEnough(log) {
            if arrival.wait(timeout: .now() + .seconds(30)) == .timedOut { return false }
        }
        return true
    }

    /// Notes a request and decides what to say to it; may wait.
    ///
    /// - Returns: The reply, or `nil` to hang up.
    func reply(to request: OriginRequest) -> HTTPServerReply? {
        let faults = state.withLock { state in
            state.log.append(request)
            return state.takeFaults(at: request.path)
        }
        arrival.signal()
        var reply = plainReply(to: request, faults: faults)
        for fault in faults {
            switch fault {
            case .status(let status, _):
                reply = HTTPServerReply(text: "status \(status)")
                reply.status = status
            case .redirect(let location, let status):
                reply = HTTPServerReply(text: "elsewhere")
                reply.status = status
                reply.headers.append(("Location", location))
            case .redirectForever:
                let count = Int(request.query.first?.dropFirst(2) ?? "") ?? 0
                reply = HTTPServerReply(text: "elsewhere")
                reply.status = 302
                reply.headers.append(("Location", "\(request.path)?n=\(count + 1)"))
            case .truncate(let count): reply.hangsUpAfter = count
            case .holdBody(let count, let gate):
                reply.hangsUpAfter = count
                reply.beforeHangingUp = { gate.wait() }
            case .hangUp: return nil
            case .delay(let milliseconds):
                _ = DispatchSemaphore(value: 0).wait(
                    timeout: .now() + .milliseconds(milliseconds))
            case .hold(let gate): gate.wait()
            case .contentType(let type): reply.set("Content-Type", type)
            case .ignoreRanges, .later: break
            case .contentRange(let value): reply.set("Content-Range", value)
            case .header(let name, let value): reply.headers.append((name, value))
            }
        }
        return reply
    }

    private func plainReply(to request: OriginRequest, faults: [OriginFault]) -> HTTPServerReply {
        guard request.method == "GET" || request.method == "HEAD" else {
            var reply = HTTPServerReply(text: "only GET and HEAD")
            reply.status = 405
            return reply
        }
        guard let (body, byteCount) = content(at: request.path) else {
            var reply = HTTPServerReply(text: "no such thing")
            reply.status = 404
            return reply
        }
        var reply = HTTPServerReply(body: body, range: 0..<byteCount)
        reply.headers = [("Content-Type", Self.contentType(of: request.path))]
        let ignoresRanges = faults.contains { if case .ignoreRanges = $0 { true } else { false } }
        guard !ignoresRanges, let header = request.headers["range"] else { return reply }
        reply.headers.append(("Accept-Ranges", "bytes"))
        switch OriginRange(header, within: byteCount) {
        case .bytes(let range):
            reply.status = 206
            reply.range = range
            let last = range.upperBound - 1
            reply.headers.append(
                ("Content-Range", "bytes \(range.lowerBound)-\(last)/\(byteCount)"))
        case .notSatisfiable:
            reply = HTTPServerReply(text: "")
            reply.status = 416
            reply.headers.append(("Content-Range", "bytes */\(byteCount)"))
        case .ignored: break
        }
        return reply
    }

    private func content(at path: String) -> (HTTPServerReply.Body, Int)? {
        if let bytes = state.withLock({ $0.offers[path] }) { return (.memory(bytes), bytes.count) }
        guard let folder, !path.split(separator: "/").contains("..") else { return nil }
        let file = folder + path
        return Self.byteCount(of: file).map { (.file(file, byteCount: $0), $0) }
    }

    /// The size of a regular file; `nil` when there is none at the path.
    private static func byteCount(of path: String) -> Int? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    private static func contentType(of path: String) -> String {
        let types = [
            "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "mp4": "video/mp4",
            "m4s": "video/iso.segment", "m4a": "audio/mp4", "aac": "audio/aac",
            "mp3": "audio/mpeg", "vtt": "text/vtt", "json": "application/json",
            "html": "text/html",
        ]
        let name = path.split(separator: ".").last.map(String.init) ?? ""
        return types[name] ?? "application/octet-stream"
    }
}

extension HTTPServerReply {
    fileprivate init(text: String) {
        self.init(bytes: Array(text.utf8))
    }

    fileprivate mutating func set(_ name: String, _ value: String) {
        headers.removeAll { $0.name == name }
        headers.append((name, value))
    }
}

/// What the `Range` header field of a request asks for.
///
/// Reference: RFC 9110, section 14.2.
enum OriginRange: Equatable {
    case bytes(Range<Int>)
    case notSatisfiable
    /// It is not one range of bytes, which a server may pass over.
    case ignored

    init(_ header: String, within byteCount: Int) {
        guard header.hasPrefix("bytes=") else {
            self = .ignored
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            self = .ignored
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where last >= first:
            self = Self.bytes(from: first, to: min(last, byteCount - 1), within: byteCount)
        case (let first?, nil) where ends[1].isEmpty:
            self = Self.bytes(from: first, to: byteCount - 1, within: byteCount)
        case (nil, let count?) where ends[0].isEmpty && count > 0:
            let first = max(0, byteCount - count)
            self = Self.bytes(from: first, to: byteCount - 1, within: byteCount)
        default: self = .ignored
        }
    }

    private static func bytes(from first: Int, to last: Int, within byteCount: Int) -> OriginRange {
        first < byteCount ? .bytes(first..<last + 1) : .notSatisfiable
    }
}
