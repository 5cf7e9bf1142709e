import Playlists
import Sessions
import Transport
import VirtualTime

/// Loads the playlists of online videos, so that an app can choose the tracks to download.
final class VideoInquiries {
    private let services: DownloadServices
    private var errands = Errands()

    init(_ services: DownloadServices) {
        self.services = services
    }

    /// Cancels all requests; their completions are not called.
    func cancelAll() { errands = Errands() }

    /// Plans the download of a video, to estimate its size.
    func plan(
        _ video: Video, _ selection: DownloadSelection,
        completion: @escaping (Result<PackagePlan, OfflineError>) -> Void
    ) {
        services.world.loop.turn {
            do throws(OfflineError) {
                let url = LocalPath.url(try video.hlsSource().url)
                let planner = PackagePlanner(sourceURL: url, selection: selection)
                let number = errands.next()
                let walk = PlanningWalk(
                    planner, services: services, access: access(of: video, at: url)
                ) { [weak self] result in
                    self?.errands[number] = nil
                    completion(result)
                }
                errands[number] = walk
                walk.goOn()
            } catch {
                services.world.loop.atEndOfTurn { completion(.failure(error)) }
            }
        }
    }

    /// Loads a list from the multivariant playlist of a video.
    ///
    /// The list is empty when the source is a media playlist.
    func list<Element>(
        _ list: @escaping (MultivariantPlaylist) -> [Element], of video: Video,
        completion: @escaping ([Element], OfflineError?) -> Void
    ) {
        playlist(of: video) { result in
            switch result {
            case .success(let playlist): completion(playlist.map(list) ?? [], nil)
            case .failure(let error): completion([], error)
            }
        }
    }

    /// Loads the multivariant playlist of a video; the result is `nil` for a media playlist.
    func playlist(
        of video: Video,
        completion: @escaping (Result<MultivariantPlaylist?, OfflineError>) -> Void
    ) {
        services.world.loop.turn {
            do throws(OfflineError) {
                let url = LocalPath.url(try video.hlsSource().url)
                let request = ResourceRequest(url: url, kind: .multivariantPlaylist)
                let access = access(of: video, at: url)
                let number = errands.next()
                errands[number] = services.fetchSmall(request, .playlist, for: access) {
                    [weak self] result in
                    self?.errands[number] = nil
                    completion(Self.multivariant(in: result))
                }
            } catch {
                services.world.loop.atEndOfTurn { completion(.failure(error)) }
            }
        }
    }

    private func access(of video: Video, at url: String) -> AssetAccess {
        AssetAccess(video.assetOptions(at: url), location: url, jar: services.world.cookies)
    }

    private static func multivariant(
        in result: Result<SmallJob.Found, SessionError>
    ) -> Result<MultivariantPlaylist?, OfflineError> {
        switch result {
        case .failure(let error):
            return .failure(OfflineError(.downloadFailure, because: error))
        case .success(let found):
            var options = ParsingOptions()
            options.uri = found.url
            do throws(PlaylistError) {
                switch try Playlist(parsing: found.bytes, options: options) {
                case .multivariant(let playlist): return .success(playlist)
                case .media: return .success(nil)
                }
            } catch {
                let cause = SessionError.playlist(error, url: found.url)
                return .failure(OfflineError(.unsupported, because: cause))
            }
        }
    }
}

/// The requests in progress, by number; the release of a hold cancels its request.
struct Errands {
    private var requests: [Int: Hold] = [:]
    private var count = 0

    /// Returns an unused number, which identifies a new request.
    mutating func next() -> Int {
        count += 1
        return count
    }

    /// The request in progress with a given number; `nil` after its end.
    subscript(number: Int) -> Hold? {
        get { requests[number] }
        set { requests[number] = newValue }
    }
}
