import Containers
import Presentation
import Transport
import VirtualTime

/// A single media file that is divided into pieces.
struct ProgressiveFile: Sendable {
    /// The absolute location, after redirects.
    let url: String
    /// The duration of each piece.
    let durations: [MediaTime]
    /// The pieces; `nil` when only the index of the file was read.
    let chunks: [DemuxedSegment]?
    /// The bytes of the file; `nil` unless the job had to keep them.
    var bytes: TransportInput?
    /// Whether the samples prove the key; `nil` if no key is to be proved by a decoder.
    var provesKey: Bool?

    /// The reason why nothing in the file can be played; `nil` when something can be played.
    var refusal: SessionError? {
        guard let chunks, chunks.allSatisfy({ $0.leadingTrack == nil }) else { return nil }
        return chunks.allSatisfy(\.isTextAlone)
            ? .textAlone(url: url) : .damaged(.noSamples(in: chunks.first), url: url)
    }
}

/// A job that reads a single media file.
///
/// When the source is loaded, the job reads the file a few byte ranges at a time, to determine its
/// pieces. The bytes cross the simulated network later, piece by piece, when playback requests
/// them. At the verification level `playlist`, the job reads only the index of the file.
struct ProgressiveJob: Sendable {
    /// The size limit in bytes of a file that is kept in memory.
    ///
    /// A file is kept in memory when its server does not support byte ranges.
    static let byteLimit: Int64 = 8 << 30
    /// The duration of each piece of a file.
    ///
    /// A file is divided into pieces so that it can be buffered step by step.
    static let chunk = MediaTime.seconds(6)

    let request: ResourceRequest
    let level: VerificationLevel
    /// The reader of containers to use.
    let demuxer: DemuxerChoice
    /// The container announced by an overriding media type; `nil` detects it from the bytes.
    var hint: FormatHint?
    /// Whether to keep the bytes of the file, within a memory limit.
    var keepsBytes = false
    /// The transform that decrypts the file; `nil` for a file that is not decrypted.
    var transform: (any FileTransform)?

    /// Reads the file.
    ///
    /// - Parameter source: The source of the file's byte ranges.
    /// - Returns: The file, divided into pieces.
    /// - Throws: `SessionError` when the file cannot be fetched completely or cannot be parsed.
    func run(_ source: @escaping RangedResource.Source) throws(SessionError) -> ProgressiveFile {
        let resource: RangedResource
        do throws(TransportError) {
            let limit =
                keepsBytes ? RangedResource.mostKeptWindows : RangedResource.mostWindows
            resource = try RangedResource(request, holding: limit, from: source)
        } catch {
            throw .transport(error)
        }
        let (input, provesKey) = try open(resource)
        let file = Result { () throws(ContainerError) in try read(resource, input) }
        resource.close()
        // This check comes first: a file whose later bytes could not be read must not count as a
        // shorter file.
        if let failure = resource.failure { throw .transport(failure) }
        do throws(ContainerError) {
            var file = try file.get()
            file.provesKey = provesKey
            return file
        } catch {
            throw .container(error, url: request.url)
        }
    }

    /// Returns the decrypted bytes of the file, and whether they prove the key.
    private func open(
        _ resource: RangedResource
    ) throws(SessionError) -> (input: TransportInput, provesKey: Bool?) {
        let input = TransportInput(resource: resource)
        guard level != .playlist, let transform else { return (input, nil) }
        do throws(SessionError) {
            guard let clear = try transform.open(input, url: request.url) else {
                return (input, nil)
            }
            let provesKey = try clear.proveKeys(url: request.url)
            return (TransportInput(clear: clear), provesKey)
        } catch {
            // A read error must not be reported as a wrong key.
            if let failure = resource.failure { throw .transport(failure) }
            resource.close()
            throw error
        }
    }

    private func read(
        _ resource: RangedResource, _ input: TransportInput
    ) throws(ContainerError) -> ProgressiveFile {
        let length = Self.chunk
        if level == .playlist, hint?.formats.contains(.mp4) ?? true,
            let duration = try SegmentDemuxer(level: .demux).indexedDuration(input)
        {
            return ProgressiveFile(
                url: resource.url, durations: duration.pieces(of: length), chunks: nil)
        }
        let demuxer = SegmentDemuxer(
            level: level == .playlist ? .demux : level, demuxer: demuxer)
        let chunks = try demuxer.demuxProgressive(input, chunk: length, hint: hint)
        for problem in chunks.first?.problems ?? [] {
            // An overriding media type determines the container, so bytes in another container are
            // refused.
            if case .differentContainer(let announced, let found) = problem.kind {
                throw ContainerError(.differentContainer(announced: announced, found: found))
            }
        }
        return ProgressiveFile(
            url: resource.url, durations: Self.durations(of: chunks),
            chunks: chunks, bytes: keepsBytes ? input : nil)
    }

    /// Returns the durations of the pieces.
    ///
    /// Each piece is as long as its leading track. If the leading track has no duration in any of
    /// the pieces, each piece is as long as its longest track.
    private static func durations(of chunks: [DemuxedSegment]) -> [MediaTime] {
        let leading = chunks.map { $0.leadingTrack?.duration ?? .zero }
        guard leading.allSatisfy({ $0 <= .zero }) else { return leading }
        return chunks.map { $0.playableTracks.map(\.duration).max() ?? .zero }
    }
}

extension MediaTime {
    private static let mostPieces: Int64 = 1 << 16

    /// Divides a duration into pieces of a given length, and returns the durations of the pieces.
    ///
    /// The last piece also contains the remainder.
    fileprivate func pieces(of length: MediaTime) -> [MediaTime] {
        let count = min(max(1, ticks / length.ticks), Self.mostPieces)
        var pieces = [MediaTime](repeating: length, count: Int(count))
        pieces[pieces.count - 1] = self - MediaTime(ticks: length.ticks * (count - 1))
        return pieces
    }
}

extension ResourceRequest {
    /// Returns the request for a source that is a single file.
    static func file(at url: String, _ patience: TransferPatience) -> ResourceRequest {
        var request = ResourceRequest(url: url, kind: .segment)
        request.cause = RequestCause(.asset, track: Track.Role.main.rawValue)
        request.maximumByteCount = ProgressiveJob.byteLimit
        request.patience = patience
        return request
    }
}
