import Dispatch
import HTTPServing
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A request log that also selects the replies; the threads of all connections call it.
final class OriginDesk: Sendable {
    private struct State {
        var offers: [String: OriginOffer] = [:]
        var faults: [String: [OriginFault]] = [:]
        var faultsBelow: [(prefix: String, faults: [OriginFault])] = []
        var gates: [OriginGate] = []
        var log: [OriginRequest] = []

        /// Returns the faults that apply to a request for a path, and consumes one use of each.
        mutating func takeFaults(at path: String) -> [OriginFault] {
            var met: [OriginFault] = []
            for index in faultsBelow.indices where path.hasPrefix(faultsBelow[index].prefix) {
                let ordered = faultsBelow[index].faults.map(\.next)
                faultsBelow[index].faults = ordered.compactMap(\.left)
                met += ordered.compactMap(\.met)
            }
            let ordered = (faults[path] ?? []).map(\.next)
            faults[path] = ordered.compactMap(\.left)
            return met + ordered.compactMap(\.met)
        }
    }

    private let folder: String?
    private let state: Mutex<State>
    private let stopGate = OriginGate()
    private let arrival = DispatchSemaphore(value: 0)

    init(site: OriginServer.Site) {
        switch site {
        case .memory(let offers):
            folder = nil
            state = Mutex(State(offers: offers.mapValues { OriginOffer($0) }))
        case .folder(let path):
            folder = path
            state = Mutex(State())
        }
    }

    var log: [OriginRequest] { state.withLock { $0.log } }

    func offer(_ bytes: [UInt8], at path: String) {
        let offer = OriginOffer(bytes)
        state.withLock { $0.offers[path] = offer }
    }

    func order(_ faults: [OriginFault], at path: String) {
        state.withLock { state in
            state.faults[path] = faults
            state.gates.append(contentsOf: faults.compactMap(\.gate))
        }
    }

    func order(_ faults: [OriginFault], below prefix: String) {
        state.withLock { state in
            state.faultsBelow.removeAll { $0.prefix == prefix }
            state.faultsBelow.append((prefix, faults))
            state.gates.append(contentsOf: faults.compactMap(\.gate))
        }
    }

    func openAllGates() {
        stopGate.open()
        for gate in state.withLock({ $0.gates }) { gate.open() }
    }

    func waitForRequests(until isEnough: ([OriginRequest]) -> Bool) -> Bool {
        while !isEnough(log) {
            if arrival.wait(timeout: .now() + .seconds(30)) == .timedOut { return false }
        }
        return true
    }

    /// Records a request and returns the reply; the call may block.
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
            case .truncate, .holdBody, .stall, .slow: break
            case .reset: reply.resetsConnection = true
            case .announce(let byteCount): reply.announcedByteCount = byteCount
            case .hangUp: return nil
            case .delay(let milliseconds):
                _ = DispatchSemaphore(value: 0).wait(
                    timeout: .now() + .milliseconds(milliseconds))
            case .hold(let gate): gate.wait()
            case .contentType(let type): reply.set("Content-Type", type)
            case .requireToken(let token):
                if request.query.contains("token=\(token)") { break }
                reply = HTTPServerReply(text: "the token is not valid")
                reply.status = 403
            case .ignoreRanges, .ignoreIfRange, .validators, .later, .times: break
            case .contentRange(let value): reply.set("Content-Range", value)
            case .header(let name, let value): reply.set(name, value)
            }
            if let pace = fault.pace(until: stopGate) { reply.pace = pace }
        }
        return reply
    }

    private func plainReply(to request: OriginRequest, faults: [OriginFault]) -> HTTPServerReply {
        guard request.method == "GET" || request.method == "HEAD" else {
            var reply = HTTPServerReply(text: "only GET and HEAD")
            reply.status = 405
            return reply
        }
        guard let (body, byteCount, usual) = content(at: request.path) else {
            var reply = HTTPServerReply(text: "no such thing")
            reply.status = 404
            return reply
        }
        let behaviour = OriginBehaviour(faults)
        let validators = behaviour.validators ?? usual
        var reply = HTTPServerReply(body: body, range: 0..<byteCount)
        reply.headers = [("Content-Type", Self.contentType(of: request.path))]
        if !behaviour.ignoresRanges { reply.headers.append(("Accept-Ranges", "bytes")) }
        reply.headers += validators.headers
        guard !behaviour.ignoresRanges, let header = request.range else { return reply }
        if let version = request.ifRange, !behaviour.ignoresIfRange,
            !validators.isCurrent(version)
        {
            return reply
        }
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

    private func content(
        at path: String
    ) -> (HTTPServerReply.Body, byteCount: Int, OriginValidators)? {
        if let offer = state.withLock({ $0.offers[path] }) {
            return (.memory(offer.bytes), offer.bytes.count, offer.validators)
        }
        guard let folder, !path.split(separator: "/").contains("..") else { return nil }
        let file = folder + path
        return Self.byteCount(of: file).map {
            (.file(file, byteCount: $0), $0, OriginValidators(ofFile: file))
        }
    }

    /// Returns the size of a regular file; `nil` when there is none at the path.
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
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append((name, value))
    }
}
