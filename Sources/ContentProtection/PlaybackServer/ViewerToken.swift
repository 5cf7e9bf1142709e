import Formats

/// The token of a viewer, with a checked signature and a checked validity period.
///
/// Reference: RFC 7515, section 3.1 (JWS Compact Serialization Overview).
struct ViewerToken: Equatable {
    /// The maximum length of a token in bytes; longer tokens are refused.
    private static let longestToken = 8 << 10
    /// The longest lifetime of a token, in seconds.
    private static let longestLifetime: Int64 = 30 * 86_400

    /// The claims.
    let claims: PropertyValue

    /// Checks a token; `nil` unless it is valid.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - keys: The public keys of the account, in PEM.
    ///   - account: The id of the account.
    ///   - now: The current time in seconds since 1970.
    init?(_ text: String, keys: [[UInt8]], account: String, at now: Int64) {
        guard text.utf8.count <= Self.longestToken else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64.decode(Array(parts[2].utf8), isLoose: true),
            // The key determines the algorithm that verifies the signature. A token whose header
            // names another algorithm is invalid.
            let algorithm = header["alg"]?.string
        else { return nil }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        let isSigned = keys.contains { pem in
            guard let key = VerificationKey(pem: pem) else { return false }
            return key.algorithm.rawValue == algorithm && key.verifies(signature, of: signed)
        }
        guard isSigned, claims["accid"]?.string == account,
            let start = claims["iat"]?.integer, let end = claims["exp"]?.integer,
            start <= now, now < end, start >= 0, end - start <= Self.longestLifetime
        else { return nil }
        if let first = claims["nbf"] {
            guard let first = first.integer, first <= now else { return nil }
        }
        self.claims = claims
    }

    /// The identifier of the viewer; `nil` when the token has none.
    var viewer: String? { claims["uid"]?.string }

    /// The largest number of concurrent streams; `nil` when the token sets no limit.
    var limit: Int64? { claims["climit"]?.integer }

    /// The identifier of the viewer's session; `nil` when the token has none.
    var session: String? { claims["sid"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the strings of a claim, which is a list or a single string; `nil` if absent.
    func list(_ claim: String) -> [String]? {
        guard let value = claims[claim] else { return nil }
        if let text = value.string { return [text] }
        return (value.array ?? []).compactMap(\.string)
    }

    private static func json(_ part: Substring) -> PropertyValue? {
        guard let bytes = Base64.decode(Array(part.utf8), isLoose: true) else { return nil }
        do throws(JSONError) {
            let value = try JSONReader.read(bytes)
            return value.object == nil ? nil : value
        } catch {
            return nil
        }
    }
}
