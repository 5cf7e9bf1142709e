import Playlists

extension VariantStream {
    /// The names of unknown attributes that a client must support to play the variant stream.
    ///
    /// Reference: rfc8216bis, section 8 (Protocol Version Compatibility).
    var unknownRequirements: [String] {
        otherAttributes.map(\.name).filter { $0.hasPrefix("REQ-") }
    }
}
