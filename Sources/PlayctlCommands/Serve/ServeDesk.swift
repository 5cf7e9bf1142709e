import CommandTree
import Formats
import HTTPServing
import HeadlessPlayback
import ScenarioRunning
import Scenarios
import Synchronization
import Transport
import VirtualTime

/// Answers the requests for the assets of a scenario, on the clock of the machine.
final class ServeDesk: Sendable {
    private struct State {
        var clients = ServedClients()
        /// The indices of the fault rules that were applied to at least one request.
        var met: Set<Int> = []
        var requestCount = 0
        var byteCount = 0
        var refusalCount = 0
    }

    private static let bodyLimit: Int64 = 1 << 30

    private let assets: [ServedAsset]
    private let files: any ResourceLoader = StandardLoader()
    private let surroundings: Surroundings
    private let journal: ServeJournal
    private let budget = AnswerBudget()
    private let state: Mutex<State>
    private let stage: Mutex<ServedStage>

    init(
        _ stage: ServedStage, _ assets: [ServedAsset], journal: ServeJournal, startsAtOnce: Bool
    ) {
        self.assets = assets
        surroundings = stage.surroundings
        self.journal = journal
        self.stage = Mutex(stage)
        state = Mutex(State())
        if startsAtOnce { start() }
    }

    // MARK: Time and counts

    /// The current time of the scenario.
    ///
    /// The scenario's time starts at the first request for an asset, or at once if the options
    /// specify this.
    private var now: Instant { stage.withLock { $0.now } }

    /// Starts the scenario's time, unless it has started.
    private func start() { stage.withLock { $0.start() } }

    /// The indices of the fault rules that were not applied to any request.
    var unmet: [Int] {
        state.withLock { state in
            surroundings.faults.indices.filter { !state.met.contains($0) }
        }
    }

    /// The counts of the requests so far, as a line of text.
    var summary: String {
        let (requests, refusals, bytes, clients) = state.withLock {
            ($0.requestCount, $0.refusalCount, $0.byteCount, $0.clients.count)
        }
        return "\(now)  \(requests) requests, \(refusals) refused, \(bytes) bytes,"
            + " \(clients) clients"
    }

    // MARK: Requests

    /// Answers a request, at once or when its reply is due.
    func respond(to request: HTTPServerRequest, _ port: HTTPReplyPort) {
        var entry = ServeJournal.Entry(request, at: now, WallClock.now)
        switch request.method {
        case "GET", "HEAD": break
        case "OPTIONS":
            return finish(Self.preflight, &entry, port)
        default:
            var reply = HTTPServerReply(status: 405)
            reply.headers = [("Allow", "GET, HEAD, OPTIONS")]
            return finish(reply, &entry, port)
        }
        var components = request.path.split(separator: "/", omittingEmptySubsequences: false)[...]
        components = components.dropFirst()
        var name = ""
        if components.first == "s" {
            name = components.dropFirst().first.map(String.init) ?? ""
            guard Self.isName(name) else {
                return finish(HTTPServerReply(status: 404), &entry, port)
            }
            components = components.dropFirst(2)
        }
        let query = request.query.isEmpty ? "" : "?" + request.query.joined(separator: "&")
        guard let asset = assets.first(where: { $0.name == components.first ?? "" }),
            let location = asset.location(of: components.dropFirst(), query: query)
        else { return finish(HTTPServerReply(status: 404), &entry, port) }
        guard let client = client(name) else {
            return finish(HTTPServerReply(status: 503), &entry, port)
        }
        entry.client = name
        let isMain = components.dropFirst().joined(separator: "/") == asset.main
        start()
        answer(request, at: location, of: asset, isMain: isMain, client, &entry, port)
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D
                    || $0 == 0x5F
            }
    }

    private func client(_ name: String) -> ServedClient? {
        state.withLock { state in
            state.clients.client(name, at: .now) {
                ServedClient(name, surroundings.faults, surroundings.network, budget) {
                    [weak self] in self?.now ?? .start
                }
            }
        }
    }

    private func answer(
        _ request: HTTPServerRequest, at location: String, of asset: ServedAsset, isMain: Bool,
        _ client: ServedClient, _ entry: inout ServeJournal.Entry, _ port: HTTPReplyPort
    ) {
        let instant = now
        var resource = ResourceRequest(url: location, kind: Self.kind(of: location, isMain: isMain))
        resource.maximumByteCount = Self.bodyLimit
        var access = AssetAccess(AssetOptions(), location: location, jar: CookieJar())
        access.instant = instant
        access.ordinal = client.ordinal(of: String(location.prefix { $0 != "?" }))
        resource.access = access
        var question = resource
        question.byteRange = Self.range(request.headers["range"])
        // The reply to a HEAD request has no body. The request therefore cannot receive a fault of
        // the body, and must not use up an occurrence of the fault.
        let fate = request.method == "HEAD" ? nil : client.fate(of: question, at: instant)
        let loader = stage.withLock { $0.loader(of: asset, for: client.name) } ?? files
        var wait = client.link.latency
        var reply: HTTPServerReply?
        do throws(TransportError) {
            let effective = Self.isForConnection(fate?.fault) ? nil : fate
            let content: ServedContent
            if effective == nil, asset.folder != nil, let file = ServedContent(file: location) {
                content = file
            } else {
                let response = try (effective?.loader(around: loader) ?? loader).load(resource)
                client.keep(effective, of: resource)
                if let held = response.heldUntil, held > instant {
                    wait += instant.duration(to: held)
                }
                content = try ServedContent(response, limit: Self.bodyLimit)
            }
            entry.age = content.age
            reply = Self.reply(
                content, to: request, name: location, isStable: resource.kind.isStable)
        } catch {
            if let held = error.heldUntil, held > instant { wait += instant.duration(to: held) }
            reply = Self.refusal(error)
            entry.error = Self.reason(error)
        }
        if let fate, let rule = fate.rule, Self.hasEffect(fate, on: reply) {
            state.withLock { _ = $0.met.insert(rule) }
            entry.fault = fate.fault.map { "\($0)" }
        }
        spoil(&reply, by: fate?.fault, &wait)
        if var known = reply, !client.link.isUnlimited {
            known.permission = client.link.permission(within: known.permission)
            reply = known
        }
        entry.wait = wait
        if case .hang = fate?.fault { wait = .seconds(24 * 3600) }
        finish(reply, &entry, port, after: wait)
    }

    /// Returns whether a fault affects the delivery of a reply, and not the reply's bytes.
    ///
    /// Such a fault concerns the connection, the time or the length of the reply.
    private static func isForConnection(_ fault: ResourceFault?) -> Bool {
        switch fault {
        case .reset, .hang, .delay, .slowBody, .truncation, .truncationToShare: true
        default: false
        }
    }

    /// Returns whether a fault changes a reply.
    ///
    /// For example, a reset after the end of the reply does not change the reply.
    private static func hasEffect(_ fate: AttemptFate, on reply: HTTPServerReply?) -> Bool {
        switch fate.fault {
        case .hang: true
        case .delay(let time): time > .zero
        case .reset(let count): reply.map { count < $0.range.count } ?? true
        case .truncation(let count): reply.map { count < $0.range.count } ?? false
        case .truncationToShare(let part):
            reply.map { part < 1_000_000 && !$0.range.isEmpty } ?? false
        case .slowBody: reply.map { !$0.range.isEmpty } ?? false
        default: fate.receipt.isChanged
        }
    }

    /// Returns the byte range of a `Range` header field, for comparison with fault rules.
    private static func range(_ field: String?) -> Range<Int64>? {
        field.flatMap { ByteRangeField.range($0, of: .max) }.map {
            Int64($0.lowerBound)..<Int64($0.upperBound)
        }
    }

    /// Applies a fault that delays, shortens or slows down a reply, or breaks its connection.
    private func spoil(
        _ reply: inout HTTPServerReply?, by fault: ResourceFault?, _ wait: inout Duration
    ) {
        switch fault {
        case .hang: reply = nil
        case .delay(let delay): wait += delay
        case .reset(let count):
            guard var known = reply, count > 0 else { return reply = nil }
            guard count < known.range.count else { return }
            known.announcedByteCount = known.range.count
            known.range = known.range.prefix(Int(clamping: count))
            known.resetsConnection = true
            reply = known
        case .truncation(let count): Self.cut(&reply, to: Int(clamping: count))
        case .truncationToShare(let part):
            let share = Int128(reply?.range.count ?? 0) * Int128(max(part, 0)) / 1_000_000
            Self.cut(&reply, to: Int(clamping: share))
        case .slowBody(let rate):
            guard var known = reply else { return }
            let link = ServedLink(NetworkConditions(bitsPerSecond: rate)) { [weak self] in
                self?.now ?? .start
            }
            known.permission = link.permission(within: nil)
            reply = known
        default: break
        }
    }

    private func finish(
        _ reply: HTTPServerReply?, _ entry: inout ServeJournal.Entry, _ port: HTTPReplyPort,
        after wait: Duration = .zero
    ) {
        var reply = reply
        reply?.headers += [
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Expose-Headers", "Age, Content-Length, Content-Range, Date, ETag"),
        ]
        entry.status = reply?.status
        entry.byteCount = entry.method == "HEAD" ? 0 : reply?.range.count ?? 0
        entry.type = reply?.headers.first { $0.name == "Content-Type" }?.value ?? ""
        if reply?.status == 206 { entry.range = reply?.range }
        state.withLock { state in
            state.requestCount += 1
            state.byteCount += entry.byteCount
            if (reply?.status ?? 599) >= 400 { state.refusalCount += 1 }
        }
        journal.write(entry)
        port.send(reply, after: wait)
    }
}

extension ServeJournal.Entry {
    /// Creates the entry of a request that has not been answered yet.
    init(_ request: HTTPServerRequest, at instant: Instant, _ date: DateTime) {
        self.init(
            time: instant.sinceStart, date: date, wait: .zero, client: "",
            method: String(request.method.prefix(16)),
            path: String(PercentCoding.encodePath(Array(request.path.utf8)).prefix(2048)),
            query: request.query, status: nil, type: "", byteCount: 0)
    }
}
