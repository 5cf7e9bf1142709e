/// A reader that removes comments and the contents of strings from Swift code, line by line.
///
/// It remembers block comments and multi-line strings from one line to the next. Code inside of an
/// interpolation counts as text.
struct CommentStripper {
    private enum State: Equatable {
        case code
        case comment(depth: Int)
        case text(quotes: Int, pounds: Int)
    }

    private var state = State.code

    /// Returns the code on the next line.
    mutating func code(in line: Substring) -> String {
        var rest = line
        var code = ""
        while let character = rest.first {
            switch state {
            case .code:
                if rest.hasPrefix("//") { return code }
                if rest.hasPrefix("/*") {
                    state = .comment(depth: 1)
                    rest.removeFirst(2)
                } else if let (quotes, pounds) = opening(of: rest) {
                    state = .text(quotes: quotes, pounds: pounds)
                    code += "\""
                    rest.removeFirst(quotes + pounds)
                } else {
                    code.append(character)
                    rest.removeFirst()
                }
            case .comment(let depth):
                if rest.hasPrefix("*/") {
                    state = depth == 1 ? .code : .comment(depth: depth - 1)
                    rest.removeFirst(2)
                } else if rest.hasPrefix("/*") {
                    state = .comment(depth: depth + 1)
                    rest.removeFirst(2)
                } else {
                    rest.removeFirst()
                }
            case .text(let quotes, let pounds):
                let end = String(repeating: "\"", count: quotes) + hashes(pounds)
                if rest.hasPrefix("\\" + hashes(pounds)) {
                    rest = rest.dropFirst(2 + pounds)
                } else if rest.hasPrefix(end) {
                    state = .code
                    code += "\""
                    rest.removeFirst(end.count)
                } else {
                    rest.removeFirst()
                }
            }
        }
        if case .text(quotes: 1, _) = state { state = .code }
        return code
    }

    /// Returns the number of quotes and number signs that open a string at the start of `rest`.
    private func opening(of rest: Substring) -> (quotes: Int, pounds: Int)? {
        let pounds = rest.prefix { $0 == "#" }.count
        let quoted = rest.dropFirst(pounds)
        if quoted.hasPrefix("\"\"\"") { return (3, pounds) }
        return quoted.hasPrefix("\"") ? (1, pounds) : nil
    }

    private func hashes(_ count: Int) -> String { String(repeating: "#", count: count) }
}
