import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing
import Transport

/// A planner that receives files from a test or through a loader.
struct PlannerDriver {
    /// The default location of the source.
    static let source = "https://media.example/show/index.m3u8"

    /// The requests that were made, in order.
    private(set) var requests: [ResourceRequest] = []
    private(set) var outcome: PackagePlanner.Step?

    /// Plans a package from the given texts, which are keyed by their absolute locations.
    ///
    /// A missing text leaves the planner waiting; the outcome is then `nil`.
    init(
        _ files: [String: String], selection: DownloadSelection = .init(),
        source: String = PlannerDriver.source, redirects: [String: String] = [:]
    ) {
        run(PackagePlanner(sourceURL: source, selection: selection)) { request in
            let url = redirects[request.url] ?? request.url
            return files[url].map { (Array($0.utf8), url) }
        }
    }

    /// Plans a package from files obtained through a loader.
    init(source: String, selection: DownloadSelection = .init(), loader: any ResourceLoader) {
        run(PackagePlanner(sourceURL: source, selection: selection)) { request in
            guard let response = try? loader.load(request), let bytes = try? response.body.bytes()
            else { return nil }
            return (bytes, response.url)
        }
    }

    private mutating func run(
        _ planner: consuming PackagePlanner,
        load: (ResourceRequest) -> (bytes: [UInt8], url: String)?
    ) {
        while true {
            let step = planner.next()
            guard case .fetch(let wanted) = step else {
                outcome = step
                return
            }
            if wanted.isEmpty { return }
            for item in wanted {
                requests.append(item.request)
                guard let answer = load(item.request) else { continue }
                planner.receive(id: item.id, body: answer.bytes, url: answer.url)
            }
        }
    }

    /// Returns the plan; if there is none, the test fails.
    func plan(at location: SourceLocation = #_sourceLocation) throws -> PackagePlan {
        guard case .done(let plan)? = outcome else {
            Issue.record("no plan but \(String(describing: outcome))", sourceLocation: location)
            throw OfflineError(.downloadFailure, "no plan")
        }
        return plan
    }

    var error: OfflineError? {
        guard case .failed(let error)? = outcome else { return nil }
        return error
    }

    /// The requested locations, in order.
    var asked: [String] { requests.map(\.url) }
}

extension PackagePlan {
    /// Returns the text of a planned file.
    func text(_ name: String) -> String { texts.first { $0.name == name }?.text ?? "" }

    /// Returns a planned media playlist, parsed.
    func media(_ name: String) throws -> MediaPlaylist {
        guard case .media(let media) = try Playlist(parsing: text(name)) else {
            throw OfflineError(.downloadFailure, "\(name) is not a media playlist")
        }
        return media
    }

    /// Returns the planned multivariant playlist, parsed.
    func top() throws -> MultivariantPlaylist {
        guard case .multivariant(let top) = try Playlist(parsing: text(Self.topName)) else {
            throw OfflineError(
                .downloadFailure, "the playlist on top is not a multivariant playlist")
        }
        return top
    }
}
