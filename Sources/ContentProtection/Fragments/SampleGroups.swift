/// The sample groups whose encryption differs from the encryption of the track.
///
/// Reference: ISO/IEC 14496-12, sections 8.9.2 (sbgp) and 8.9.3 (sgpd); ISO/IEC 23001-7, section 6
/// (seig).
struct SampleGroups: Equatable, Sendable {
    /// The encryption that each group description states.
    private(set) var descriptions: [SampleProtection] = []
    /// The index of the default group description, for samples that no box assigns to a group.
    ///
    /// It is zero when there is no default. In that case, samples that no box assigns to a group
    /// belong to no group.
    private(set) var unassigned = 0
    /// The runs of consecutive samples in one group: the number of samples and the group index.
    private(set) var runs: [(count: Int, group: Int)] = []

    private static let type = "seig"

    init() {}

    /// Reads the sample group boxes of a sample table or a fragment.
    init(descriptions boxes: [Box], of bytes: [UInt8]) throws(DecryptionError) {
        for box in boxes.all("sgpd") {
            var reader = box.reader(of: bytes)
            let version = try reader.versionAndFlags().version
            guard try reader.text() == Self.type else { continue }
            let length = version >= 1 ? try reader.integer(4) : 0
            if version >= 2 { unassigned = try reader.integer(4) }
            let count = try reader.integer(4)
            for _ in 0..<count {
                // A version 0 box does not state the length of its entries. In that case, the size
                // is zero, and no bytes are skipped after the parsed fields of an entry.
                var size = length
                if version >= 1, length == 0 { size = try reader.integer(4) }
                let start = reader.index
                try reader.skip(1)
                descriptions.append(try SampleProtection(&reader, hasPattern: true))
                let rest = size - (reader.index - start)
                if rest > 0 { try reader.skip(rest) }
            }
        }
        for box in boxes.all("sbgp") {
            var reader = box.reader(of: bytes)
            let version = try reader.versionAndFlags().version
            guard try reader.text() == Self.type else { continue }
            if version == 1 { try reader.skip(4) }
            let count = try reader.integer(4)
            for _ in 0..<count {
                runs.append((try reader.integer(4), try reader.integer(4)))
            }
        }
    }

    static func == (left: SampleGroups, right: SampleGroups) -> Bool {
        left.descriptions == right.descriptions && left.unassigned == right.unassigned
            && left.runs.elementsEqual(right.runs, by: ==)
    }
}

/// Iterates over the sample groups to which consecutive samples belong.
struct SampleGroupWalk {
    private let local: SampleGroups
    private let shared: SampleGroups
    private var run = 0
    private var used = 0

    /// The number added to each index that refers to a group description in the fragment itself.
    ///
    /// Smaller indices refer to the group descriptions that all fragments share.
    private static let localBase = 0x10000

    init(local: SampleGroups, shared: SampleGroups) {
        self.local = local
        self.shared = shared
    }

    /// Returns the encryption of the next sample; `nil` if it is the encryption of the track.
    mutating func next() throws(DecryptionError) -> SampleProtection? {
        while run < local.runs.count, used >= local.runs[run].count {
            run += 1
            used = 0
        }
        guard run < local.runs.count else {
            if local.unassigned > 0 { return try description(local.unassigned, in: local) }
            return shared.unassigned > 0 ? try description(shared.unassigned, in: shared) : nil
        }
        used += 1
        let group = local.runs[run].group
        if group == 0 { return nil }
        if group > Self.localBase { return try description(group - Self.localBase, in: local) }
        return try description(group, in: shared)
    }

    private func description(
        _ number: Int, in groups: SampleGroups
    ) throws(DecryptionError) -> SampleProtection {
        guard groups.descriptions.indices.contains(number - 1) else {
            throw DecryptionError(.malformed("a sample group that is not described"))
        }
        return groups.descriptions[number - 1]
    }
}
