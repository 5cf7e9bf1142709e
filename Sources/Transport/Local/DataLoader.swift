import Formats

/// Loads the bytes contained in a `data:` URL.
///
/// Reference: RFC 2397.
package struct DataLoader: ResourceIdentifying {
    /// Creates a loader.
    package init() {}

    package func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        .location(request.url)
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try request.checkCancellation()
        let url = request.url
        let text = url.utf8.dropFirst("data:".utf8.count).prefix { $0 != UInt8(ascii: "#") }
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else {
            throw TransportError(url: url, cause: .malformedURL("a data: URL needs a comma"))
        }
        let encoded = text[text.index(after: comma)...]
        // Percent-encoded base64 takes at most four characters per byte; a text of twice that
        // length is too long to decode.
        let bound = request.maximumByteCount.multipliedReportingOverflow(by: 8)
        guard bound.overflow || Int64(encoded.count) <= bound.partialValue + 64 else {
            throw TransportError(url: url, cause: .tooLarge(limit: request.maximumByteCount))
        }
        var type = String(Substring(text[..<comma])).trimmed
        var bytes = PercentCoding.decode(encoded)
        if type.lowercased().hasSuffix(";base64") {
            type = String(type.dropLast(";base64".count)).trimmed
            guard let decoded = Base64.decode(bytes) else {
                throw TransportError(url: url, cause: .malformedURL("the base64 is malformed"))
            }
            bytes = decoded
        }
        if type.isEmpty { type = "text/plain;charset=US-ASCII" }
        if type.hasPrefix(";") { type = "text/plain" + type }
        let range = try request.validRange(within: Int64(bytes.count))
        return ResourceResponse(
            url: url, contentType: type, totalByteCount: Int64(bytes.count),
            body: ResourceBody(bytes).part(range))
    }
}

extension String {
    fileprivate var trimmed: String {
        var trimmed = self[...]
        while trimmed.first == " " { trimmed.removeFirst() }
        while trimmed.last == " " { trimmed.removeLast() }
        return String(trimmed)
    }
}
