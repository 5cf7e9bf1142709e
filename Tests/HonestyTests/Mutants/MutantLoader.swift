import HeadlessPlayback
import TestSupport
import Transport

/// A loader of local files that replaces or removes one of the files.
struct MutantLoader: ResourceIdentifying {
    private let behind = StandardLoader()
    /// The path of the changed file.
    let file: String
    /// The contents of the file; `nil` when it is removed.
    let bytes: [UInt8]?

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard isChanged(request) else { return try behind.load(request) }
        guard let bytes else {
            throw TransportError(url: request.url, cause: .notFound)
        }
        var range = 0..<Int64(bytes.count)
        if let wanted = request.byteRange {
            guard wanted.lowerBound >= 0, wanted.lowerBound < max(Int64(bytes.count), 1) else {
                throw TransportError(url: request.url, cause: .rangeNotSatisfied)
            }
            range = wanted.lowerBound..<min(Int64(bytes.count), wanted.upperBound)
            guard range.upperBound == wanted.upperBound || request.acceptsShorterRange else {
                throw TransportError(
                    url: request.url,
                    cause: .truncated(
                        expected: wanted.upperBound - wanted.lowerBound,
                        received: range.upperBound - range.lowerBound))
            }
        }
        return ResourceResponse(
            url: request.url, totalByteCount: Int64(bytes.count),
            body: ResourceBody(bytes).part(range))
    }

    func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        isChanged(request)
            ? nil : behind.identity(of: request, trustsServers: trustsServers)
    }

    private func isChanged(_ request: ResourceRequest) -> Bool {
        request.url == file || request.url.hasSuffix(file)
    }
}
