import Playlists
import Sessions
import Transport

/// What one load of a session knows of a package for good: its place, its names and where each file
/// comes from.
final class StoredPackage: Sendable {
    /// What a location is to the player of a package.
    enum Place {
        /// A file of the package.
        case file(name: String)
        /// Bytes in the location itself.
        case data
        /// A local file that the app named.
        case local
        /// Something else, for which the network is needed.
        case online
        /// A local file that nothing in the package may lead to.
        case outside
    }

    /// The `file:` URL of the folder, with a slash at its end.
    private let root: String
    private let sourceURL: String
    private let isSourceLocal: Bool
    private let files: FileLoader?
    /// What is behind the store.
    let network: any ResourceLoader
    private let plan: PackagePlan
    private let headers: [HeaderField]
    /// The places of what is fetched, by name; empty when nothing is to be fetched any more.
    private let ordinals: [String: Int]
    private let onlineTop: [UInt8]?

    /// Prepares for one load.
    ///
    /// - Parameters:
    ///   - path: Where the package is.
    ///   - isThere: Whether there is one; otherwise nothing is read there.
    ///   - sourceURL: Where the video is online.
    ///   - plan: What the download fetches; `nil` when all is there or nothing is known yet.
    ///   - onlineTop: What stands for the playlist on top; `nil` leaves the one of the package.
    ///   - network: What is behind the store.
    ///   - headers: What is sent along with requests for what is missing.
    init(
        path: String, isThere: Bool, sourceURL: String, plan: PackagePlan?, onlineTop: String?,
        network: any ResourceLoader, headers: [HeaderField]
    ) {
        root = LocalPath.url(path) + "/"
        self.sourceURL = LocalPath.url(sourceURL)
        isSourceLocal = ResourceScheme(of: sourceURL).isLocal
        files = isThere ? try? FileLoader(root: path) : nil
        self.network = network
        self.plan = plan ?? PackagePlan()
        self.headers = headers
        self.onlineTop = onlineTop.map { Array($0.utf8) }
        ordinals = Dictionary(
            self.plan.resources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The name of a file of the package; `nil` for anything that is none.
    func name(of url: String) -> String? {
        guard url.hasPrefix(root) else { return nil }
        let name = String(url.dropFirst(root.count))
        // Names are generated, so that what has another form is none of them, escapes included.
        return (try? PackageName(name)) == nil ? nil : name
    }

    func place(of request: ResourceRequest) -> Place {
        if let name = name(of: request.url) { return .file(name: name) }
        switch ResourceScheme(of: request.url) {
        case .data: return .data
        case .file where LocalPath.url(request.url) == sourceURL: return .online
        case .file:
            guard let referrer = request.referrer else { return .local }
            if request.url.hasPrefix(root) { return .outside }
            if isSourceLocal { return .online }
            return referrer.hasPrefix(root) ? .outside : .local
        case .http, .https, .other: return .online
        }
    }

    /// The place in the plan of a file; `nil` for one that is not fetched.
    func ordinal(of name: String) -> Int? { ordinals[name] }

    /// The playlist on top as it is shown where the network may be used.
    func replacement(for name: String) -> [UInt8]? {
        name == PackagePlan.topName ? onlineTop : nil
    }

    /// Reads a file of the package.
    func read(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard let files else { throw TransportError(url: request.url, cause: .notFound) }
        var response = try files.load(request)
        response.isStored = true
        return response
    }

    /// The request for what a file of the package will be.
    ///
    /// - Parameters:
    ///   - ordinal: The place of the file in the plan.
    ///   - request: What is wanted of the file.
    /// - Returns: The request for it where it comes from.
    /// - Throws: When the file will not have these bytes.
    func origin(
        of ordinal: Int, for request: ResourceRequest
    ) throws(TransportError) -> ResourceRequest {
        var origin = plan.request(for: plan.resources[ordinal])
        origin.kind = request.kind
        origin.headers = headers + request.headers
        origin.maximumByteCount = request.maximumByteCount
        origin.patience = request.patience
        origin.cancellation = request.cancellation
        origin.acceptsShorterRange = request.acceptsShorterRange
        guard let wanted = request.byteRange else { return origin }
        guard let whole = origin.byteRange else {
            origin.byteRange = wanted
            return origin
        }
        let (start, startOverflow) = whole.lowerBound.addingReportingOverflow(wanted.lowerBound)
        let (end, endOverflow) = whole.lowerBound.addingReportingOverflow(wanted.upperBound)
        guard !startOverflow, !endOverflow, start >= whole.lowerBound, end <= whole.upperBound
        else {
            throw TransportError(url: request.url, cause: .rangeNotSatisfied)
        }
        origin.byteRange = start..<end
        return origin
    }
}
