import CommandTree
import HTTPServing

/// The media files of a catalogue, whose locations contain an expiry time: `/media/EXPIRY/PATH`.
struct CatalogueMedia {
    let folder: String

    /// Returns the reply to a request; `nil` for a path that is outside `/media`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The current time, in seconds since the start of 1970.
    /// - Returns: The reply.
    func reply(to request: HTTPServerRequest, at now: Int64) -> HTTPServerReply? {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[1] == "media" else { return nil }
        guard request.method == "GET" || request.method == "HEAD" else {
            return HTTPServerReply(status: 405)
        }
        let rest = parts.dropFirst(3)
        guard let last = rest.last, let expiry = Int64(parts[2]),
            rest.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) })
        else { return HTTPServerReply(status: 404) }
        if last.hasSuffix(".m3u8"), now >= expiry { return HTTPServerReply(status: 403) }
        let path = "\(folder)/\(rest.joined(separator: "/"))"
        guard let count = SystemCalls.regularFileSize(path) else {
            return HTTPServerReply(status: 404)
        }
        let type = ("Content-Type", MediaTypeName.type(of: last))
        guard let text = request.headers["range"], let range = ByteRangeField.range(text, of: count)
        else {
            var reply = HTTPServerReply(body: .file(path, byteCount: count), range: 0..<count)
            reply.headers = [type]
            return reply
        }
        guard !range.isEmpty else { return HTTPServerReply(status: 416) }
        var reply = HTTPServerReply(body: .file(path, byteCount: count), range: range)
        reply.status = 206
        reply.headers = [
            type,
            ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"),
        ]
        return reply
    }
}
