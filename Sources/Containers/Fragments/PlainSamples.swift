/// One sample of a fragment, with times in the timescale of its track.
struct PlainSample {
    var track: Int
    /// The position of the sample's first byte in the media.
    var place: Int64
    var size: Int
    var dts: Int64
    var pts: Int64
    var duration: UInt32
    /// Whether the sample depends on no other sample.
    var isSync: Bool
    /// Whether the bytes of the sample violate the form that the codec requires.
    var isBroken = false
}

/// The samples of all fragments of a segment; the samples of each track are in decoding order.
struct PlainSamples {
    /// The maximum number of samples; libavformat reads segments that have more.
    static let most = 1 << 17

    private(set) var all: [PlainSample] = []
    private var lastTimes: [Int64]

    init(trackCount: Int) {
        lastTimes = Array(repeating: .min, count: trackCount)
    }

    /// Reserves memory for more samples.
    ///
    /// - Returns: Whether the total number of samples stays within the maximum.
    mutating func reserve(_ count: Int) -> Bool {
        guard count <= Self.most - all.count else { return false }
        if all.capacity < all.count + count {
            all.reserveCapacity(max(all.count + count, 2 * all.capacity))
        }
        return true
    }

    /// Records samples whose bytes violate the form that their codec requires.
    mutating func mark(broken indexes: [Int]) {
        for index in indexes { all[index].isBroken = true }
    }

    /// Adds a sample if it is decoded later than the previous sample of its track.
    ///
    /// - Returns: Whether the sample was added.
    @inline(__always)
    mutating func add(_ sample: PlainSample) -> Bool {
        guard sample.dts > lastTimes[sample.track] else { return false }
        lastTimes[sample.track] = sample.dts
        all.append(sample)
        return true
    }
}
