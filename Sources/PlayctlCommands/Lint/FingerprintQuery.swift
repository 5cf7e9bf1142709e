import Formats

/// The queries and fragments of locations in fingerprints.
///
/// Two findings may differ only in a query, so the query is part of the fingerprint. As in
/// messages, short values and numbers are unchanged, and a digest replaces every other value. Some
/// values change in each run. In a fingerprint, `…` replaces them:
///
/// - the values of parameters whose names show that they sign, limit or identify a request;
/// - hidden values without a parameter name, because some servers accept a token in this form.
///
/// The recognized names are a compromise. If a parameter that changes in each run has another name,
/// known findings are reported as new. If more values were replaced, new findings could be treated
/// as known.
enum FingerprintQuery {
    private static let mark = "…"
    /// The length of a hidden value in messages: the mark and the digits of the digest.
    private static let hiddenLength = 13

    /// The texts, in lowercase, that identify a parameter whose values change in each run.
    ///
    /// A text may occur anywhere in the name of the parameter.
    private static let parts = [
        "token", "signature", "secret", "expir", "credential", "session", "x-amz-", "x-goog-",
    ]
    /// The words, in lowercase, that identify a parameter whose values change in each run.
    ///
    /// A word must be a whole word of the name. Characters other than letters and digits separate
    /// the words of a name.
    private static let words: Set<Substring> = [
        "auth", "authkey", "exp", "hash", "hmac", "jwt", "md5", "nonce", "sig", "sign",
    ]
    /// The complete names of parameters whose values change in each run, as CDNs document them.
    private static let names: Set<String> = [
        "_", "cb", "e", "hdnea", "hdntl", "hdnts", "key-pair-id", "policy", "se", "ske", "skt",
        "st", "timestamp", "ts", "txtime",
    ]

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
        if changes(parameter[..<equals].lowercased()), !value.isEmpty {
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

    /// Returns whether the values of a parameter change in each run.
    ///
    /// - Parameter name: The name of the parameter, in lowercase.
    /// - Returns: Whether they change.
    private static func changes(_ name: String) -> Bool {
        names.contains(name) || parts.contains { name.contains($0) }
            || name.split { !$0.isLetter && !$0.isNumber }.contains { words.contains($0) }
    }
}
