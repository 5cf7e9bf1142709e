import HeadlessPlayback
import TestSupport

/// All mutants of some specimens, in a constant order.
struct MutantPool {
    let mutants: [Mutant]

    init(_ specimens: [Specimen]) {
        var mutants: [Mutant] = []
        for (number, specimen) in specimens.enumerated() {
            func add(_ made: [TransportMutants.Made], _ file: String, stream: Int?) {
                mutants += made.map {
                    Mutant(
                        operation: $0.operation, specimen: number, stream: stream, file: file,
                        detail: $0.detail, edit: $0.edit)
                }
            }
            if specimen.streams.first?.choice != nil {
                let bytes = fileBytes(specimen.path)
                add(TextMutants.multivariant(bytes), specimen.path, stream: nil)
                add(TextMutants.whole(bytes), specimen.path, stream: nil)
            }
            for (place, stream) in specimen.streams.enumerated() {
                if let playlist = stream.playlist {
                    let bytes = fileBytes(playlist)
                    let isText = stream.choice?.subtitles != nil
                    add(TextMutants.media(bytes, isText: isText), playlist, stream: place)
                    add(TextMutants.whole(bytes), playlist, stream: place)
                }
                for file in stream.files { add(Self.made(of: file), file.path, stream: place) }
            }
        }
        self.mutants = mutants
    }

    /// Returns a sample of the mutants; rare operations have a larger share than in the pool.
    ///
    /// - Parameters:
    ///   - count: The number of mutants.
    ///   - seed: The seed of the selection.
    /// - Returns: The mutants, grouped by operation.
    func sample(_ count: Int, seed: UInt64) -> [Mutant] {
        var generator = SeededGenerator(seed: seed)
        var rows = Mutant.Operation.allCases.map { operation in
            mutants.filter { $0.operation == operation }.shuffled(using: &generator)
        }.filter { !$0.isEmpty }
        rows.sort { $0.count < $1.count }
        var chosen: [Mutant] = []
        for (number, row) in rows.enumerated() {
            chosen += row.prefix((count - chosen.count) / (rows.count - number))
        }
        return chosen
    }

    private static func made(of file: Specimen.MediaFile) -> [TransportMutants.Made] {
        let bytes = fileBytes(file.path)
        var made: [TransportMutants.Made] = []
        if let section = file.initialization {
            let zero = FileEdit.zero([section])
            made.append((.initializationGone, "zeroed", zero))
            if section.count == bytes.count { made.append((.initializationGone, "missing", .gone)) }
            made += FragmentMutants(bytes, segments: [section]).all
        }
        guard !file.segments.isEmpty else { return made }
        if file.path.hasSuffix(".vtt") { return TextMutants.cues(bytes) }
        if file.path.hasSuffix(".mp4"), file.initialization == nil {
            return FileMutants.all(of: file.path)
        }
        let isWhole = file.segments == [bytes.indices]
        for range in file.segments {
            let detail = "segment at \(range.lowerBound)"
            made.append((.segmentZeroed, detail, .zero([range])))
            guard isWhole else { continue }
            made.append((.segmentGone, detail, .gone))
            made.append((.segmentEmpty, detail, .remove([range])))
        }
        if file.isEncrypted { return made + blocks(of: bytes) }
        switch bytes.first {
        case 0x47: return made + TransportMutants(bytes).all
        case 0xFF, UInt8(ascii: "I"): return made + PackedMutants.all(bytes)
        default:
            if isWhole {
                let free = [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)
                made.append((.freeBox, "at the start", .rewrite { free + $0 }))
                made.append((.freeBox, "at the end", .rewrite { $0 + free }))
            }
            return made + FragmentMutants(bytes, segments: file.segments).all
        }
    }

    private static func blocks(of bytes: [UInt8]) -> [TransportMutants.Made] {
        stride(from: 0, to: bytes.count, by: 16).map { place in
            (.cipherBlockZeroed, "at \(place)", .zero([place..<min(place + 16, bytes.count)]))
        } + [(.cipherTailGone, "16 bytes", .remove([bytes.count - 16..<bytes.count]))]
    }
}
