import VirtualTime

/// What the movie box of a file says of one track.
struct TrackPromise: Equatable, Sendable {
    /// The number of the track (`tkhd`).
    var id = 0
    var kind = TrackDescription.Kind.other

    /// Whether it is presented whatever is selected: enabled, and no alternative to another track.
    var isAlwaysPresented = false

    /// How long the track is presented, empty edits included (`tkhd`); `nil` promises nothing.
    var presented: MediaTime?

    /// The sum of all edits (`elst`); `nil` where there are none, or one has no end.
    var edited: MediaTime?

    /// The empty edits before the first sample.
    var lead = MediaTime.zero

    /// How long the media is before edits (`mdhd`); `nil` promises nothing.
    var media: MediaTime?

    /// How long all samples last together (`stts`).
    var timed = MediaTime.zero

    /// How long the last sample lasts (`stts`).
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

    /// What is broken in its boxes, in words; `nil` when nothing is.
    var damage: String?

    /// What is broken in its boxes other than the tables of samples; `nil` when nothing is.
    var headerDamage: String?

    /// Whether its boxes are so broken that its kind is in doubt.
    var isMalformed = false

    var isPlayable: Bool { kind == .video || kind == .audio }

    /// How long the track is presented, by the header that has most to say; `nil` promises nothing.
    var duration: MediaTime? { presented ?? edited ?? media }

    /// How long the tables alone present the track.
    var tabled: MediaTime { edited.map { min($0, lead + timed) } ?? timed }

    /// Compares the tables with each other.
    ///
    /// - Parameter tolerance: How much less than its header the table of times may hold.
    /// - Returns: What they contradict each other in, in words; `nil` when they agree.
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
