/// Decrypts the samples of fragments in place, and makes the fragments describe clear tracks.
///
/// Sizes and positions do not change: boxes that describe the encryption become free space.
///
/// Reference: ISO/IEC 23001-7 (Common Encryption).
package enum FragmentDecryptor {
    /// A function that returns the content key for a key identifier.
    package typealias KeySource = (KeyIdentifier) throws(DecryptionError) -> [UInt8]

    /// The encrypted samples of a segment or fragment, with the data that their decryption needs.
    struct Work {
        var rules: [SampleRule] = []
        /// The byte range, the encryption record, and the index in `rules` of each sample.
        var samples: [(range: Range<Int>, auxiliary: SampleAuxiliary, rule: Int)] = []
        /// The subsamples of all samples.
        var parts: [SamplePart] = []
        /// The position and the track of the samples that are described as clear.
        var clearSamples: [(offset: Int, track: UInt64)] = []
        /// The boxes of tracks with encryption that describe it, which become free space.
        ///
        /// The boxes of other tracks remain, so that a demuxer finds encryption that the
        /// initialization section does not describe.
        var records: [Box] = []
    }

    private static let recordTypes: Set = ["senc", "saiz", "saio"]

    /// Decrypts a segment.
    ///
    /// - Parameters:
    ///   - bytes: The segment.
    ///   - movie: The encryption that its initialization section describes.
    ///   - key: Returns the content key for a key identifier.
    /// - Returns: The clear segment, which has the same length as the encrypted segment.
    /// - Throws: `DecryptionError` when the segment is malformed, a key is missing, or the result
    ///   is invalid.
    package static func decrypt(
        _ bytes: consuming [UInt8], movie: MovieProtection, key: KeySource
    ) throws(DecryptionError) -> [UInt8] {
        var evidence = KeyEvidence()
        return try decrypt(consume bytes, movie: movie, evidence: &evidence, key: key)
    }

    /// Decrypts a segment, and adds to `evidence` the samples by which the keys can be checked.
    static func decrypt(
        _ bytes: consuming [UInt8], movie: MovieProtection, evidence: inout KeyEvidence,
        key: KeySource
    ) throws(DecryptionError) -> [UInt8] {
        var bytes = consume bytes
        let boxes = try Box.all(in: bytes.indices, of: bytes)
        var movie = movie
        var work = Work()
        // All boxes are read before any of them is changed, because the changes convert the
        // encryption records to free space.
        for box in boxes {
            switch box.type {
            case "moov": movie = try MovieProtection(box, of: bytes)
            case "moof": try read(box, movie: movie, of: bytes, in: nil, into: &work)
            default: break
            }
        }
        for box in boxes.all("moov") { try MovieProtection.clear(box, in: &bytes) }
        for record in work.records { record.free(in: &bytes) }
        try perform(work, on: &bytes, evidence: &evidence, key: key)
        return bytes
    }

    /// Reads a movie fragment that is part of a file.
    ///
    /// - Parameters:
    ///   - bytes: The fragment, and the later bytes to which the fragment refers.
    ///   - movie: The encryption that the movie box describes.
    ///   - window: The position of the fragment in the file.
    /// - Returns: The samples, whose positions are counted from the start of the fragment.
    /// - Throws: `DecryptionError` when the fragment is malformed.
    static func work(
        of bytes: [UInt8], movie: MovieProtection, in window: FileWindow
    ) throws(DecryptionError) -> Work {
        var work = Work()
        guard let fragment = try Box.all(in: bytes.indices, of: bytes).first else { return work }
        try read(fragment, movie: movie, of: bytes, in: window, into: &work)
        return work
    }

    private static func read(
        _ fragment: Box, movie: MovieProtection, of bytes: [UInt8], in window: FileWindow?,
        into work: inout Work
    ) throws(DecryptionError) {
        var dataEnd: Int?
        let children = try fragment.children(of: bytes)
        work.records += children.all("pssh")
        for box in children.all("traf") {
            let part = try TrackFragment(
                box, in: fragment, dataEnd: dataEnd, movie: movie, of: bytes, window: window)
            dataEnd = part.samples.last?.upperBound ?? dataEnd
            guard let track = movie.tracks[part.track] else {
                throw DecryptionError(
                    .malformed("a fragment of an unknown track"), offset: box.range.lowerBound)
            }
            if track.isProtected {
                work.records += part.boxes.filter { Self.recordTypes.contains($0.type) }
            }
            let number = part.description ?? track.defaultDescription
            guard track.descriptions.indices.contains(number - 1) else {
                throw DecryptionError(
                    .malformed("an unknown sample description"), offset: box.range.lowerBound)
            }
            let description = track.descriptions[number - 1]
            guard let usual = description.protection else {
                guard track.isProtected else { continue }
                work.clearSamples += part.samples.map { ($0.lowerBound, part.track) }
                continue
            }
            var groups = SampleGroupWalk(
                local: try SampleGroups(descriptions: part.boxes, of: bytes),
                shared: track.groups)
            var auxiliaries = try SampleAuxiliaryWalk(part, scheme: description.scheme, of: bytes)
            let rule = SampleRule(
                track: part.track, protection: usual, scheme: description.scheme,
                unitLengthCount: description.unitLengthCount)
            do throws(DecryptionError) {
                try read(part.samples, by: rule, &groups, &auxiliaries, of: bytes, into: &work)
            } catch {
                throw error.at(box.range.lowerBound)
            }
        }
    }

    /// Reads the samples of a track fragment whose sample description states an encryption.
    ///
    /// - Parameters:
    ///   - samples: The byte ranges of the samples.
    ///   - usual: The rule of the samples to which no sample group applies.
    ///   - groups: The sample groups, at the first sample.
    ///   - auxiliaries: The encryption records, at the first sample.
    ///   - bytes: The segment.
    ///   - work: The work to which the samples are added.
    /// - Throws: `DecryptionError` when a group or a record is malformed.
    private static func read(
        _ samples: [Range<Int>], by usual: SampleRule, _ groups: inout SampleGroupWalk,
        _ auxiliaries: inout SampleAuxiliaryWalk, of bytes: [UInt8], into work: inout Work
    ) throws(DecryptionError) {
        let usualRule = work.rules.count
        work.rules.append(usual)
        for sample in samples {
            let special = try groups.next()
            let isProtected = special?.isProtected ?? usual.protection.isProtected
            let vectorCount = special?.vectorCount ?? usual.protection.vectorCount
            let auxiliary = try auxiliaries.next(
                vectorCount: isProtected ? vectorCount : 0, of: bytes, into: &work.parts)
            guard isProtected else {
                try auxiliary.expectClear(sample, among: work.parts)
                work.clearSamples.append((sample.lowerBound, usual.track))
                continue
            }
            var number = usualRule
            if let special {
                number = work.rules.count - 1
                if number == usualRule || work.rules[number].protection != special {
                    number += 1
                    var rule = usual
                    rule.protection = special
                    work.rules.append(rule)
                }
            }
            work.samples.append((sample, auxiliary, number))
        }
    }

    private static func perform(
        _ work: Work, on bytes: inout [UInt8], evidence: inout KeyEvidence, key: KeySource
    ) throws(DecryptionError) {
        for (offset, track) in work.clearSamples {
            evidence.add(clearSampleAt: Int64(offset), of: track)
        }
        var index = 0
        // One list is reused for all samples, to avoid repeated allocations.
        var ranges: [Range<Int>] = []
        while index < work.samples.count {
            let identifier = work.rules[work.samples[index].rule].protection.key
            let content = try key(identifier)
            var cipher = try CommonCipher(key: content)
            let period = evidence.begin(identifier, content)
            // One cipher decrypts all adjacent samples with the same key, which often fill a
            // complete segment.
            while index < work.samples.count {
                let number = work.samples[index].rule
                let rule = work.rules[number]
                guard rule.protection.key == identifier else { break }
                while index < work.samples.count, work.samples[index].rule == number {
                    let (sample, auxiliary, _) = work.samples[index]
                    do throws(DecryptionError) {
                        try auxiliary.findProtected(
                            of: sample, among: work.parts, into: &ranges)
                        evidence.add(
                            sampleAt: Int64(sample.lowerBound), ranges, rule, period: period)
                        // The initialization vector is copied, because a slice would share the
                        // bytes and force the cipher to copy the segment.
                        let vector = Array(bytes[auxiliary.vector])
                        try rule.decrypt(
                            sample, in: ranges, of: &bytes, with: &cipher,
                            vector: vector)
                    } catch {
                        throw error.at(sample.lowerBound)
                    }
                    index += 1
                }
            }
        }
    }
}
