import Transport
import VirtualTime

/// Converts between a track of a download and its row in the catalogue.
enum TrackRow {
    /// The query of a download's tracks, in plan order.
    static let selection = """
        SELECT kind, title, language, playlistName, sourceURL, duration, bandwidth
        FROM track WHERE download = ? ORDER BY ordinal
        """
    /// The SQL statement that adds the row of a track.
    ///
    /// Its parameters are the download, the index of the track in the plan, and ``values(of:)``.
    static let insertion = "INSERT INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

    static func values(of track: PackagePlan.Track) -> [SQLValue] {
        [
            .text(track.kind.rawValue), .text(track.title), SQLValue(track.language),
            .text(track.playlistName), .text(track.sourceURL), .integer(track.duration.ticks),
            .integer(track.bandwidth),
        ]
    }

    /// Returns the track in a row of ``selection``; `nil` for an unknown kind.
    static func track(in row: inout RowReader) -> PackagePlan.Track? {
        guard let kind = PackagePlan.Track.Kind(rawValue: row.text()) else { return nil }
        let (title, language) = (row.text(), row.optionalText())
        var track = PackagePlan.Track(
            kind, playlistName: row.text(), sourceURL: row.text(),
            duration: MediaTime(ticks: row.integer()), bandwidth: row.integer())
        track.title = title
        track.language = language
        return track
    }
}

/// Converts between a resource, with its stored file, and its row in the catalogue.
enum ResourceRow {
    /// The kind of invalid value in a row; a catalogue never writes such values.
    enum Fault: String, Error {
        case range = "a byte range"
        case kind = "a resource"
    }

    /// The query of a download's resources, in plan order.
    static let selection = """
        SELECT ordinal, name, url, rangeStart, rangeEnd, kind, track, duration, expectedBytes,
            size, checksum
        FROM resource WHERE download = ? ORDER BY ordinal
        """
    /// The SQL statement that adds the row of a resource.
    ///
    /// Its parameters are the download and ``values(of:)``.
    static let insertion = "INSERT INTO resource VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    static func values(of stored: StoredResource) -> [SQLValue] {
        let resource = stored.resource
        return [
            SQLValue(stored.ordinal), .text(resource.name), .text(resource.url),
            SQLValue(resource.byteRange?.lowerBound), SQLValue(resource.byteRange?.upperBound),
            .text(resource.kind.stored), SQLValue(resource.track),
            .integer(resource.duration.ticks), SQLValue(resource.expectedBytes),
            SQLValue(stored.file?.size), SQLValue(bits: stored.file?.checksum),
        ]
    }

    /// Returns the resource in a row of ``selection``.
    static func resource(in row: inout RowReader) throws(Fault) -> StoredResource {
        let ordinal = row.count()
        let (name, url) = (row.text(), row.text())
        let (start, end) = (row.optionalInteger(), row.optionalInteger())
        var range: Range<Int64>?
        if let start, let end {
            guard start <= end else { throw .range }
            range = start..<end
        }
        guard let kind = ResourceKind(stored: row.text()) else { throw .kind }
        var resource = PackagePlan.Resource(
            name, url: url, byteRange: range, kind: kind, track: row.count(),
            duration: MediaTime(ticks: row.integer()))
        resource.expectedBytes = row.optionalInteger()
        let (size, checksum) = (row.optionalInteger(), row.bits())
        var stored = StoredResource(ordinal: ordinal, resource: resource)
        if let size, let checksum { stored.file = StoredFile(size: size, checksum: checksum) }
        return stored
    }
}

extension ResourceKind {
    var stored: String {
        switch self {
        case .multivariantPlaylist: "multivariantPlaylist"
        case .mediaPlaylist: "mediaPlaylist"
        case .initializationSection: "initializationSection"
        case .segment: "segment"
        case .key: "key"
        case .subtitle: "subtitle"
        case .other: "other"
        }
    }

    init?(stored: String) {
        guard let kind = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
        self = kind
    }
}
