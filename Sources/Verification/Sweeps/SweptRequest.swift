package import HeadlessPlayback

/// One request of a run, in a form that finds it again in another run.
package struct SweptRequest: Sendable, Equatable {
    /// What people call it: where it lies beside the asset, from which byte on, and for which time.
    package let name: String
    /// What the resource is to the player.
    package let kind: ResourceKind
    /// What picks requests like it.
    package let pattern: RequestPattern
    /// How many requests like it came before.
    package let occurrence: Int
    /// How many bytes came.
    package let byteCount: Int64

    /// Names the requests of a run.
    ///
    /// - Parameters:
    ///   - records: The requests, in order.
    ///   - asset: Where the asset is.
    /// - Returns: Those that a server or a file answered, in order.
    package static func all(_ records: [RequestRecord], of asset: String) -> [SweptRequest] {
        let folder = String(asset.prefix(through: asset.lastIndex(of: "/") ?? asset.startIndex))
        var counts: [RequestPattern: Int] = [:]
        return records.filter(\.isFromOutside).map { record in
            let location = String(record.url.prefix { $0 != "?" && $0 != "#" })
            let pattern = RequestPattern(
                location, kinds: [record.kind], rangeStart: record.byteRange?.lowerBound ?? 0)
            let occurrence = counts[pattern, default: 0]
            counts[pattern] = occurrence + 1
            let range = record.byteRange.map { "@\($0.lowerBound)" } ?? ""
            let repetition = occurrence == 0 ? "" : "#\(occurrence + 1)"
            return SweptRequest(
                name: name(of: location, beside: folder) + range + repetition, kind: record.kind,
                pattern: pattern, occurrence: occurrence, byteCount: record.byteCount)
        }
    }

    private static func name(of location: String, beside folder: String) -> String {
        if folder.count > 1, location.hasPrefix(folder) {
            return String(location.dropFirst(folder.count))
        }
        return location.split(separator: "/").last.map(String.init) ?? location
    }

    /// A rule that lets this request alone meet a fault.
    package func meets(_ fault: ResourceFault) -> FaultRule {
        FaultRule(pattern, occurrences: occurrence..<occurrence + 1, fault: fault)
    }
}

extension RequestRecord {
    /// Whether it was answered by neither a store nor the player itself.
    fileprivate var isFromOutside: Bool {
        let scheme = url.prefix { $0 != ":" }
        let isMade = scheme.count < url.count && !["file", "http", "https"].contains(scheme)
        return !isStored && !isMade
    }
}

extension ResourceKind {
    /// The kind in a table.
    package var words: String {
        switch self {
        case .multivariantPlaylist: "top playlist"
        case .mediaPlaylist: "media playlist"
        case .initializationSection: "init section"
        case .segment: "segment"
        case .key: "key"
        case .subtitle: "subtitles"
        case .other: "other"
        }
    }
}
