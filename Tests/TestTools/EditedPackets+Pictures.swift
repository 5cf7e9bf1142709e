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
