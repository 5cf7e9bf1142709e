/// The limits on a YAML text.
package struct YAMLLimits: Equatable, Sendable {
    /// The maximum size of a text in bytes.
    package var byteCount = 4 << 20
    /// The maximum depth of nested lists and mappings.
    package var depth = 64
    /// The maximum number of values, not counting the keys of mappings.
    package var nodeCount = 500_000

    package init() {}
}

extension YAMLNode {
    /// Parses a text that contains exactly one document.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - limits: The limits on the text.
    /// - Throws: ``YAMLError`` with the place of malformed or unsupported YAML.
    package init(yaml bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
        guard bytes.count <= limits.byteCount else {
            throw YAMLError(
                .tooLarge(limit: limits.byteCount), at: YAMLPlace(line: 1, column: 1))
        }
        var composer = YAMLComposer(parser: try YAMLParser(bytes), limits: limits)
        self = try composer.document()
    }
}

/// Composes nodes from the events of a YAML parser.
private struct YAMLComposer: ~Copyable {
    var parser: YAMLParser
    let limits: YAMLLimits
    var nodeCount = 0

    init(parser: consuming YAMLParser, limits: YAMLLimits) {
        self.parser = parser
        self.limits = limits
    }

    mutating func document() throws(YAMLError) -> YAMLNode {
        _ = try parser.next()
        let (start, startPlace) = try parser.next()
        guard case .documentStart(let definesTags) = start else {
            throw YAMLError(.empty, at: startPlace)
        }
        if definesTags { throw YAMLError(.refused(.tagDirective), at: startPlace) }
        let (first, place) = try parser.next()
        let root = try node(first, at: place, depth: 0)
        _ = try parser.next()
        let (end, endPlace) = try parser.next()
        guard case .streamEnd = end else { throw YAMLError(.refused(.document), at: endPlace) }
        return root
    }

    private mutating func node(
        _ event: YAMLEvent, at place: YAMLPlace, depth: Int
    ) throws(YAMLError) -> YAMLNode {
        nodeCount += 1
        guard nodeCount <= limits.nodeCount else {
            throw YAMLError(.tooMany(limit: limits.nodeCount), at: place)
        }
        guard depth <= limits.depth else {
            throw YAMLError(.tooDeep(limit: limits.depth), at: place)
        }
        switch event {
        case .scalar(let text, let style, let marks):
            try refuse(marks, at: place)
            return YAMLNode(content: .scalar(text, style), place: place)
        case .sequenceStart(let marks):
            try refuse(marks, at: place)
            return YAMLNode(content: .sequence(try elements(depth: depth)), place: place)
        case .mappingStart(let marks):
            try refuse(marks, at: place)
            return YAMLNode(content: .mapping(try members(depth: depth)), place: place)
        case .alias: throw YAMLError(.refused(.alias), at: place)
        default: throw YAMLError(.malformed("a value is missing"), at: place)
        }
    }

    private mutating func elements(depth: Int) throws(YAMLError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let (event, place) = try parser.next()
            if case .sequenceEnd = event { return elements }
            elements.append(try node(event, at: place, depth: depth + 1))
        }
    }

    private mutating func members(depth: Int) throws(YAMLError) -> [YAMLNode.Member] {
        var members: [YAMLNode.Member] = []
        var lines: [String: Int] = [:]
        while true {
            let (keyEvent, keyPlace) = try parser.next()
            switch keyEvent {
            case .mappingEnd: return members
            case .alias: throw YAMLError(.refused(.alias), at: keyPlace)
            case .scalar(let key, _, let marks):
                try refuse(marks, at: keyPlace)
                if let first = lines.updateValue(keyPlace.line, forKey: key) {
                    throw YAMLError(.duplicateKey(key, firstLine: first), at: keyPlace)
                }
                let (event, place) = try parser.next()
                members.append(
                    YAMLNode.Member(
                        key: key, place: keyPlace,
                        value: try node(event, at: place, depth: depth + 1)))
            default: throw YAMLError(.keyIsNoText, at: keyPlace)
            }
        }
    }

    private func refuse(_ marks: YAMLEvent.Marks, at place: YAMLPlace) throws(YAMLError) {
        if marks.hasAnchor { throw YAMLError(.refused(.anchor), at: place) }
        if marks.hasTag { throw YAMLError(.refused(.tag), at: place) }
    }
}
