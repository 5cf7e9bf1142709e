package import Containers
import VirtualTime

extension DemuxedSegment {
    /// Whether the container differs from the container that the file name announces.
    var isMisnamed: Bool {
        problems.contains { if case .differentContainer = $0.kind { true } else { false } }
    }

    /// Returns the most relevant problem that prevents media of the given kinds from playing.
    ///
    /// Damage to a track of an unknown kind is also returned. A container that differs from the
    /// file extension counts as damage only if it also differs from the container of the first
    /// segment.
    ///
    /// - Parameters:
    ///   - kinds: The kinds that are played.
    ///   - first: The first segment of the rendition; `nil` when this segment is the first.
    /// - Returns: A problem of the whole container if there is one, and otherwise a problem of one
    ///   track. `nil` when media of these kinds is undamaged.
    func damage(
        of kinds: [TrackDescription.Kind], after first: DemuxedSegment?
    ) -> ContainerProblem? {
        let isStranger = first.map { $0.format != format } ?? false
        let damage = problems.filter { problem in
            if case .differentContainer = problem.kind { return isStranger }
            guard problem.isDamage else { return false }
            let track = tracks.first { $0.description.index == problem.track }
            guard let kind = track?.description.kind else { return true }
            // Damaged timed metadata counts regardless of `kinds`, because a player reports the
            // timed metadata of every segment that it plays.
            return kinds.contains(kind) || kind == .timedMetadata
        }
        return damage.first { $0.track == nil } ?? damage.first
    }

    /// The first problem that shows that audio or video is encrypted; `nil` if it is clear.
    ///
    /// Encryption of a track of an unknown kind is also returned.
    var encryption: ContainerProblem? {
        problems.first { problem in
            guard problem.kind == .encrypted || problem.kind == .undescribedEncryption else {
                return false
            }
            let track = tracks.first { $0.description.index == problem.track }
            return track.map { [.video, .audio].contains($0.description.kind) } ?? true
        }
    }

    /// Returns the part of the segment that is shown.
    ///
    /// For a segment of an I-frame playlist, this is one picture; otherwise it is the whole
    /// segment.
    ///
    /// - Parameter duration: The duration of the picture; `nil` for a playlist that is not an
    ///   I-frame playlist.
    /// - Returns: The segment, which contains only the picture if the playlist is an I-frame
    ///   playlist.
    /// - Throws: `ContainerError` when a segment of an I-frame playlist does not start with a whole
    ///   I-frame.
    func shown(_ duration: MediaTime?) throws(ContainerError) -> DemuxedSegment {
        guard let duration else { return self }
        guard let picture = firstPicture(lasting: duration) else {
            throw ContainerError(.malformed(format, "no whole I-frame at its start"))
        }
        return picture
    }
}

extension ContainerProblem {
    /// Whether media with this problem must not count as played.
    ///
    /// Such media is lost or broken, or differs from the playlist or the container header.
    package var isDamage: Bool {
        switch kind {
        case .truncated, .corruptSample, .unreadable, .encrypted, .undescribedEncryption,
            .brokenMovie, .emptyTrack, .shorterThanPromised, .longerThanPromised, .lostPackets,
            .foreignBytes, .shortElementaryPacket, .brokenAudioFrames, .unitsBeforeTables,
            .startsWithinPicture, .contradictedDurations:
            true
        case .decodeTimeRunsBackwards, .timestampJump, .missingTimestamp, .startsWithoutKeyframe,
            .strayBytes, .brokenFrame, .undecodable, .missingTrack, .differentContainer,
            .lostFrames, .unreadStream, .lostMetadata, .unreadableMetadata:
            false
        }
    }

    /// The problem, in words.
    package var text: String {
        let times = count > 1 ? " (\(count) times)" : ""
        return switch kind {
        case .differentContainer(let announced, let found):
            "announced as \(announced.rawValue) and is \(found.rawValue)"
        case .truncated: "the end is missing"
        case .corruptSample: "samples are damaged or incomplete\(times)"
        case .encrypted: "samples are encrypted, and the playlist names no key for them\(times)"
        case .undescribedEncryption:
            "fragments have encryption records, and the initialization section describes clear"
                + " samples"
        case .decodeTimeRunsBackwards: "decode times run backwards\(times)"
        case .timestampJump: "timestamps jump\(times)"
        case .missingTimestamp: "samples have no timestamp\(times)"
        case .startsWithoutKeyframe: "video does not start with a keyframe"
        case .contradictedDurations(let stated, let coded):
            "audio samples last \(stated) s, and frames of their codec \(coded) s"
        case .strayBytes: "bytes belong to no audio frame\(times)"
        case .brokenFrame: "frames do not decode\(times)"
        case .undecodable: "there is no decoder for a track"
        case .unreadable(let cause): "unreadable: \(cause)"
        case .missingTrack: "a track has no samples"
        case .brokenMovie(let cause): "the movie box is damaged or contradicts itself: \(cause)"
        case .emptyTrack(let name): "no samples of \(name), which the movie box announces"
        case .shorterThanPromised(let name, let promised, let found):
            "\(name) ends at \(found) s, its headers promise \(promised) s"
        case .longerThanPromised(let name, let promised, let found):
            "\(name) continues to \(found) s, its headers promise \(promised) s"
        case .lostPackets: "transport packets are lost\(times)"
        case .foreignBytes: "\(count) bytes belong to no transport packet"
        case .shortElementaryPacket: "PES packets are shorter than their headers state\(times)"
        case .brokenAudioFrames: "audio frames do not follow one another"
        case .unitsBeforeTables: "PES packets precede the program tables\(times)"
        case .startsWithinPicture: "video starts in the middle of a picture"
        case .lostMetadata: "packets of metadata are lost\(times)"
        case .unreadableMetadata(let name): "\(name) cannot be read\(times)"
        case .lostFrames: "frames are missing in a track of a constant rate\(times)"
        case .unreadStream(let name): "announced and not read: \(name)"
        }
    }
}
