import VirtualTime

/// The properties that a file's movie box states for one track.
struct TrackPromise: Equatable, Sendable {
    /// The track ID (`tkhd`).
    var id = 0
    var kind = TrackDescription.Kind.other

    /// Whether the track is presented with every selection of tracks.
    ///
    /// Such a track is enabled and is not an alternative to another track.
    var isAlwaysPresented = false

    /// The presented duration of the track, including empty edits (`tkhd`); `nil` if not stated.
    var presented: MediaTime?

    /// The total duration of all edits (`elst`); `nil` when there are none or one is open-ended.
    var edited: MediaTime?

    /// The duration of the empty edits before the first sample.
    var lead = MediaTime.zero

    /// The media duration without any edits applied (`mdhd`); `nil` when it is not stated.
    var media: MediaTime?

    /// The total duration of all samples (`stts`).
    var timed = MediaTime.zero

    /// The duration of the last sample (`stts`).
    var lastDuration = MediaTime.zero

    /// The number of samples in the table of times (`stts`).
    var timedCount: Int64 = 0

    /// The number of samples in the table of sizes (`stsz` or `stz2`).
    var sampleCount: Int64 = 0

    /// The number of samples in all chunks (`stsc` and `stco`).
    var chunkedCount: Int64 = 0

    /// The number of samples that take no bytes (`stsz`).
    var emptyCount: Int64 = 0

    /// The total size of all samples in bytes (`stsz`).
    var byteCount: Int64 = 0

    /// A description of the damage to the track's boxes; `nil` when they are intact.
    var damage: String?

    /// A description of the damage to boxes other than sample tables; `nil` when they are intact.
    var headerDamage: String?

    /// Whether the boxes are so damaged that the kind of the track is uncertain.
    var isMalformed = false

    var isPlayable: Bool { kind == .video || kind == .audio }

    /// The presented duration of the track; `nil` when no box states a duration.
    ///
    /// The value comes from the first of the boxes `tkhd`, `elst` and `mdhd` that states one.
    var duration: MediaTime? { presented ?? edited ?? media }

    /// The presented duration of the track according to its sample tables.
    var tabled: MediaTime { edited.map { min($0, lead + timed) } ?? timed }

    /// Compares the sample tables with each other and with the media header.
    ///
    /// - Parameter tolerance: The maximum time by which the total duration of the samples may be
    ///   shorter than the duration in the media header.
    /// - Returns: A description of the damage or the contradiction; `nil` when there is none.
    func contradiction(within tolerance: MediaTime) -> String? {
        if let damage { return damage }
        if timedCount != sampleCount {
            return "\(timedCount) samples have a time and \(sampleCount) a size"
        }
        if chunkedCount < sampleCount {
            return "\(chunkedCount) of \(sampleCount) samples have a place"
        }
        if isPlayable, emptyCount > 0 { return "\(emptyCount) samples have no bytes" }
        if let media, timed < media - tolerance {
            return lengths(against: media)
        }
        if let media, timed > media + MovieReckoning.surplus {
            return lengths(against: media)
        }
        return nil
    }

    private func lengths(against media: MediaTime) -> String {
        "its samples last \(timed) s, and its media header states \(media) s"
    }
}
