/// The names of query parameters whose values differ between two requests for one resource.
///
/// Such parameters sign, limit or identify a request. Their names are not standardized, so the
/// recognized names are a compromise.
package enum SigningParameter {
    /// The texts, in lowercase, that identify such a parameter.
    ///
    /// A text may occur anywhere in the name of the parameter.
    private static let parts = [
        "token", "signature", "secret", "expir", "credential", "session", "x-amz-", "x-goog-",
    ]
    /// The words, in lowercase, that identify such a parameter.
    ///
    /// A word must be a whole word of the name. Characters other than letters and digits separate
    /// the words of a name.
    private static let words: Set<Substring> = [
        "auth", "authkey", "exp", "hash", "hmac", "jwt", "md5", "nonce", "sess", "sessid", "sig",
        "sign",
    ]
    /// The complete names of such parameters, as CDNs document them.
    private static let names: Set<String> = [
        "_", "cb", "e", "hdnea", "hdntl", "hdnts", "key-pair-id", "policy", "se", "ske", "skt",
        "st", "timestamp", "ts", "txtime",
    ]

    /// Returns whether the values of a parameter differ between two requests for one resource.
    ///
    /// - Parameter name: The name of the parameter, in lowercase.
    /// - Returns: Whether they differ.
    package static func isName(_ name: String) -> Bool {
        names.contains(name) || parts.contains { name.contains($0) }
            || name.split { !$0.isLetter && !$0.isNumber }.contains { words.contains($0) }
    }

    /// Returns whether two locations are equal apart from their signatures.
    ///
    /// A signature is the value of such a parameter in the query, or a part of the path that
    /// consists of the name of such a parameter, an equals sign and a value. The last part of the
    /// path is the name of a file, never a signature.
    ///
    /// - Parameters:
    ///   - location: A location, absolute or relative.
    ///   - other: Another location with the same base.
    /// - Returns: Whether they are equal.
    package static func areEqual(_ location: String, _ other: String) -> Bool {
        location == other || unsigned(location) == unsigned(other)
    }

    /// Returns whether two locations name the same resource of a list, apart from their signatures.
    ///
    /// If two locations in one version of a list differ only in such parameters, one of the
    /// parameters is the name of the resource, such as `ts` in `segment?ts=100&token=a`. Then a
    /// location must keep at least one parameter that distinguishes it from the other resource.
    ///
    /// - Parameters:
    ///   - location: A location in the earlier version.
    ///   - newer: The location in the later version.
    ///   - other: The location of another resource in the earlier version.
    /// - Returns: Whether both name the same resource.
    package static func areEqual(_ location: String, _ newer: String, unlike other: String) -> Bool
    {
        guard areEqual(location, newer) else { return false }
        guard location != other, areEqual(location, other) else { return true }
        let (given, shared) = (Set(parameters(newer)), Set(parameters(other)))
        return parameters(location).contains { given.contains($0) && !shared.contains($0) }
    }

    /// Returns the parts of the path, and then the parameters, that are not signatures.
    private static func unsigned(_ location: String) -> [[Substring]] {
        let (folders, query) = parts(of: location)
        let kept = folders.dropLast().filter { !isSignature($0) }
        return [kept + folders.suffix(1), query.filter { !isParameter($0) }]
    }

    /// Returns the signatures of a location.
    private static func parameters(_ location: String) -> [Substring] {
        let (folders, query) = parts(of: location)
        return folders.dropLast().filter(isSignature) + query.filter(isParameter)
    }

    private static func parts(of location: String) -> (folders: [Substring], query: [Substring]) {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        let query = location[path.endIndex...].split { "?#&;".contains($0) }
        return (path.split(separator: "/", omittingEmptySubsequences: false), query)
    }

    private static func isSignature(_ folder: Substring) -> Bool {
        folder.contains("=") && isParameter(folder)
    }

    private static func isParameter(_ text: Substring) -> Bool {
        isName(text.prefix { $0 != "=" }.lowercased())
    }
}
