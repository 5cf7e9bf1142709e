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
}
