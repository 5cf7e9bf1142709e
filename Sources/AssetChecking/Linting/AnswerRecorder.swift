import Linting
import Synchronization
import Transport

/// A loader that records the status and the headers of server responses.
final class AnswerRecorder: ResourceLoader {
    private let loader: any ResourceLoader
    private let kept = Mutex<[AnsweredResource]>([])

    /// Creates a loader that passes its requests to another loader.
    init(_ loader: any ResourceLoader) { self.loader = loader }

    /// The recorded responses, sorted by location, since threads make requests in any order.
    var answers: [AnsweredResource] {
        kept.withLock { $0 }.enumerated().sorted {
            ($0.element.url, $0.offset) < ($1.element.url, $1.offset)
        }.map(\.element)
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var request = request
        request.keepsFields = true
        let response = try loader.load(request)
        keep(response, of: request)
        return response
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try loader.load(request, into: sink)
    }

    private func keep(_ response: ResourceResponse, of request: ResourceRequest) {
        guard let status = response.status else { return }
        let kind: AnsweredResource.Kind =
            switch request.kind {
            case .multivariantPlaylist, .mediaPlaylist: .playlist
            case .segment, .initializationSection: .media
            case .subtitle: .subtitles
            case .key, .other: .other
            }
        let answer = AnsweredResource(
            kind, url: request.url, finalURL: response.url, referrer: request.referrer,
            status: status, isOfRange: request.byteRange != nil,
            byteCount: response.body.byteCount,
            fields: response.fields.map { ($0.name, $0.value) })
        kept.withLock { if $0.count < AnsweredResource.mostKept { $0.append(answer) } }
    }
}
