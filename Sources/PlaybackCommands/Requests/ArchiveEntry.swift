import CommandTree
package import Formats
package import HeadlessPlayback
import Transport

/// An entry of an HTTP archive (HAR 1.2): a request and the known data about its outcome.
package struct ArchiveEntry {
    /// The beginning of an archive, before its first entry.
    package static let opening =
        #"{"log":{"version":"1.2","creator":{"name":"playctl","version":""#
        + ToolVersion.number + #""},"entries":["#
    /// The end of an archive, after its last entry.
    package static let closing = "\n]}}\n"

    var date: DateTime
    /// The time from the request to the first byte of the response.
    package var wait = Duration.zero
    /// The time from the first to the last byte of the body.
    var receive = Duration.zero
    var method: String
    var url: String
    /// The status; `nil` without a response, or when only the reason for a failure is known.
    package var status: Int?
    /// The remark that is written in place of the status text.
    package var remark = ""
    package var type = ""
    /// The number of bytes of the body.
    var byteCount: Int64

    /// The number of the connection; `nil` for a request without a connection.
    var connection: Int?
    /// The reason for the request; `nil` when it is unknown.
    var cause: RequestCause?
    /// The number of this attempt to load the resource, counted from 1; `nil` when it is unknown.
    var attempt: Int?

    /// Creates an entry without a response.
    ///
    /// - Parameters:
    ///   - date: The date of the request.
    ///   - method: The method of the request.
    ///   - url: The location of the resource, without secrets.
    ///   - byteCount: The number of bytes of the body.
    package init(date: DateTime, method: String, url: String, byteCount: Int64) {
        self.date = date
        self.method = method
        self.url = url
        self.byteCount = byteCount
    }

    /// Writes the entry as JSON.
    package func write(into json: inout JSONText) {
        let wait = Self.milliseconds(wait)
        let receive = Self.milliseconds(receive)
        json.object { json in
            json.key("startedDateTime")
            json.value(date.text)
            json.key("time")
            json.value(wait + receive)
            json.key("request")
            json.object { json in
                json.key("method")
                json.value(method)
                json.key("url")
                json.value(url)
                Self.writeCommon(["cookies", "headers", "queryString"], into: &json)
                json.key("bodySize")
                json.value(0)
            }
            json.key("response")
            json.object { json in
                json.key("status")
                json.value(status ?? 0)
                json.key("statusText")
                json.value(remark)
                Self.writeCommon(["cookies", "headers"], into: &json)
                json.key("content")
                json.object { json in
                    json.key("size")
                    json.value(byteCount)
                    json.key("mimeType")
                    json.value(type)
                }
                json.key("redirectURL")
                json.value("")
                json.key("bodySize")
                json.value(byteCount)
            }
            if let connection {
                json.key("connection")
                json.value("\(connection)")
            }
            writeCause(into: &json)
            json.key("cache")
            json.object { _ in }
            json.key("timings")
            json.object { json in
                for (name, value) in [("send", 0), ("wait", wait), ("receive", receive)] {
                    json.key(name)
                    json.value(value)
                }
            }
        }
    }

    /// Writes the attempt and the cause of the request, in fields that HAR does not define.
    ///
    /// The names of these fields begin with an underscore.
    private func writeCause(into json: inout JSONText) {
        if let attempt {
            json.key("_attempt")
            json.value(attempt)
        }
        guard let cause else { return }
        json.key("_cause")
        json.value(cause.reason.rawValue)
        if let track = cause.track {
            json.key("_track")
            json.value(track)
        }
        if let variant = cause.variant {
            json.key("_variant")
            json.value(variant.number)
            json.key("_bandwidth")
            json.value(variant.bandwidth)
        }
    }

    private static func writeCommon(_ lists: [String], into json: inout JSONText) {
        json.key("httpVersion")
        json.value("HTTP/1.1")
        for list in lists {
            json.key(list)
            json.array { _ in }
        }
        json.key("headersSize")
        json.value(-1)
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
