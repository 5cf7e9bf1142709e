import Formats
import HeadlessPlayback
import Linting
import Playlists
import Presentation
import Recordings
import Sessions
import Transport
import VirtualTime

extension OriginChecks {
    /// Checks the responses of a recording, at the instants at which they were recorded.
    ///
    /// A replay makes its requests at other instants, for which the origin's responses are unknown.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - folder: The path of the recording.
    ///   - loader: The loader of files.
    ///   - end: The end of the run; a response that is complete later is not checked.
    init(
        _ recording: Recording, in folder: String, with loader: any ResourceLoader,
        until end: Instant
    ) {
        let lists = Self.multivariants(recording, in: folder, with: loader)
        self.init([], comparison: Self.comparison(lists))
        let variables = lists.first?.list.variables ?? [:]
        var lines: [String: Line] = [:]
        let responses = recording.responses.filter { $0.end <= end }
            .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        for (_, response) in responses {
            switch response.kind {
            case .mediaPlaylist, .multivariantPlaylist:
                take(response, in: folder, with: loader, variables, &lines)
            case .segment, .subtitle: take(response, of: recording, lines)
            default: break
            }
        }
    }

    private typealias Multivariant = (list: MultivariantPlaylist, location: String)

    /// Returns all versions of the multivariant playlists of a recording.
    private static func multivariants(
        _ recording: Recording, in folder: String, with loader: any ResourceLoader
    ) -> [Multivariant] {
        recording.playlists(in: folder, with: loader).compactMap { version in
            let options = ParsingOptions(uri: version.location)
            guard let bytes = version.bytes,
                case .multivariant(let list)? = try? Playlist(parsing: bytes, options: options)
            else { return nil }
            return (list, version.location)
        }
    }

    /// Returns a watch of all playlists that the multivariant playlist of a recording lists.
    ///
    /// If the recording has no multivariant playlist, or several, or one that hides locations, the
    /// watch has no playlists.
    private static func comparison(_ lists: [Multivariant]) -> BroadcastWatch {
        guard let first = lists.first, lists.allSatisfy({ $0.location == first.location }),
            !RecordingMask.hidesLocations(in: first.list)
        else { return BroadcastWatch() }
        return BroadcastWatch(of: first.list, at: first.location)
    }

    private mutating func take(
        _ response: RecordedResponse, in folder: String, with loader: any ResourceLoader,
        _ variables: [String: String], _ lines: inout [String: Line]
    ) {
        let url = RecordedPlaylist.plain(response.location)
        let directives = ReloadDirectives(of: response.location)
        let held = directives.sequence == nil ? nil : response.end
        let reading: RequestReading
        var isText = false
        switch response.outcome {
        case .response(let content):
            let options = ParsingOptions(
                importedVariables: variables, uri: content.finalLocation ?? response.location)
            guard let bytes = content.bytes(in: folder, with: loader),
                case .media(let playlist)? = try? Playlist(parsing: bytes, options: options)
            else { return }
            isText = playlist.segments.first?.uri.lowercased().contains(".vtt") ?? false
            reading = .playlist(playlist, heldUntil: held)
        case .refused(let status, _):
            // Without an earlier media playlist from this location, the refused playlist may be a
            // multivariant playlist, so the refusal is ignored.
            guard lines[url] != nil else { return }
            let error = TransportError(url: url, cause: .status(status))
            reading = .failure(.transport(error), heldUntil: held)
        case .failed: return
        }
        var line = lines[url] ?? Line(PlaceText.lastPart(of: url), at: url, isText: isText)
        if case .response(let content) = response.outcome {
            line.base = content.finalLocation.map(RecordedPlaylist.plain)
        }
        var whole: MediaPlaylist?
        if case .playlist(let playlist, _) = reading, playlist.skipped != nil {
            whole = line.playlist.flatMap { try? $0.merging(delta: playlist) }
        }
        judge(
            Load(
                start: response.start, end: response.end, directives: directives,
                reading: reading),
            of: &line, whole: whole)
        lines[url] = line
    }

    private mutating func take(
        _ response: RecordedResponse, of recording: Recording, _ lines: [String: Line]
    ) {
        switch response.outcome {
        case .response: if !lines.isEmpty { receiveMedia() }
        case .failed: break
        case .refused(let status, _):
            let error = TransportError(url: response.location, cause: .status(status))
            for line in lines.values.sorted(by: { $0.url < $1.url }) {
                refuseMedia(
                    PlaceText.lastPart(of: response.location), "\(error)", at: response.start,
                    of: line
                ) {
                    let location = URIReference.resolve($0, against: line.base ?? line.url)
                    return recording.location(of: location) == response.location
                }
            }
        }
    }
}
