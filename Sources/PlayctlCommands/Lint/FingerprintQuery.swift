import Formats

/// The queries and fragments of locations in fingerprints.
///
/// Two findings may differ only in a query, so the query is part of the fingerprint. As in
/// messages, short values and numbers are unchanged, and a digest replaces every other value. Some
/// values change in each run. In a fingerprint, `…` replaces them:
///
/// - the values of parameters that sign, limit or identify a request, by ``SigningParameter``;
/// - hidden values without a parameter name, because some servers accept a token in this form.
///
/// The recognized names are a compromise. If a parameter that changes in each run has another name,
/// known findings are reported as new. If more values were replaced, new findings could be treated
/// as known.
enum FingerprintQuery {
    private static let mark = "…"
    /// The length of a hidden value in messages: the mark and the digits of the digest.
    private static let hiddenLength = 13

    /// Returns a location whose query and fragment contain no value that changes in each run.
    ///
    /// - Parameter location: The location; its secrets may be hidden already, and punctuation of a
    ///   sentence may follow it.
    /// - Returns: The location without these values.
    static func stable(_ location: String) -> String {
        guard let start = location.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
            return location
        }
        let query = SafeText.query(location[start...])
        var result = String(location[..<start])
        var rest = query[...]
        while let separator = rest.first {
            let parameter = rest.dropFirst().prefix { !"?#&;".contains($0) }
            result.append(separator)
            result += stable(parameter: parameter)
            rest = rest[parameter.endIndex...]
        }
        return result
    }

    private static func stable(parameter: Substring) -> String {
        guard let equals = parameter.firstIndex(of: "=") else {
            guard parameter.hasPrefix(mark) else { return String(parameter) }
            return mark + punctuation(after: parameter)
        }
        let value = parameter[equals...].dropFirst()
        if SigningParameter.isName(parameter[..<equals].lowercased()), !value.isEmpty {
            return parameter[...equals] + mark + punctuation(after: value)
        }
        guard value.hasPrefix(mark) else { return String(parameter) }
        // The number of a line or a column may follow a hidden value; the digits of that number are
        // removed.
        let end = value.dropFirst(hiddenLength).filter { !$0.isNumber }
        return parameter[...equals] + value.prefix(hiddenLength) + end
    }

    /// Returns the punctuation of a sentence at the end of a value.
    private static func punctuation(after value: Substring) -> String {
        String(value.reversed().prefix { ",.:)]".contains($0) }.reversed())
    }
}
