/// A rendition group that variant streams name and no rendition belongs to.
///
/// Reference: rfc8216bis, section 4.4.6.2 (EXT-X-STREAM-INF).
public struct UndefinedGroup: Hashable, Sendable {
    /// What the group was to carry.
    public var kind: Rendition.Kind
    /// The group as the variant streams name it.
    public var groupID: String
    /// The number of variant streams that name it, those of I-frames included.
    public var variantCount: Int

    /// What is wrong, in one line.
    public var text: String {
        let streams =
            variantCount == 1 ? "1 variant stream names" : "\(variantCount) variant streams name"
        return "\(kind.rawValue) group \"\(excerpt(groupID))\" has no rendition, and \(streams) it"
    }
}

extension MultivariantPlaylist {
    /// The groups that variant streams name and no rendition belongs to, in the order of their uses.
    ///
    /// - Parameter choice: The places of the variant streams to look at; `nil` looks at all of them
    ///   and at those of I-frames.
    /// - Returns: The groups, each once.
    public func undefinedGroups(namedBy choice: [Int]? = nil) -> [UndefinedGroup] {
        var known: Set<String> = []
        for rendition in renditions { known.insert(Self.key(rendition.kind, rendition.groupID)) }
        let streams =
            choice.map { places in
                places.filter(variants.indices.contains).map { variants[$0] }
            } ?? variants + iFrameVariants
        var groups: [UndefinedGroup] = []
        var places: [String: Int] = [:]
        for (kind, group) in streams.flatMap(\.namedGroups) {
            let key = Self.key(kind, group)
            if known.contains(key) { continue }
            if let place = places[key] {
                groups[place].variantCount += 1
            } else {
                places[key] = groups.count
                groups.append(UndefinedGroup(kind: kind, groupID: group, variantCount: 1))
            }
        }
        return groups
    }

    private static func key(_ kind: Rendition.Kind, _ group: String) -> String {
        "\(kind.rawValue) \(group)"
    }
}

extension VariantStream {
    /// The groups that the variant stream names; an empty name is none.
    fileprivate var namedGroups: [(Rendition.Kind, String)] {
        let groups: [(Rendition.Kind, String?)] = [
            (.audio, audioGroup), (.video, videoGroup), (.subtitles, subtitlesGroup),
            (.closedCaptions, closedCaptionsGroup),
        ]
        return groups.compactMap { kind, group in
            group.flatMap { $0.isEmpty ? nil : (kind, $0) }
        }
    }
}
