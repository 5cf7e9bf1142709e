import Containers
import Linting

extension MeasuredTrack {
    /// Converts a video, audio or text track; `nil` for any other track.
    init?(_ track: DemuxedTrack) {
        let kind: MeasuredTrack.Kind
        switch track.description.kind {
        case .video: kind = .video
        case .audio: kind = .audio
        case .subtitle: kind = .text
        case .timedMetadata, .other: return nil
        }
        self.init(kind, start: track.start, end: track.end)
        id = track.description.id
        codec = track.description.codecString
        width = track.description.width
        height = track.description.height
        frameRate = track.description.frameRate?.perSecond
        fastestRate = track.fastestRate
        isInterlaced = track.description.isInterlaced
        transfer = track.description.transfer
        sampleRate = track.description.sampleRate
        channels = track.description.channels
        language = track.description.language
        keyframes = track.keyframes.sorted()
        sampleCount = track.sampleCount
        sampleTime = track.sampleTime
        lastSampleTime = track.lastSampleTime
        decodeTime = track.decodeTime
        holes = track.holes
        needsEarlierPictures = track.needsEarlierPictures
        startsOpenGroup = track.startsOpenGroup
        codecName = "\(track.description.codec)"
    }
}

extension DemuxedSegment {
    /// The video, audio and text tracks.
    var measuredTracks: [MeasuredTrack] {
        tracks.compactMap { track in
            var measured = MeasuredTrack(track)
            measured?.startsWithoutKeyframe = problems.contains {
                $0.kind == .startsWithoutKeyframe && $0.track == track.description.index
            }
            measured?.lacksParameterSets =
                format == .mpegTS && [.h264, .hevc].contains(track.description.codec)
                && !track.keyframes.isEmpty
                && track.lacksParameterSets
            return measured
        }
    }

    /// The spans of video and audio whose samples appear twice or too late.
    var repetitions: [MeasuredProblem] {
        tracks.compactMap { track in
            guard let first = track.repeatedSpans.first, let measured = MeasuredTrack(track) else {
                return nil
            }
            let count = track.repeatedSpans.count
            let times = count > 1 ? " (\(count) times)" : ""
            return MeasuredProblem(
                "media.dts-backwards",
                "\(first.upperBound - first.lowerBound) s of \(measured.kind.rawValue) appear"
                    + " twice or too late at \(first.lowerBound) s\(times)")
        }
    }

    /// The SCTE 35 messages that cannot be read.
    ///
    /// An encrypted message is not among them.
    var unreadableMessages: [MeasuredProblem] {
        timedMetadata.compactMap { metadata in
            let (splice, source): (Result<SpliceInformation, SpliceError>?, String) =
                switch metadata.content {
                case .splice(let message): (message.section, "PID \(message.identifier)")
                case .event(let message): (message.splice, "an event message")
                case .id3: (nil, "")
                }
            guard case .failure(let error) = splice else { return nil }
            return MeasuredProblem(
                "media.metadata-unreadable",
                "SCTE 35 in \(source) at \(metadata.time) s cannot be read: \(error)")
        }
    }

    /// A description of the first damage to the media; `nil` when there is none.
    var damage: String? {
        let found = problems.first { problem in
            switch problem.kind {
            case .truncated, .corruptSample, .encrypted, .undescribedEncryption, .lostPackets,
                .unreadable:
                true
            default: false
            }
        }
        return found.flatMap { MeasuredProblem($0, in: format)?.text }
    }
}

extension MeasuredProblem {
    /// The description of missing frames in a track with a constant rate, without their time.
    static let lostFrames = "frames are missing"

    /// Converts a container problem; `nil` if the problem is reported elsewhere or not at all.
    init?(_ problem: ContainerProblem, in format: ContainerFormat) {
        let times = problem.count > 1 ? " (\(problem.count) times)" : ""
        let place = problem.time.map { " at \($0) s" } ?? ""
        func make(_ code: String, _ text: String) -> MeasuredProblem {
            MeasuredProblem(code, text + place + times)
        }
        switch problem.kind {
        case .truncated:
            self = make(
                format.isISO ? "fmp4.data-outside" : "media.corrupt", "the end is missing")
        case .corruptSample: self = make("media.corrupt", "a sample is damaged")
        case .encrypted:
            self = make("key.undeclared-encryption", "samples are encrypted, and no key is listed")
        case .undescribedEncryption:
            self = make(
                "key.undeclared-encryption",
                "fragments have encryption records, and the initialization section describes"
                    + " clear samples")
        case .decodeTimeRunsBackwards: self = make("media.dts-backwards", "decode times fall")
        case .timestampJump: self = make("media.lost-frames", "decode times jump")
        case .missingTimestamp: self = make("ts.no-timestamps", "a sample has no timestamp")
        case .lostPackets: self = make("ts.continuity", "packets are lost")
        case .lostMetadata: self = make("ts.continuity", "packets of metadata are lost")
        case .unreadableMetadata(let name):
            self = make("media.metadata-unreadable", "\(name) cannot be read")
        case .foreignBytes: self = make("ts.foreign-bytes", "bytes belong to no packet")
        case .shortElementaryPacket, .brokenAudioFrames, .strayBytes, .startsWithinPicture:
            self = make("media.corrupt", "a sample is incomplete")
        case .contradictedDurations(let stated, let coded):
            self = make(
                "media.corrupt",
                "audio samples last \(stated) s, and frames of their codec \(coded) s")
        case .unitsBeforeTables: self = make("ts.no-pat-pmt", "media precedes the program tables")
        case .lostFrames: self = make("media.lost-frames", Self.lostFrames)
        case .missingTrack:
            self = make("ts.track-without-frames", "an announced track has no sample")
        case .differentContainer(let announced, let found):
            self = make(
                "segment.unreadable", "named as \(announced.rawValue), and is \(found.rawValue)")
        case .brokenFrame: self = make("media.undecodable", "a frame cannot be decoded")
        // These problems are not converted to breaches. Other rules find a missing keyframe at the
        // start. Streams that are not read, and tracks without a decoder, are listed as omissions.
        // Problems of promised tracks and durations occur only in single files, not in segments.
        case .startsWithoutKeyframe, .unreadStream, .undecodable, .emptyTrack,
            .shorterThanPromised, .longerThanPromised:
            return nil
        case .brokenMovie(let cause):
            self = make("media.corrupt", "the movie box is damaged or contradicts itself: \(cause)")
        case .unreadable(let text): self = make("segment.unreadable", text)
        }
    }
}

extension ContainerProblem {
    /// The name of a stream that is announced but not read, or of a track without a decoder.
    ///
    /// The name is `nil` for every other problem.
    var unreadStream: String? {
        switch kind {
        case .unreadStream(let name): name
        case .undecodable: track.map { "track \($0 + 1), which has no decoder" }
        default: nil
        }
    }
}
