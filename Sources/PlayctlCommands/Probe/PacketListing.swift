import AssetChecking
import CommandTree
import Containers
import Formats
import HeadlessPlayback
import PlaybackCommands
import Presentation
import Sessions
import Transport

/// Lists the packets of renditions like `ffprobe -show_packets`, one object per line.
///
/// Times are on the presentation timeline, which starts at the first sample of the first
/// rendition's leading track. Timestamps that wrap around or restart are converted to continuous
/// times.
struct PacketListing {
    private let output: OutputStream
    private let keys: AssetKeys
    private let demuxer: DemuxerChoice
    private var json = JSONText()
    private var firstStream = 0
    private var placer = SegmentPlacer()
    /// The last known duration of a packet, by stream, for fragments that omit it.
    private var durations: [Int: MediaTime] = [:]
    /// The last known codec of a stream, for segments that omit the codec parameters.
    private var codecs: [Int: String] = [:]
    /// The messages about damaged segments, one for each segment.
    ///
    /// The readable packets of a damaged segment are still listed.
    private(set) var damages: [String] = []

    init(output: OutputStream, keys: AssetKeys, demuxer: DemuxerChoice = .automatic) {
        self.demuxer = demuxer
        self.output = output
        self.keys = keys
    }

    /// Lists the packets of a rendition.
    ///
    /// - Parameters:
    ///   - rendition: The rendition.
    ///   - loader: The source of bytes.
    /// - Throws: ``SessionError`` when a segment cannot be read.
    mutating func list(
        _ rendition: ProbedAsset.Rendition, loader: any ResourceLoader
    ) throws(SessionError) {
        var streamCount = 0
        defer { firstStream += streamCount }
        guard let media = rendition.media else {
            let input = try SegmentInput(file: rendition.url, loader: loader, keys: keys)
            streamCount = try list(input, shift: .zero, url: rendition.url)
            return
        }
        damages += rendition.lostLines
        let demuxer = SegmentDemuxer(level: .demux, demuxer: self.demuxer)
        for listed in media.segments where !listed.segment.isGap {
            if Interruption.hasHappened || output.isClosed { return }
            let url = media.location(of: listed.segment)
            let input = try SegmentInput(listed, of: media, loader: loader, keys: keys)
            let segment: DemuxedSegment
            do throws(ContainerError) {
                segment = try demuxer.demux(
                    initialization: input.initialization, media: input.media,
                    hint: SegmentJob.hint(for: url))
            } catch {
                if case .noSamples = error.reason { continue }
                throw .container(error, url: url)
            }
            if let damage = segment.problems.first(where: \.isDamage) {
                damages.append("\(SessionError.damaged(MediaDamage(damage), url: url))")
            }
            var shift = MediaTime.zero
            let placement = placer.place(
                segment, domain: media.timeline.domain(of: listed.number),
                expected: media.timeline.interval(of: listed.number))
            if let placement, let lead = segment.leadingTrack {
                media.changeTimeline { $0.measure(listed.number, as: placement.interval) }
                shift = placement.interval.lowerBound - lead.start
            }
            streamCount = max(streamCount, try list(input, shift: shift, url: url))
        }
    }

    private mutating func list(
        _ input: SegmentInput, shift: MediaTime, url: String
    ) throws(SessionError) -> Int {
        let streamCount: Int
        do throws(ContainerError) {
            var reader = try ContainerReader(
                initialization: input.initialization, media: input.media)
            while !Interruption.hasHappened, let packet = try reader.next() {
                write(packet, of: reader.tracks[packet.track], shift, reader.payloadMD5())
            }
            streamCount = reader.tracks.count
        } catch {
            try input.check()
            throw .container(error, url: url)
        }
        try input.check()
        return streamCount
    }

    private mutating func write(
        _ packet: Packet, of track: TrackDescription, _ shift: MediaTime, _ md5: String
    ) {
        let stream = firstStream + packet.track
        durations[stream] = packet.duration ?? durations[stream]
        codecs[stream] = track.codecString ?? codecs[stream]
        json.removeAll()
        json.object { json in
            json.member("stream", stream)
            json.member("type", track.kind.rawValue)
            json.optional("codec", codecs[stream])
            json.seconds("pts", packet.pts.map { $0 + shift })
            json.seconds("dts", packet.dts.map { $0 + shift })
            json.seconds("duration", durations[stream])
            json.member("size", packet.size)
            json.member("key", packet.isKey)
            json.member("md5", md5)
        }
        json.endLine()
        output.write(json.bytes)
    }
}

extension JSONText {
    /// Writes a member that is a time in seconds with six decimals, as ffprobe writes times.
    fileprivate mutating func seconds(_ key: String, _ time: MediaTime?) {
        self.key(key)
        if let time { value(microseconds: time.value(timescale: 1_000_000)) } else { null() }
    }
}
