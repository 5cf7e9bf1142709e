/// The listing of an interface as text, with an empty line before each outermost type.
struct Listing {
    let text: String

    init(_ lines: [String]) {
        var text = ""
        var last: Substring?
        for line in lines {
            let outermost = line.prefix { $0 != "." && $0 != " " }
            if let last, last != outermost { text += "\n" }
            last = outermost
            text += line + "\n"
        }
        self.text = text
    }
}

/// The differences between a listing and the declarations that were found in the code.
struct ListingComparison {
    let added: [String]
    let removed: [String]

    init(listed: [String], found: [String]) {
        let old = Set(listed)
        let new = Set(found)
        added = found.filter { !old.contains($0) }
        removed = listed.filter { !$0.isEmpty && !new.contains($0) }
    }

    /// Returns a description of the differences; `nil` when there are none.
    func text(name: String) -> String? {
        guard !added.isEmpty || !removed.isEmpty else { return nil }
        return
            ([
                "Documentation/API/\(name).txt differs from the public declarations; "
                    + "`make api` renews it"
            ] + removed.map { "removed: \($0)" } + added.map { "added: \($0)" })
            .joined(separator: "\n")
    }
}
