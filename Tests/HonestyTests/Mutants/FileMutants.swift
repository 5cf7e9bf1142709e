import TestSupport

/// The mutants of a progressive file.
struct FileMutants {
    /// The types of boxes with no data, or only redundant data, about samples, times and codecs.
    private static let sideBoxes: Set<String> = [
        "ftyp", "mvhd", "vmhd", "smhd", "dinf", "dref", "edts", "elst", "udta", "meta", "stss",
        "sgpd", "sbgp", "free", "skip", "btrt",
    ]

    /// Returns the mutants of a file: boxes freed or zeroed, samples zeroed, a free box appended.
    ///
    /// - Parameter path: The path of the file, in which FFprobe locates the samples.
    /// - Returns: The changes.
    static func all(of path: String) -> [TransportMutants.Made] {
        let bytes = fileBytes(path)
        var made: [TransportMutants.Made] = []
        for box in BoxPlace.all(in: bytes, 0..<bytes.count) {
            made += FragmentMutants.changes(
                of: box, freed: .fileBoxFreed, zeroed: .fileBoxZeroed,
                side: sideBoxes.contains(box.type) ? .fileSideBoxLost : nil)
        }
        let free: [UInt8] = [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)
        made.append((.freeBox, "at the end", .rewrite { $0 + free }))
        let list = ShellCommand.text(
            of: "ffprobe -v error -show_entries packet=stream_index,pos,size -of csv=p=0 '\(path)'")
        for line in (list ?? "").split(separator: "\n") {
            let fields = line.split(separator: ",").compactMap { Int($0) }
            guard fields.count == 3 else { continue }
            // FFprobe writes the size before the offset.
            let range = fields[2]..<fields[2] + fields[1]
            made.append(
                (
                    .fileSampleZeroed, "track \(fields[0]), \(range.count) bytes at \(fields[2])",
                    .zero([range])
                ))
        }
        return made
    }
}
