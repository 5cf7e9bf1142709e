import Playlists

/// The keys that the playlist of a rendition lists, and the keys that encrypt its segments.
struct ListedKeys {
    let packager: Packager
    let programme: Programme
    let track: Int

    private var rotation: KeyRotation? {
        guard let keys = packager.keys else { return nil }
        // Sample encryption is not defined for text.
        return keys.method.isOfSamples && packager.renditions[track].isText ? nil : keys
    }

    /// Whether initialization sections describe encrypted samples.
    var describesSamples: Bool { rotation?.method.isOfSamples == true }

    /// Returns the number of the rotation period whose key a segment's initialization section uses.
    ///
    /// The number is `nil` when the section does not depend on the key.
    func fragmentPeriod(of item: ProgrammeItem) -> Int? {
        describesSamples ? rotation?.period(of: item) : nil
    }

    /// Returns the keys in effect for a segment.
    func list(of item: ProgrammeItem) -> [EncryptionKey] {
        guard let rotation else {
            return listed(programme.segment(item, track: track).keys, of: item.source)
        }
        let period = rotation.period(of: item)
        if let content = rotation.content(ofPeriod: period) {
            return [
                EncryptionKey(
                    method: rotation.method, uri: "skd://\(content)",
                    initializationVector: writtenVector(of: item, rotation),
                    keyFormat: KeyRotation.licenceFormat)
            ]
        }
        return [
            EncryptionKey(
                method: rotation.method, uri: KeyName.period(period).location,
                initializationVector: writtenVector(of: item, rotation))
        ]
    }

    /// Returns the keys of a source, with the locations at which the broadcast serves them.
    func listed(_ keys: [EncryptionKey], of source: ProgrammeItem.Source) -> [EncryptionKey] {
        let known = programme.keys(of: source)
        return keys.map { key in
            guard let index = known.firstIndex(where: { $0 == key.uri }) else { return key }
            var key = key
            key.uri = KeyName.source(source, index).location
            return key
        }
    }

    /// Returns the encryption of a segment; `nil` when the broadcast does not encrypt it.
    ///
    /// - Parameters:
    ///   - item: The segment.
    ///   - sequence: The media sequence number of the segment in its playlist.
    ///   - stray: The wrong key that a fault uses; `nil` for the right key.
    /// - Returns: The method, key and initialization vector of the segment.
    func encryption(
        of item: ProgrammeItem, sequence: Int, stray: EncoderFault.StrayKey?
    ) -> OriginEncryption? {
        guard let rotation else { return nil }
        let period = rotation.period(of: item)
        var encryption = encryption(ofPeriod: period, rotation)
        encryption.vector = writtenVector(of: item, rotation) ?? Self.vector(ofSequence: sequence)
        switch stray {
        case .previous: encryption.key = rotation.key(ofPeriod: period - 1)
        case .wrong: encryption.key = rotation.strangeKey(of: item)
        case nil: break
        }
        return encryption
    }

    /// Returns the encryption that an initialization section describes; `nil` for clear samples.
    func encryption(ofPeriod period: Int) -> OriginEncryption? {
        rotation.map { encryption(ofPeriod: period, $0) }
    }

    private func encryption(ofPeriod period: Int, _ rotation: KeyRotation) -> OriginEncryption {
        let vector = rotation.vector(ofPeriod: period)
        return OriginEncryption(
            method: rotation.method, key: rotation.key(ofPeriod: period), vector: vector,
            fragmentVector: vector, identifier: rotation.identifier(ofPeriod: period))
    }

    private func writtenVector(of item: ProgrammeItem, _ rotation: KeyRotation) -> [UInt8]? {
        // With sample encryption, the keys of media with an initialization section have no `IV`
        // attribute, because the fragments contain the initialization vectors of the samples.
        guard rotation.vectors == .written,
            !rotation.method.isOfSamples
                || programme.track(item.source, track: track).initialization == nil
        else { return nil }
        return rotation.vector(of: item, track: track)
    }

    /// Returns the default initialization vector: the media sequence number, big-endian.
    private static func vector(ofSequence sequence: Int) -> [UInt8] {
        (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: sequence >> (8 * (15 - $0))) }
    }
}
