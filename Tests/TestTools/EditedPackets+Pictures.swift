extension [UInt8] {
    /// Returns a transport stream without the pictures that are shown last.
    ///
    /// Its video must have the identifier 0x100.
    public func withoutLastPictures(_ count: Int) -> [UInt8] {
        let packets = EditedPackets(self)
        let pictures = packets.units(of: 0x100).sorted {
            packets.presentationTime(of: $0) < packets.presentationTime(of: $1)
        }
        return packets.without(pictures.suffix(count).flatMap(\.self)).renumbered.bytes
    }
}

extension EditedPackets {
    /// Returns the segments of the sample `single`, each cut two pictures earlier.
    ///
    /// The pictures are the last ones in decoding order. A picture of the earlier segment may be
    /// shown after them.
    ///
    /// - Parameter lost: The picture that is removed: its segment, and its place in decoding order.
    /// - Returns: The bytes of the segments.
    public static func cutBetweenReorderedPictures(lost: [Int]? = nil) -> [[UInt8]] {
        var segments = (0...4).map {
            EditedPackets(fileBytes("\(SampleMedia.single.folder)/segment-\($0).ts"))
        }
        for number in 0..<4 {
            let moved = segments[number].units(of: 0x100).suffix(2).flatMap(\.self)
            let packets = moved.map { segments[number].all[$0] }
            segments[number] = segments[number].without(moved)
            let place = segments[number + 1].indexes(of: 0x100)[0]
            segments[number + 1].all.insert(contentsOf: packets, at: place)
        }
        if let lost {
            let unit = segments[lost[0]].units(of: 0x100)[lost[1]]
            segments[lost[0]] = segments[lost[0]].without(unit)
        }
        return segments.map(\.renumbered.bytes)
    }

    /// The playlist of these segments.
    public static let playlistOfReorderedPictures: String = {
        let entries = zip(["1.92", "2", "2", "2", "2.08"], 0...4).map {
            "#EXTINF:\($0),\nsegment-\($1).ts\n"
        }
        return "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
            + "\(entries.joined())#EXT-X-ENDLIST\n"
    }()

    /// Returns the presentation time of a PES packet, in ticks of 90 kHz.
    fileprivate func presentationTime(of unit: [Int]) -> Int {
        let packet = all[unit[0]]
        let hasField = packet[3] & 0x20 != 0
        let start = hasField ? 5 + Int(packet[4]) : 4
        let time = packet[(start + 9)..<(start + 14)].map(Int.init)
        return (time[0] >> 1 & 7) << 30 | time[1] << 22 | (time[2] >> 1) << 15 | time[3] << 7
            | time[4] >> 1
    }
}
