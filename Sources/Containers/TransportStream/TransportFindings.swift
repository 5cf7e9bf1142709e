import VirtualTime

/// Converts the findings of a transport scan to problems of the tracks that were read.
struct TransportFindings {
    private let scan: TransportScan

    init(_ scan: TransportScan) {
        self.scan = scan
    }

    /// Returns the problems of a transport stream.
    ///
    /// - Parameters:
    ///   - tracks: The tracks that were read. Packet identifiers without a track are not checked.
    ///   - splices: The packet identifiers of splice messages.
    ///   - unwrapper: The value that unwraps 33-bit timestamps.
    /// - Returns: The problems, one for each kind and track.
    func problems(
        of tracks: [TrackScan], splices: [Int], _ unwrapper: inout TimestampUnwrapper?
    ) -> [ContainerProblem] {
        var problems: [ContainerProblem] = []
        if scan.foreignBytes > 0 {
            problems.append(ContainerProblem(.foreignBytes, count: scan.foreignBytes))
        }
        for (index, track) in tracks.enumerated() {
            guard let check = scan.check(of: track.facts.id) else { continue }
            let isSplices = splices.contains(track.facts.id)
            for (kind, finding) in findings(check, of: track, isSplices: isSplices)
            where finding.count > 0 {
                let time = finding.firstTime.map {
                    track.facts.clock.time(unwrapper?.unwrap($0) ?? $0)
                }
                problems.note(
                    ContainerProblem(kind, track: index, time: time, count: finding.count))
            }
            guard track.facts.kind == .video || track.facts.kind == .audio, !isSplices else {
                continue
            }
            let early = scan.unitsBeforeTables(of: track.facts.id)
            if early > 0 {
                problems.append(ContainerProblem(.unitsBeforeTables, track: index, count: early))
            }
            if track.facts.kind == .video, check.startsWithinUnit {
                problems.append(ContainerProblem(.startsWithinPicture, track: index))
            }
        }
        return problems
    }

    /// Returns the findings in the packet headers of a track, each with its kind of problem.
    private func findings(
        _ check: ElementaryStreamCheck, of track: TrackScan, isSplices: Bool
    ) -> [(ContainerProblem.Kind, ElementaryStreamCheck.Finding)] {
        // Splice messages are not in PES packets, and their loss affects metadata, not
        // picture or sound.
        if isSplices { return [(.lostMetadata, check.lost)] }
        guard Self.isPacketized(track) else { return [] }
        guard track.facts.kind != .timedMetadata else {
            return [
                (.lostMetadata, check.lost), (.lostMetadata, check.short),
                (.lostMetadata, check.headless), (.encrypted, check.scrambled),
            ]
        }
        return [
            (.lostPackets, check.lost), (.shortElementaryPacket, check.short),
            (.shortElementaryPacket, check.headless), (.encrypted, check.scrambled),
        ]
    }

    /// Returns whether packets of any track are sent twice.
    func repeatsPackets(of tracks: [TrackScan]) -> Bool {
        tracks.contains {
            Self.isPacketized($0) && scan.check(of: $0.facts.id)?.repeated.count ?? 0 > 0
        }
    }

    /// Returns whether the track is transported in PES packets.
    private static func isPacketized(_ track: TrackScan) -> Bool {
        switch track.facts.kind {
        case .video, .audio, .timedMetadata, .subtitle: true
        case .other: false
        }
    }
}
