/// Loads local files.
///
/// The returned body reads the file on demand, so large files use no memory.
package struct FileLoader: ResourceIdentifying {
    /// The resolved directory that contains all readable files; `nil` means no restriction.
    private let root: [UInt8]?

    /// Creates a loader for all files.
    package init() {
        root = nil
    }

    /// Creates a loader for the files in a directory.
    ///
    /// Symbolic links are resolved first, so that no link leads out of the directory. This does not
    /// protect against someone who replaces directories while a file is being opened.
    ///
    /// - Parameter root: A path or `file:` URL of the directory.
    /// - Throws: When there is no such directory.
    package init(root: String) throws(TransportError) {
        let path = try LocalPath.bytes(of: root)
        self.root = try LocalPath.resolved(path, url: root)
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try request.checkCancellation()
        let file = try open(request.url)
        let range = try request.validRange(within: file.byteCount)
        let body = ResourceBody(file, range: range)
        return ResourceResponse(url: request.url, totalByteCount: file.byteCount, body: body)
    }

    package func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        guard root == nil, let path = try? LocalPath.bytes(of: request.url) else { return nil }
        return FileIdentity(path: path).map(ResourceIdentity.file)
    }

    private func open(_ url: String) throws(TransportError) -> OpenFile {
        let path = try LocalPath.bytes(of: url)
        guard let root else { return try OpenFile(path: path, url: url) }
        let resolved = try LocalPath.resolved(path, url: url)
        let prefix = root == [UInt8(ascii: "/")] ? root : root + [UInt8(ascii: "/")]
        guard resolved.starts(with: prefix) else {
            throw TransportError(url: url, cause: .forbidden("outside the permitted directory"))
        }
        return try OpenFile(path: resolved, url: url, followsLink: false)
    }
}

extension ResourceRequest {
    /// Returns the range of bytes that the request selects in a resource of known size.
    ///
    /// - Parameter total: The size of the resource.
    /// - Returns: All bytes, or the requested range.
    /// - Throws: When the resource is too large, or does not contain the requested bytes.
    func validRange(within total: Int64) throws(TransportError) -> Range<Int64> {
        var range = 0..<total
        if let wanted = byteRange {
            guard wanted.lowerBound >= 0, wanted.lowerBound < max(total, 1) else {
                throw TransportError(url: url, cause: .rangeNotSatisfied)
            }
            range = wanted.lowerBound..<min(total, wanted.upperBound)
            let received = range.upperBound - range.lowerBound
            guard range.upperBound == wanted.upperBound || acceptsShorterRange else {
                let expected = wanted.upperBound - wanted.lowerBound
                let cause = TransportError.Cause.endsWithinRange(
                    expected: expected, available: received)
                throw TransportError(url: url, cause: cause)
            }
        }
        guard range.upperBound - range.lowerBound <= maximumByteCount else {
            throw TransportError(url: url, cause: .tooLarge(limit: maximumByteCount))
        }
        return range
    }
}
