import VirtualTime

/// The promises of a file's movie box about one track.
struct TrackPromise: Equatable, Sendable {
    /// The number of the track (`tkhd`).
    var id = 0
    var kind = TrackDescription.Kind.other

    /// Whether it is presented with every selection: enabled, and no alternative to another track.
    var isAlwaysPresented = false

    /// The presented duration of the track, empty edits included (`tkhd`); `nil` promises nothing.
    var presented: MediaTime?

    /// The sum of all edits (`elst`); `nil` when there are none or one is open-ended.
    var edited: MediaTime?

    /// The duration of the empty edits before the first sample.
    var lead = MediaTime.zero

    /// The duration of the media before edits (`mdhd`); `nil` means no promise.
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

    /// The bytes of all samples (`stsz`).
    var byteCount: Int64 = 0

    /// The damage to its boxes, in words; `nil` when they are intact.
    var damage: String?

    /// The damage to its boxes except the tables of samples; `nil` when they are intact.
    var headerDamage: String?

    /// Whether its boxes are so broken that its kind is in doubt.
    var isMalformed = false

    var isPlayable: Bool { kind == .video || kind == .audio }

    /// The presented duration of the track, from the first of three headers that states it; `nil`
    /// means no promise.
    var duration: MediaTime? { presented ?? edited ?? media }

    /// The presented duration of the track according to its tables.
    var tabled: MediaTime { edited.map { min($0, lead + timed) } ?? timed }

    /// Compares the tables with each other.
    ///
    /// - Parameter tolerance: The largest shortfall of the table of times against the header.
    /// - Returns: The contradiction in words; `nil` when they agree.
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
            return "samples last \(timed) s of \(media) s in the media header"
        }
        if let media, timed > media + MovieReckoning.surplus {
            return "samples last \(timed) s, the media header promises \(media) s"
        }
        return nil
    }
}
