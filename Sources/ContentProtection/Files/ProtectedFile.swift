import Containers

/// A single file of ISO media whose samples are decrypted while they are read.
///
/// Sizes and positions do not change: the movie box and the fragments are changed to describe clear
/// tracks, and every sample is decrypted in place. Only the positions of samples and changes are
/// stored, so files of any size can be read.
struct ProtectedFile: ContainerInput {
    let input: any ContainerInput
    /// The changes of the movie box and of the fragments.
    let changes: FileChanges
    /// The encrypted samples by position, without overlaps.
    let samples: FileSamples
    /// The content keys of all samples, by identifier.
    let keys: [KeyIdentifier: [UInt8]]

    var byteCount: Int64? { input.byteCount }

    func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        let bytes = try clearBytes(at: offset, count: buffer.byteCount)
        return try MemoryInput(bytes).read(at: 0, into: &buffer)
    }

    /// Decrypts the listed samples and discards the result, to detect wrong keys before playback.
    ///
    /// Listed samples that are described as clear are ignored.
    ///
    /// - Throws: `DecryptionError` when a decrypted sample is invalid.
    func check(_ list: [DecryptedSample]) throws(DecryptionError) {
        for sample in list {
            var index = samples.firstIndex(endingBehind: sample.offset)
            guard index < samples.list.count, samples.list[index].offset == sample.offset else {
                continue
            }
            var byte: [UInt8] = [0]
            try decrypt(from: &index, upTo: sample.offset + 1, in: &byte, at: sample.offset)
        }
    }

    private func clearBytes(
        at offset: Int64, count: Int
    ) throws(ContainerInputError) -> [UInt8] {
        var bytes = try input.bytes(at: offset, count: count)
        let end = offset + Int64(bytes.count)
        var index = samples.firstIndex(endingBehind: offset)
        while index < samples.list.count, samples.list[index].offset < end {
            do throws(DecryptionError) {
                try decrypt(from: &index, upTo: end, in: &bytes, at: offset)
            } catch {
                throw ContainerInputError(UndecryptedBytes(cause: error), offset: offset)
            }
        }
        changes.apply(to: &bytes, at: offset)
        return bytes
    }

    /// Decrypts consecutive samples that have the same key.
    private func decrypt(
        from index: inout Int, upTo end: Int64, in bytes: inout [UInt8], at offset: Int64
    ) throws(DecryptionError) {
        let identifier = samples.rule(of: index).protection.key
        guard let key = keys[identifier] else {
            throw DecryptionError(.missingKey("the key identifier \(identifier)"))
        }
        var cipher = try CommonCipher(key: key)
        while index < samples.list.count, samples.list[index].offset < end,
            samples.rule(of: index).protection.key == identifier
        {
            let sample = samples.list[index]
            if sample.offset >= offset, sample.end <= end {
                let start = Int(sample.offset - offset)
                try samples.decrypt(
                    index, at: start..<start + Int(sample.count), of: &bytes, with: &cipher)
            } else {
                try decryptPart(index, into: &bytes, at: offset, with: &cipher)
            }
            index += 1
        }
    }

    /// Decrypts a sample that is only partly in the range of a buffer.
    private func decryptPart(
        _ index: Int, into bytes: inout [UInt8], at offset: Int64,
        with cipher: inout CommonCipher
    ) throws(DecryptionError) {
        let sample = samples.list[index]
        var whole: [UInt8]
        do throws(ContainerInputError) {
            whole = try input.bytes(at: sample.offset, count: Int(sample.count))
        } catch {
            throw DecryptionError(.unreadable("a sample", cause: error.cause))
        }
        guard whole.count == Int(sample.count) else {
            throw DecryptionError(.truncated("a sample"))
        }
        try samples.decrypt(index, at: whole.indices, of: &whole, with: &cipher)
        bytes.put(whole, at: sample.offset, countedFrom: offset)
    }
}

/// The error that a reader receives when the requested bytes cannot be decrypted.
private struct UndecryptedBytes: Error, Equatable, CustomStringConvertible {
    let cause: DecryptionError

    var description: String { "not decrypted: \(cause)" }
}
