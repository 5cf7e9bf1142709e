import Formats

/// The claims of a viewer's token that concern concurrent streams.
///
/// The signature is not verified here; the service verifies it.
///
/// Reference: RFC 7519, section 3 (JSON Web Token Overview).
package struct TokenClaims: Equatable, Sendable {
    /// The maximum length of a token that is read, in bytes.
    private static let longestToken = 8 << 10

    /// The maximum number of concurrent streams, from `climit`; `nil` if there is no limit.
    package let limit: Int64?

    /// The identifier of the viewer, from `uid`; `nil` when the token has none.
    package let viewer: String?

    /// The identifier of the viewer's session, from `sid`; `nil` when the token has none.
    package let session: String?

    /// Reads the claims of a token; `nil` for a text that is not a signed JSON Web Token.
    ///
    /// - Parameter token: The token.
    package init?(_ token: String) {
        guard token.utf8.count <= Self.longestToken else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let payload = Base64.decode(Array(parts[1].utf8), isLoose: true)
        else { return nil }
        let claims: PropertyValue
        do throws(JSONError) {
            claims = try JSONReader.read(payload)
        } catch {
            return nil
        }
        guard claims.object != nil else { return nil }
        limit = claims["climit"]?.integer
        viewer = claims["uid"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        session = claims["sid"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
