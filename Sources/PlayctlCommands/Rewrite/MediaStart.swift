import AssetChecking
import CommandTree
import Containers
import HeadlessPlayback
import PlaybackCommands
import Sessions

/// The timestamp of an asset's media at the start of the presentation.
///
/// Authors of a WebVTT file count cue times from the start of the presentation. Players count them
/// from zero on the media clock, unless the X-TIMESTAMP-MAP header of the file maps cue times to
/// the media clock.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT).
struct MediaStart {
    /// The timestamp, on the media clock, at which the presentation starts.
    let timestamp: MediaTime

    /// Reads the timestamp from the first segment of the first rendition.
    ///
    /// - Parameter asset: The asset.
    /// - Throws: ``CommandFailure`` when there is no such segment or it cannot be read.
    init(of asset: ProbedAsset) throws(CommandFailure) {
        guard let media = try asset.renditions().first?.media,
            let first = media.segments.first(where: { !$0.segment.isGap })
        else { throw CommandFailure(.failed, "\(asset.url): no segment can be read") }
        let url = media.location(of: first.segment)
        let lead: DemuxedTrack?
        do throws(SessionError) {
            let keys = try AssetKeys(KeyOptions(), asset: asset.url, loader: asset.loader)
            let input = try SegmentInput(first, of: media, loader: asset.loader, keys: keys)
            lead = try Self.segment(of: input, url: url).leadingTrack
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        guard let lead else {
            throw CommandFailure(.failed, "\(url): neither audio nor video is in it")
        }
        timestamp = lead.start - media.timeline.interval(of: first.number).lowerBound
    }

    private static func segment(
        of input: SegmentInput, url: String
    ) throws(SessionError) -> DemuxedSegment {
        do throws(ContainerError) {
            return try SegmentDemuxer(level: .demux).demux(
                initialization: input.initialization, media: input.media,
                hint: SegmentJob.hint(for: url))
        } catch {
            throw .container(error, url: url)
        }
    }

    /// Returns a WebVTT file with an X-TIMESTAMP-MAP header added.
    ///
    /// - Parameter file: The bytes of the file, whose first line is its signature.
    /// - Returns: The bytes with one more line.
    func mapped(_ file: [UInt8]) -> [UInt8] {
        let wrap: Int64 = 1 << 33
        let count = timestamp.value(timescale: 90_000) % wrap
        let map = "\nX-TIMESTAMP-MAP=MPEGTS:\((count + wrap) % wrap),LOCAL:00:00:00.000"
        var result = file
        let end = file.firstIndex { $0 == 0x0A || $0 == 0x0D }
        result.insert(contentsOf: map.utf8, at: end ?? file.endIndex)
        if end == nil { result.append(0x0A) }
        return result
    }
}
