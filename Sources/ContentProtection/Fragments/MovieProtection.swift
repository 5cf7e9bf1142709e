/// The encryption of the tracks that an initialization section describes.
package struct MovieProtection: Equatable, Sendable {
    /// One sample description of a track.
    struct Description: Equatable, Sendable {
        /// The encryption of the samples; `nil` when they are clear.
        var protection: SampleProtection?
        var scheme: ProtectionScheme
        /// The number of bytes in the length field of a NAL unit; `nil` if there are no NAL units.
        var unitLengthCount: Int?
    }

    struct Track: Equatable, Sendable {
        var descriptions: [Description] = []
        /// The sample groups that all fragments share.
        var groups = SampleGroups()
        var defaultDescription = 1
        var defaultSampleSize = 0

        /// Whether at least one sample description is of encrypted samples.
        var isProtected: Bool { descriptions.contains { $0.protection != nil } }
    }

    /// The tracks by track ID.
    private(set) var tracks: [UInt64: Track] = [:]

    /// Whether the initialization section marks a track as encrypted.
    ///
    /// It is `false` after the section was changed to describe clear tracks.
    private(set) var isMarked = false

    /// Whether movie fragments may follow the movie box.
    private(set) var isFragmented = false

    /// Whether at least one track may contain encrypted samples.
    package var isProtected: Bool { tracks.values.contains(where: \.isProtected) }

    /// The schemes of the encrypted tracks, without duplicates, in the order of the cases.
    var schemes: [ProtectionScheme] {
        let descriptions = tracks.values.flatMap(\.descriptions)
        let schemes = Set(descriptions.filter { $0.protection != nil }.map(\.scheme))
        return ProtectionScheme.allCases.filter(schemes.contains)
    }

    /// Whether there are no tracks.
    package var isEmpty: Bool { tracks.isEmpty }

    /// Returns whether two initialization sections describe the same encryption.
    ///
    /// A section that was changed to describe clear tracks still counts as describing the original
    /// encryption.
    package static func == (left: MovieProtection, right: MovieProtection) -> Bool {
        left.tracks == right.tracks
    }

    /// Reads an initialization section, even one that was changed to describe clear tracks.
    ///
    /// - Throws: `DecryptionError` when the section is malformed, or has an unknown scheme.
    package init(_ bytes: [UInt8]) throws(DecryptionError) {
        if let movie = try Box.all(in: bytes.indices, of: bytes).first("moov") {
            try read(movie, of: bytes)
        }
    }

    /// Reads a movie box.
    init(_ movie: Box, of bytes: [UInt8]) throws(DecryptionError) {
        try read(movie, of: bytes)
    }

    private mutating func read(_ movie: Box, of bytes: [UInt8]) throws(DecryptionError) {
        let children = try movie.children(of: bytes)
        for box in children.all("trak") {
            let parts = try TrackParts(box, of: bytes)
            guard let identifier = parts.identifier else { continue }
            var track = Track()
            for entry in parts.entries {
                track.descriptions.append(try Self.description(entry, of: bytes))
                isMarked = isMarked || entry.isEncrypted
            }
            track.groups = try SampleGroups(descriptions: parts.table, of: bytes)
            tracks[identifier] = track
        }
        for extends in children.all("mvex") {
            isFragmented = true
            for box in try extends.children(of: bytes).all("trex") {
                var reader = box.reader(of: bytes)
                try reader.skip(4)
                let identifier = try reader.number(4)
                tracks[identifier]?.defaultDescription = try reader.integer(4)
                try reader.skip(4)
                tracks[identifier]?.defaultSampleSize = try reader.integer(4)
            }
        }
    }

    private static func description(
        _ entry: SampleEntry, of bytes: [UInt8]
    ) throws(DecryptionError) -> Description {
        var description = Description(
            protection: nil, scheme: .cenc, unitLengthCount: entry.unitLengthCount(in: bytes))
        guard let information = entry.information else {
            guard !entry.isEncrypted else {
                throw DecryptionError(
                    .malformed("an encrypted track without its encryption scheme"),
                    offset: entry.box.range.lowerBound)
            }
            return description
        }
        guard let scheme = information.first("schm"),
            let table = try information.first("schi")?.children(of: bytes).first("tenc")
        else {
            throw DecryptionError(
                .malformed("an encrypted track without its encryption scheme"),
                offset: entry.box.range.lowerBound)
        }
        var reader = scheme.reader(of: bytes)
        try reader.skip(4)
        let name = try reader.text()
        guard let known = ProtectionScheme(rawValue: name) else {
            throw DecryptionError(.unsupportedScheme(name), offset: scheme.range.lowerBound)
        }
        description.scheme = known
        reader = table.reader(of: bytes)
        let version = try reader.versionAndFlags().version
        try reader.skip(1)
        description.protection = try SampleProtection(&reader, hasPattern: version > 0)
        return description
    }

    /// Changes an initialization section so that it describes clear tracks.
    ///
    /// Sample entries regain their original types. The description of the encryption remains as
    /// free space, from which `init` reads it again. Therefore the clear initialization section
    /// suffices to decrypt a segment.
    ///
    /// - Parameter bytes: The initialization section.
    /// - Returns: The changed section, which has the same size.
    /// - Throws: `DecryptionError` when the section is malformed, or names an unknown scheme.
    package static func clear(
        _ bytes: consuming [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        var bytes = consume bytes
        for movie in try Box.all(in: bytes.indices, of: bytes).all("moov") {
            try clear(movie, in: &bytes)
        }
        return bytes
    }

    /// Converts the `senc`, `saiz` and `saio` boxes of all tracks in a movie box to free space.
    static func freeRecords(in movie: Box, of bytes: inout [UInt8]) throws(DecryptionError) {
        for track in try movie.children(of: bytes).all("trak") {
            let boxes = try track.children(of: bytes) + TrackParts(track, of: bytes).table
            for box in boxes where ["senc", "saiz", "saio"].contains(box.type) {
                box.free(in: &bytes)
            }
        }
    }

    /// Changes a movie box so that it describes clear tracks.
    static func clear(_ movie: Box, in bytes: inout [UInt8]) throws(DecryptionError) {
        // The movie box is parsed first, to ensure that all of it is supported.
        _ = try MovieProtection(movie, of: bytes)
        let children = try movie.children(of: bytes)
        for box in children.all("pssh") { box.free(in: &bytes) }
        for box in children.all("trak") {
            for entry in try TrackParts(box, of: bytes).entries where entry.isEncrypted {
                guard let format = entry.information?.first("frma") else {
                    throw DecryptionError(
                        .malformed("an encrypted track without its original format"),
                        offset: entry.box.range.lowerBound)
                }
                var reader = format.reader(of: bytes)
                entry.box.rename(to: try reader.text(), in: &bytes)
                for child in entry.children.all("sinf") { child.free(in: &bytes) }
            }
        }
    }
}
