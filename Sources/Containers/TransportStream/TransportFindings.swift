import VirtualTime

/// The findings of a transport scan, in the terms of the tracks that were read.
struct TransportFindings {
    private let scan: TransportScan

    init(_ scan: TransportScan) {
        self.scan = scan
    }

    /// The problems of a transport stream.
    ///
    /// - Parameters:
    ///   - tracks: The tracks; identifiers without one are not judged.
    ///   - unwrapper: Lays counts of 33 bits on a line.
    /// - Returns: The problems, one for each kind and track.
    func problems(
        of tracks: [TrackScan], _ unwrapper: inout TimestampUnwrapper?
    ) -> [ContainerProblem] {
        var problems: [ContainerProblem] = []
        if scan.foreignBytes > 0 {
            problems.append(ContainerProblem(.foreignBytes, count: scan.foreignBytes))
        }
        for (index, track) in tracks.enumerated() where Self.isPacketized(track) {
            guard let check = scan.check(of: track.facts.id) else { continue }
            let findings: [(ContainerProblem.Kind, ElementaryStreamCheck.Finding)] = [
                (.lostPackets, check.lost), (.shortElementaryPacket, check.short),
                (.shortElementaryPacket, check.headless), (.encrypted, check.scrambled),
            ]
            for (kind, finding) in findings where finding.count > 0 {
                let time = finding.firstTime.map {
                    track.facts.clock.time(unwrapper?.unwrap($0) ?? $0)
                }
                problems.note(
                    ContainerProblem(kind, track: index, time: time, count: finding.count))
            }
        }
        return problems
    }

    /// Whether packets of a track are sent twice.
    func repeatsPackets(of tracks: [TrackScan]) -> Bool {
        tracks.contains {
            Self.isPacketized($0) && scan.check(of: $0.facts.id)?.repeated.count ?? 0 > 0
        }
    }

    /// Whether the track comes in elementary packets.
    private static func isPacketized(_ track: TrackScan) -> Bool {
        switch track.facts.kind {
        case .video, .audio, .timedMetadata, .subtitle: true
        case .other: false
        }
    }
}
