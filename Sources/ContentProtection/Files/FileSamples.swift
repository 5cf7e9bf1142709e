/// The encrypted samples of a single file, in the order of their positions.
struct FileSamples {
    /// One encrypted sample.
    struct Sample {
        let offset: Int64
        let count: Int32
        /// The index of the sample's encryption rule.
        let rule: Int32
        /// The position of the sample's initialization vector and subsamples in `records`.
        let recordStart: Int32
        let recordCount: Int32

        var end: Int64 { offset + Int64(count) }
    }

    /// The maximum number of stored samples: a day of video at 30 frames per second, and audio.
    private static let mostSamples = 8 << 20
    private static let mostRecordBytes = 256 << 20
    private static let mostRules = 1 << 10
    /// The maximum number of samples that a key check considers for each encryption rule.
    private static let mostLooks = 4096

    private(set) var rules: [SampleRule] = []
    private(set) var list: [Sample] = []
    /// The initialization vectors and subsamples of all samples.
    private var records: [UInt8] = []
    /// The samples that are described as clear in tracks with encryption.
    private var clearSamples = KeyEvidence()

    /// Returns the index of a rule, and adds the rule unless an equal rule is present.
    mutating func add(_ rule: SampleRule) throws(DecryptionError) -> Int32 {
        if let last = rules.last, last == rule { return Int32(rules.count - 1) }
        if let place = rules.firstIndex(of: rule) { return Int32(place) }
        guard rules.count < Self.mostRules else {
            throw DecryptionError(.tooLarge("the number of sample groups"))
        }
        rules.append(rule)
        return Int32(rules.count - 1)
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - offset: The position of the sample.
    ///   - count: The length of the sample in bytes.
    ///   - rule: The index of its encryption rule.
    ///   - record: The initialization vector and subsamples of the sample; empty when the complete
    ///     sample is encrypted with the constant initialization vector.
    /// - Throws: `DecryptionError` when there are too many samples.
    mutating func add(
        at offset: Int64, count: Int, rule: Int32, record: some Collection<UInt8>
    ) throws(DecryptionError) {
        guard list.count < Self.mostSamples, count <= Int(Int32.max),
            records.count + record.count <= Self.mostRecordBytes
        else { throw DecryptionError(.tooLarge("the number of samples")) }
        guard count > 0 else { return }
        list.append(
            Sample(
                offset: offset, count: Int32(count), rule: rule,
                recordStart: Int32(records.count), recordCount: Int32(record.count)))
        records += record
    }

    /// Adds a sample that is described as clear in a track with encryption.
    ///
    /// It is only kept as evidence for ``evidence(_:)``.
    mutating func add(clearSampleAt offset: Int64, of track: UInt64) {
        clearSamples.add(clearSampleAt: offset, of: track)
    }

    /// Sorts the samples by position.
    ///
    /// - Throws: `DecryptionError` when two samples overlap, because overlapping samples cannot be
    ///   decrypted.
    mutating func sort() throws(DecryptionError) {
        list.sort { $0.offset < $1.offset }
        for (sample, next) in zip(list, list.dropFirst()) where next.offset < sample.end {
            throw DecryptionError(.malformed("encrypted samples that overlap"))
        }
    }

    /// Returns the encryption rule of a sample.
    func rule(of index: Int) -> SampleRule { rules[Int(list[index].rule)] }

    /// Returns the index of the first sample that ends after an offset.
    func firstIndex(endingBehind offset: Int64) -> Int {
        var range = 0..<list.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if list[middle].end > offset {
                range = range.lowerBound..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        return range.lowerBound
    }

    /// Decrypts a sample in place.
    func decrypt(
        _ index: Int, at range: Range<Int>, of bytes: inout [UInt8],
        with cipher: inout CommonCipher
    ) throws(DecryptionError) {
        let sample = list[index]
        let rule = rules[Int(sample.rule)]
        var ranges: [Range<Int>] = []
        let vector = try find(sample, at: range, into: &ranges)
        try rule.decrypt(range, in: ranges, of: &bytes, with: &cipher, vector: vector)
    }

    /// Returns the samples by which a check detects wrong keys.
    ///
    /// For each track and key, the result contains the first samples of the track that are
    /// decrypted with the key. It also contains the first samples that are described as clear.
    func evidence(_ keys: [KeyIdentifier: [UInt8]]) throws(DecryptionError) -> KeyEvidence {
        var evidence = clearSamples
        var looked = [Int](repeating: 0, count: rules.count)
        for sample in list where looked[Int(sample.rule)] < Self.mostLooks {
            looked[Int(sample.rule)] += 1
            let rule = rules[Int(sample.rule)]
            let period = evidence.begin(
                rule.protection.key, keys[rule.protection.key] ?? [])
            var ranges: [Range<Int>] = []
            _ = try find(sample, at: 0..<Int(sample.count), into: &ranges)
            evidence.add(sampleAt: sample.offset, ranges, rule, period: period)
        }
        return evidence
    }

    /// Finds the protected bytes of a sample, and returns its initialization vector.
    ///
    /// The returned array is empty when the constant initialization vector applies.
    private func find(
        _ sample: Sample, at range: Range<Int>, into ranges: inout [Range<Int>]
    ) throws(DecryptionError) -> [UInt8] {
        let rule = rules[Int(sample.rule)]
        let start = Int(sample.recordStart)
        let record = start..<start + Int(sample.recordCount)
        guard !record.isEmpty else {
            ranges = [range]
            return []
        }
        var parts: [SamplePart] = []
        var reader = BoxReader(records, record, of: "senc")
        let vectorCount = rule.protection.vectorCount
        let auxiliary = try SampleAuxiliary(
            &reader, vectorCount: vectorCount, hasParts: record.count > vectorCount, into: &parts)
        try auxiliary.findProtected(of: range, among: parts, into: &ranges)
        return Array(records[auxiliary.vector])
    }
}
