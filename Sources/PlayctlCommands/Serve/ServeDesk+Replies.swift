import Formats
import HTTPServing
import HeadlessPlayback
import OfflineDownloads
import Transport

extension ServeDesk {
    /// The reply to a CORS preflight request, which permits requests from pages of any origin.
    static var preflight: HTTPServerReply {
        HTTPServerReply(
            status: 204,
            headers: [
                ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
                ("Access-Control-Allow-Headers", "*"), ("Access-Control-Max-Age", "600"),
            ])
    }

    /// Returns the kind of a resource, derived from its name.
    static func kind(of location: String, isMain: Bool) -> ResourceKind {
        if isMain { return .multivariantPlaylist }
        let path = location.prefix { $0 != "?" }
        let name = path.split(separator: "/").last ?? ""
        switch name.split(separator: ".").last?.lowercased() {
        case "m3u8", "m3u": return .mediaPlaylist
        case "vtt", "webvtt": return .subtitle
        case "key": return .key
        case "mp4" where name.hasPrefix("init"), "m4i": return .initializationSection
        default: return .segment
        }
    }

    /// Returns the reply that contains a resource, or the requested part of it.
    ///
    /// Conditions about dates are ignored, because no resource has a date of modification.
    ///
    /// Reference: RFC 9110, sections 13.2.2 (Precedence of Preconditions) and 14.2 (Range).
    ///
    /// - Parameters:
    ///   - content: The complete resource.
    ///   - request: The request.
    ///   - name: The location, from which the media type is derived.
    ///   - isStable: Whether the resource never changes.
    /// - Returns: The reply, of status 200, 206, 304, 412 or 416.
    static func reply(
        _ content: ServedContent, to request: HTTPServerRequest, name: String, isStable: Bool
    ) -> HTTPServerReply {
        let (tag, count) = (content.tag, content.byteCount)
        var headers = [
            ("ETag", tag), ("Accept-Ranges", "bytes"),
            ("Cache-Control", isStable ? "max-age=3600" : "no-cache"),
        ]
        if let age = content.age { headers.append(("Age", String(age))) }
        if let field = request.headers["if-match"], !matches(field, tag, isStrong: true) {
            return HTTPServerReply(status: 412)
        }
        if let field = request.headers["if-none-match"], matches(field, tag, isStrong: false) {
            var reply = HTTPServerReply(status: 304, headers: headers)
            // The length of the body that a reply of status 200 would have.
            reply.announcedByteCount = count
            return reply
        }
        let path = name.prefix { $0 != "?" }
        headers.append(("Content-Type", content.type ?? MediaTypeName.type(of: path)))
        var reply = HTTPServerReply(body: content.body, range: 0..<count)
        reply.headers = headers
        let isCurrent = request.headers["if-range"].map { $0 == tag } ?? true
        guard request.method == "GET", isCurrent, let text = request.headers["range"],
            let range = ByteRangeField.range(text, of: count)
        else { return reply }
        guard !range.isEmpty else {
            return HTTPServerReply(
                status: 416, headers: [("Content-Range", "bytes */\(count)")])
        }
        reply.status = 206
        reply.range = range
        reply.headers.append(
            (
                "Content-Range",
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
            ))
        return reply
    }

    /// Truncates the body of a reply, and adapts the header fields to the shorter body.
    ///
    /// - Parameters:
    ///   - reply: The reply, with a part of a resource or all of it.
    ///   - count: The number of bytes that remain.
    static func cut(_ reply: inout HTTPServerReply?, to count: Int) {
        guard var known = reply, count < known.range.count else { return }
        let end = known.range.lowerBound + max(count, 0)
        known.range = known.range.lowerBound..<end
        // The truncated body is another version of the resource, for which no entity tag exists.
        known.headers.removeAll { $0.name == "ETag" }
        if !known.range.isEmpty,
            let place = known.headers.firstIndex(where: { $0.name == "Content-Range" }),
            let total = known.headers[place].value.split(separator: "/").last
        {
            known.headers[place].value = "bytes \(known.range.lowerBound)-\(end - 1)/\(total)"
        }
        reply = known
    }

    /// Returns whether a list of entity tags contains a tag.
    ///
    /// The strong comparison ignores weak tags.
    private static func matches(_ list: String, _ tag: String, isStrong: Bool) -> Bool {
        list.split(separator: ",").contains { part in
            let part = part.split { $0 == " " || $0 == "\t" }.joined()
            return part == "*" || part == tag || !isStrong && part == "W/" + tag
        }
    }

    /// Returns the reason a resource was not made or read; `nil` for an HTTP error status.
    static func reason(_ error: TransportError) -> String? {
        if case .status = error.cause { nil } else { "\(error.cause)" }
    }

    /// Returns the reply to a request whose resource could not be obtained.
    static func refusal(_ error: TransportError) -> HTTPServerReply {
        switch error.cause {
        case .status(let status):
            var reply = HTTPServerReply(status: status)
            if let delay = error.retryAfter {
                reply.headers = [("Retry-After", String(max(delay.components.seconds, 0)))]
            }
            return reply
        default: return HTTPServerReply(status: 500)
        }
    }
}

extension ResourceKind {
    /// Whether HLS forbids a server to change a resource of this kind.
    var isStable: Bool {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist: false
        case .initializationSection, .segment, .key, .subtitle, .other: true
        }
    }
}
