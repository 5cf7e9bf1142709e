import HTTPServing

/// The files of a catalogue at locations with an expiry: `/media/EXPIRY/PATH`.
struct CatalogueMedia {
    let folder: String

    /// Returns the answer to a request; `nil` for another path than those of media.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The present second since 1970.
    /// - Returns: The answer.
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
        let type = ("Content-Type", Self.type(of: last))
        guard let text = request.headers["range"], let range = Self.range(text, of: count) else {
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

    /// Returns the bytes of a header field with one range; `nil` for one that is ignored.
    ///
    /// Reference: RFC 9110, section 14.2 (Range).
    private static func range(_ text: String, of count: Int) -> Range<Int>? {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
        let ends = text.dropFirst("bytes=".count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            return Int(ends[1]).map { max(count - $0, 0)..<count }
        }
        guard let first = Int(ends[0]), first >= 0 else { return nil }
        guard let last = ends[1].isEmpty ? count - 1 : Int(ends[1]), last >= first else {
            return nil
        }
        return first < count ? first..<min(last, count - 1) + 1 : 0..<0
    }

    private static func type(of name: Substring) -> String {
        let types = [
            ".m3u8": "application/vnd.apple.mpegurl", ".ts": "video/mp2t", ".mp4": "video/mp4",
            ".m4s": "video/mp4", ".aac": "audio/aac", ".vtt": "text/vtt",
        ]
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}
