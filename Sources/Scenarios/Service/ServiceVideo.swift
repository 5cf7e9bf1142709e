package import Formats
package import HeadlessPlayback
import Transport

/// A video of an account; its media is an asset on this machine.
package struct ServiceVideo: Equatable, Sendable {
    /// An expiry date that no simulation reaches: the end of the year 9999.
    private static let neverExpires = "253402300799"

    /// The id.
    package var id = ""
    /// The reference id; `nil` if there is none.
    package var reference: String?
    /// The name; `nil` if there is none.
    package var name: String?
    /// The location of the asset; `nil` for a video that has no source.
    package var source: String?
    /// The duration in the catalogue; `nil` if none is stated, as for a live video.
    package var duration: MediaTime?
    /// The number of seconds for which playlist URLs are valid; `nil` when they never expire.
    package var manifestTTL: Int64?
    /// The tags.
    package var tags: [String] = []
    /// The permitted or, with `areExcluded`, the excluded countries; `nil` permits all countries.
    package var countries: (list: [String], areExcluded: Bool)?
    /// The interval on the virtual clock in which the video may be watched; `nil` means always.
    package var schedule: Range<Instant>?
    /// The domains of the web pages whose players may play the video; `nil` permits all domains.
    package var domains: [String]?
    /// Further members of the video's object in the catalogue.
    package var properties: [String: PropertyValue] = [:]

    /// Creates a video without an id.
    package init() {}

    /// Returns whether two videos have equal catalogue objects and the same source.
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.document(from: .init(millisecondsSince1970: 0))
            == rhs.document(from: .init(millisecondsSince1970: 0))
            && lhs.source == rhs.source
    }

    /// The base URL of the video's media, at which the files of ``folder`` are served.
    package var mediaLocation: String {
        "\(ServiceSetup.mediaLocation)/\(PercentCoding.encodeSegment(id.utf8))"
    }

    /// The folder that contains the asset; `nil` for a video without a source.
    package var folder: String? {
        guard let source else { return nil }
        guard let slash = source.lastIndex(of: "/") else { return "." }
        return String(source[..<slash])
    }

    /// Returns the video as an object of the catalogue.
    ///
    /// - Parameter start: The date at which the virtual clock starts.
    /// - Returns: The object.
    package func document(from start: DateTime) -> PropertyValue {
        func list(_ texts: [String]) -> PropertyValue { .array(texts.map { .string($0) }) }
        var members = properties
        members["id"] = .string(id)
        members["reference_id"] = reference.map { .string($0) } ?? members["reference_id"]
        members["name"] = .string(name ?? reference ?? id)
        members["duration"] = duration.map { .integer($0.value(timescale: 1000)) } ?? .null
        members["manifest_url_ttl"] = manifestTTL.map { .integer($0) }
        if !tags.isEmpty { members["tags"] = list(tags) }
        members["sources"] = .array(source.map { [sourceObject($0)] } ?? [])
        members["domains"] = domains.map(list)
        if let countries {
            members["geo"] = .object([
                "countries": list(countries.list),
                "exclude_countries": .bool(countries.areExcluded),
            ])
        }
        if let schedule {
            func date(_ instant: Instant) -> PropertyValue {
                let second = start.second(of: instant)
                return .string(DateTime(millisecondsSince1970: second * 1000).text)
            }
            members["schedule"] = .object([
                "starts_at": date(schedule.lowerBound), "ends_at": date(schedule.upperBound),
            ])
        }
        return .object(members)
    }

    private func sourceObject(_ source: String) -> PropertyValue {
        let file = source.split(separator: "/").last.map(String.init) ?? ""
        let expiry = manifestTTL == nil ? Self.neverExpires : "{expiry}"
        let isPlaylist = file.lowercased().hasSuffix(".m3u8")
        return .object([
            "src": .string(
                "\(mediaLocation)/\(expiry)/\(PercentCoding.encodeSegment(file.utf8))"),
            "type": .string(isPlaylist ? "application/x-mpegURL" : "video/mp4"),
        ])
    }
}
