/// The names of renditions within their groups, while a playlist is parsed.
struct RenditionNames {
    private struct Group: Hashable {
        let kind: Rendition.Kind
        let groupID: String
    }

    private var names: [Group: Set<String>] = [:]
    private var counts: [Group: Int] = [:]

    /// Adds the name of a rendition and returns whether it is new in its group.
    mutating func add(_ rendition: Rendition) -> Bool {
        let group = Group(kind: rendition.kind, groupID: rendition.groupID)
        counts[group, default: 0] += 1
        return names[group, default: []].insert(rendition.name).inserted
    }

    /// Creates, adds and returns a name for a rendition that has none.
    ///
    /// The name is the language, or else the media type and the index in the group. As a result,
    /// renditions of one language have the same name in all groups.
    mutating func name(for rendition: Rendition) -> String {
        let group = Group(kind: rendition.kind, groupID: rendition.groupID)
        let count = counts[group, default: 0] + 1
        counts[group] = count
        let known = names[group, default: []]
        var name = rendition.language ?? "\(rendition.kind.rawValue) \(count)"
        if name.isEmpty || known.contains(name) { name = "\(rendition.kind.rawValue) \(count)" }
        // The loop ends, because each attempt has a longer name and the number of names is limited.
        while known.contains(name) { name += "'" }
        names[group, default: []].insert(name)
        return name
    }
}
