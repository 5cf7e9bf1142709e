import Playlists
import Sessions
import Transport

/// The properties of a package that do not change during one load.
///
/// They include the path of the package, the names of its files and the online sources of these
/// files.
final class StoredPackage: Sendable {
    /// The kind of resource that a player of a package requests.
    enum Place {
        /// A file of the package.
        case file(name: String)
        /// Bytes contained in the location itself.
        case data
        /// A local file that the app, and not the package, refers to.
        case local
        /// A resource outside the package that needs the network.
        case online
        /// A local file outside the package; a package must not refer to such files.
        case outside
    }

    /// The `file:` URL of the folder, with a trailing slash.
    private let root: String
    private let sourceURL: String
    private let isSourceLocal: Bool
    private let files: FileLoader?
    /// The recorded sizes and checksums of stored files, by file name.
    private let recorded: [String: StoredFile]
    /// Whether the download is complete, so that each of its files has a record.
    private let isComplete: Bool
    /// The loader for everything that is not stored.
    let network: any ResourceLoader
    private let plan: PackagePlan
    private let headers: [HeaderField]
    /// The indices of files in the plan, by file name.
    ///
    /// Empty if the download is complete or the plan is unknown.
    private let ordinals: [String: Int]
    private let onlineTop: [UInt8]?

    /// Prepares a package for one load.
    ///
    /// - Parameters:
    ///   - path: The path of the package.
    ///   - isThere: Whether the package exists; if not, nothing is read from it.
    ///   - recorded: The recorded sizes and checksums of stored files, by file name.
    ///   - isComplete: Whether the download is complete, so that each of its files has a record.
    ///   - sourceURL: The online location of the video.
    ///   - plan: The plan of the download; `nil` when the download is complete or the plan is
    ///     unknown.
    ///   - onlineTop: The playlist that replaces the package's multivariant playlist when there is
    ///     a network; `nil` keeps the package's own.
    ///   - network: The loader for everything that is not stored.
    ///   - headers: Header fields for requests of files that are missing on the disk.
    init(
        path: String, isThere: Bool, recorded: [String: StoredFile], isComplete: Bool,
        sourceURL: String, plan: PackagePlan?, onlineTop: String?, network: any ResourceLoader,
        headers: [HeaderField]
    ) {
        self.recorded = recorded
        self.isComplete = isComplete
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

    /// Returns the name of the package file at a location; `nil` for any other location.
    func name(of url: String) -> String? {
        guard url.hasPrefix(root) else { return nil }
        let name = String(url.dropFirst(root.count))
        // File names are generated, so a path in any other form, such as one with escapes, is not a
        // file of the package.
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
        case .http, .https, .live, .other: return .online
        }
    }

    /// Returns the index of a file in the plan; `nil` if the file is generated or there is no plan.
    func ordinal(of name: String) -> Int? { ordinals[name] }

    /// Returns the contents that replace a file when there is a network; `nil` keeps the file.
    ///
    /// Only the package's multivariant playlist may be replaced.
    func replacement(for name: String) -> [UInt8]? {
        name == PackagePlan.topName ? onlineTop : nil
    }

    /// Reads a file of the package.
    ///
    /// - Throws: When the file is missing, or its size or bytes differ from the record; also when
    ///   the download is complete but the file has no record.
    func read(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard let files else { throw TransportError(url: request.url, cause: .notFound) }
        var response = try files.load(request)
        if let expected = try record(of: request.url) {
            var whole = request
            whole.byteRange = nil
            whole.maximumByteCount = .max
            let body = request.byteRange == nil ? response.body : try files.load(whole).body
            if let damage = try body.damage(comparedWith: expected) {
                throw TransportError(url: request.url, cause: .failed("\(damage)"))
            }
        }
        response.isStored = true
        return response
    }

    /// Returns the recorded size and checksum of a file.
    ///
    /// The result is `nil` if the file has no record and the download is not complete.
    ///
    /// - Throws: When the download is complete and the file has no record.
    private func record(of url: String) throws(TransportError) -> StoredFile? {
        if let name = name(of: url), let expected = recorded[name] { return expected }
        guard isComplete else { return nil }
        let reason = "the catalogue has no size and checksum of this file"
        throw TransportError(url: url, cause: .failed(reason))
    }

    /// Returns the request that loads a file of the package from its online source.
    ///
    /// - Parameters:
    ///   - ordinal: The index of the file in the plan.
    ///   - request: The request for the file.
    /// - Returns: The request for the online source of the file.
    /// - Throws: When the requested byte range is outside the file.
    func origin(
        of ordinal: Int, for request: ResourceRequest
    ) throws(TransportError) -> ResourceRequest {
        var origin = plan.request(for: plan.resources[ordinal])
        origin.kind = request.kind
        origin.headers = headers + request.headers
        origin.access = request.access
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
