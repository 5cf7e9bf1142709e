package import Formats
import Playlists

/// Signs viewer tokens with a private key (RS256).
///
/// Reference: RFC 7515, section 3.1 (JWS Compact Serialization Overview).
package struct ViewerTokenSigner: ~Copyable {
    private let key: RSAKey

    /// Creates a signer with the private key of an account.
    ///
    /// - Parameter privateKeyPEM: The private key in PEM, an RSA key without a password.
    /// - Throws: `LicenceError` when the text contains no supported key.
    package init(privateKeyPEM: [UInt8]) throws(LicenceError) {
        key = try RSAKey(pem: privateKeyPEM)
    }

    /// The public key in PEM, by which a service checks the tokens.
    package var publicKeyPEM: [UInt8] {
        get throws(LicenceError) { try key.publicPEM }
    }

    /// Returns a signed token that contains the given claims.
    ///
    /// - Parameter claims: The claims, an object.
    /// - Returns: The token.
    /// - Throws: `LicenceError` when the key cannot sign.
    package func token(_ claims: PropertyValue) throws(LicenceError) -> String {
        var text = JSONText()
        text.value(claims)
        let signed = "\(Self.coded(Array(#"{"alg":"RS256"}"#.utf8))).\(Self.coded(text.bytes))"
        return "\(signed).\(Self.coded(try key.signature(of: Array(signed.utf8))))"
    }

    /// Encodes bytes in the URL-safe Base64 alphabet of tokens, without padding.
    private static func coded(_ bytes: [UInt8]) -> String {
        let text = Base64.encode(bytes).compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
