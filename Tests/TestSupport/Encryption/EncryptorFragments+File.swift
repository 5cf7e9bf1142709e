extension EncryptorFragments {
    /// Encrypts the samples of an unfragmented file, in the form that FFmpeg writes.
    ///
    /// In such a file, the media comes first and the movie box is last.
    ///
    /// - Parameter bytes: The clear file.
    /// - Returns: The encrypted file, in which each sample has the same position as before.
    /// - Throws: The error of the cipher.
    package func file(_ bytes: [UInt8]) throws -> [UInt8] {
        var boxes = BoxTree.read(bytes[...])
        guard let place = boxes.lastIndex(where: { $0.type == "moov" }) else { return bytes }
        var media = boxes[..<place].flatMap(\.bytes)
        var movie = boxes[place]
        // If the encryption data of samples follows the movie box, its offsets depend on the size
        // of that box, so they are set at the end.
        var behind: [UInt8] = []
        var offsets: [(track: Int, place: Int)] = []
        for index in movie.children.indices where movie.children[index].type == "trak" {
            var track = movie.children[index]
            let isVideo = !track.all("vmhd").isEmpty
            var records: [[UInt8]] = []
            for (number, sample) in Self.samples(of: track).enumerated() {
                records.append(
                    try encrypt(sample, number: number, of: &media, isVideo: isVideo))
            }
            track.change("stsd", describe)
            let hasParts = hasParts && isVideo
            track.change("stbl") { table in
                if groups != .none { addGroups(of: records.count, to: &table, base: 0) }
                guard layout != .behindSamples else {
                    table.children.append(
                        BoxTree(
                            "saiz",
                            [0, 0, 0, 0, 0] + bigEndian(records.count, 4)
                                + records.map { UInt8($0.count) }))
                    table.children.append(
                        BoxTree("saio", [0, 0, 0, 0] + bigEndian(1, 4) + bigEndian(0, 4)))
                    return
                }
                table.children.append(
                    BoxTree(
                        "senc",
                        [0, 0, 0, hasParts ? 2 : 0] + bigEndian(records.count, 4)
                            + records.flatMap(\.self)))
            }
            offsets.append((index, behind.count))
            behind += records.flatMap(\.self)
            movie.children[index] = track
        }
        for (track, place) in offsets {
            let start = media.count + movie.bytes.count + 8 + place
            movie.children[track].change("saio") {
                $0.head.replaceSubrange(8..<12, with: bigEndian(start, 4))
            }
        }
        boxes = [movie, BoxTree("free", behind)]
        return media + boxes.flatMap(\.bytes)
    }

    private static func samples(of track: BoxTree) -> [Range<Int>] {
        let sizes = track.all("stsz")[0]
        let runs = track.all("stsc")[0]
        let chunks = track.all("stco")[0]
        var samples: [Range<Int>] = []
        for chunk in 0..<chunks.number(at: 4, 4) {
            var position = chunks.number(at: 8 + 4 * chunk, 4)
            let run = (0..<runs.number(at: 4, 4)).last {
                runs.number(at: 8 + 12 * $0, 4) <= chunk + 1
            }
            for _ in 0..<runs.number(at: 12 + 12 * (run ?? 0), 4) {
                let all = sizes.number(at: 4, 4)
                let size = all > 0 ? all : sizes.number(at: 12 + 4 * samples.count, 4)
                samples.append(position..<position + size)
                position += size
            }
        }
        return samples
    }
}
