import Containers
import HeadlessPlayback
import Linting
import Playlists
import Sessions
import Transport

extension MediaMeasurer {
    /// Returns whether a segment can be loaded although its playlist marks the segment as a gap.
    func isThere(_ segment: MediaSegment, of rendition: RenditionMedia) -> Bool {
        var request = ResourceRequest(url: rendition.location(of: segment), kind: .segment)
        request.byteRange = segment.byteRange
        request.referrer = rendition.url
        RecoveryPolicy().bound(&request, of: segment.duration)
        guard let response = try? loader.load(request) else { return false }
        return response.body.byteCount > 0
    }

    /// Reads the partial segments of a segment, each by itself, as a player does.
    func readParts(
        _ parts: [ListedSegment], at segment: Int, of rendition: RenditionMedia, _ keys: AssetKeys,
        _ state: ReadState
    ) -> [MeasuredPart] {
        var measured: [MeasuredPart] = []
        for (index, listed) in parts.enumerated() where !listed.segment.isGap {
            guard !cancellation.isCancelled else { break }
            var part = MeasuredPart(
                segment: segment, index: index, url: rendition.location(of: listed.segment))
            var whole = MeasuredSegment(index: segment, url: part.url)
            if mayRead(listed, of: rendition, keys, into: &whole) {
                do throws(SessionError) {
                    let input = try SegmentInput(listed, of: rendition, loader: loader, keys: keys)
                    let read = try demux(input, at: part.url, state)
                    part.tracks = read.measuredTracks
                    part.problem = read.damage.map { MeasuredProblem("part.unreadable", $0) }
                } catch {
                    part.problem = Self.unreadablePart(error)
                }
            } else {
                part.omission = whole.omission
            }
            if part.problem != nil, cancellation.isCancelled { break }
            measured.append(part)
        }
        return measured
    }

    func demux(
        _ input: SegmentInput, at url: String, _ state: ReadState
    ) throws(SessionError) -> DemuxedSegment {
        do throws(ContainerError) {
            return try SegmentDemuxer(level: decodes ? .decode : .demux).demux(
                initialization: input.initialization, media: input.media,
                hint: SegmentJob.hint(for: url), inheritingFrom: state.first)
        } catch {
            throw .container(error, url: url)
        }
    }
}
