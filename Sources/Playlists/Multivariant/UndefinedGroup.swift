/// A rendition group that variant streams refer to and that has no renditions.
///
/// Reference: rfc8216bis, section 4.4.6.2 (EXT-X-STREAM-INF).
public struct UndefinedGroup: Hashable, Sendable {
    /// The media type of the group.
    public var kind: Rendition.Kind
    /// The name of the group in the variant streams.
    public var groupID: String
    /// The number of variant streams that refer to the group, I-frame streams included.
    public var variantCount: Int

    /// A description of the undefined group, on one line.
    public var text: String {
        let streams =
            variantCount == 1 ? "1 variant stream names" : "\(variantCount) variant streams name"
        return "\(kind.rawValue) group \"\(excerpt(groupID))\" has no rendition, and \(streams) it"
    }
}

extension MultivariantPlaylist {
    /// Returns the groups that variant streams refer to but that lack renditions, in order of use.
    ///
    /// - Parameter choice: The indices of the variant streams to examine; `nil` examines all,
    ///   I-frame streams included.
    /// - Returns: The groups, without duplicates.
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
    /// The types and names of the rendition groups that the variant stream refers to.
    fileprivate var namedGroups: [(Rendition.Kind, String)] {
        let groups: [(Rendition.Kind, String?)] = [
            (.audio, audioGroup), (.video, videoGroup), (.subtitles, subtitlesGroup),
            (.closedCaptions, closedCaptionsGroup),
        ]
        return groups.compactMap { kind, group in group.map { (kind, $0) } }
    }
}
