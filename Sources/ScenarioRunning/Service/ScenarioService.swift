import ContentProtection
import Formats
import HeadlessPlayback
import Playlists
import Scenarios
import Sessions
import Transport

/// The playback service of a scenario's world, and the credentials of the app.
struct ScenarioService {
    /// The loader of the service and its media, which passes on all other requests.
    let loader: any ResourceLoader
    private let setup: ServiceSetup
    private var tokens: [String: String] = [:]
    /// The reason why the tokens of the viewers could not be signed; `nil` when they were signed.
    private(set) var problem: StepProblem?

    /// Creates the playback service of a scenario; `nil` if the scenario has none.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - loader: The loader of the assets, and of all other locations.
    init?(_ scenario: Scenario, behind loader: any ResourceLoader) {
        guard let setup = scenario.service else { return nil }
        self.setup = setup
        let start = scenario.surroundings.start
        var account = setup.account(start: start)
        do throws(LicenceError) {
            let signer = try ServerIdentity.signerOfScenarios()
            account.tokenKeys = [try signer.publicKeyPEM]
            for viewer in setup.viewers {
                let claims = viewer.claims(account: setup.account, start: start)
                let token = try signer.token(claims)
                tokens[viewer.name] = viewer.isForged ? Self.forged(token) : token
            }
        } catch {
            problem = StepProblem(nil, "\(error)", at: .start)
            problem?.expected = "tokens of the viewers"
        }
        self.loader = InProcessPlaybackServer(
            PlaybackServer([account]), at: ServiceSetup.location, media: setup.folders,
            start: start, behind: loader)
    }

    /// Returns the playback service and the viewer's token for a request of the app.
    ///
    /// - Parameters:
    ///   - find: The request.
    ///   - world: The world in which the request is made.
    /// - Returns: The service and the token; the token is `nil` for a request with the policy key.
    func request(
        _ find: ServiceFind, in world: PlaybackWorld
    ) -> (service: PlaybackService, token: String?) {
        var account = PlaybackServiceAccount(
            id: setup.account, policyKey: find.policyKey ?? setup.policyKey,
            baseURL: ServiceSetup.location)
        if let domain = setup.domain {
            account.additionalFields = [HeaderField(name: "Referer", value: "https://\(domain)/")]
        }
        return (PlaybackService(account, in: world), find.viewer.flatMap { tokens[$0] })
    }

    /// Returns a token with a wrong signature.
    private static func forged(_ token: String) -> String {
        let signature = token.split(separator: ".").last ?? ""
        return String(token.dropLast(signature.count)) + String(signature.reversed())
    }
}

extension ServiceSetup {
    /// Returns the account, without the keys that verify tokens.
    fileprivate func account(start: DateTime) -> PlaybackServer.Account {
        var result = PlaybackServer.Account(id: account)
        if let policyKey { result.policyKeys = [policyKey] }
        result.clientCountry = country
        result.limitsStreams = limitsStreams
        result.heartbeatInterval = heartbeat
        result.videos = videos.map { $0.document(from: start) }
        result.playlists = playlists.map(\.document)
        result.otherStreams = otherStreams.compactMap { stream in
            guard let viewer = viewers.first(where: { $0.name == stream.viewer }),
                let limit = viewer.streams
            else { return nil }
            let seconds =
                start.second(
                    of: stream.period.lowerBound)..<start.second(
                    of: stream.period.upperBound)
            return OtherStream(
                viewer: viewer.uid ?? viewer.name, session: stream.session, limit: Int64(limit),
                seconds: seconds)
        }
        return result
    }

    /// The folders of the videos, by the location of their media.
    fileprivate var folders: [String: String] {
        var folders: [String: String] = [:]
        for video in videos { folders[video.mediaLocation] = video.folder }
        return folders
    }
}

extension ScenarioAsset {
    /// Returns a service's video with the asset's cue points, properties, options and text tracks.
    func completed(_ found: Video) -> Video {
        var video = found
        if !cuePoints.isEmpty {
            video.cuePoints = CuePointCollection(Array(video.cuePoints) + cuePoints)
        }
        video.properties.merge(properties) { _, own in own }
        video.assetOptions = assetOptions
        if !textTracks.isEmpty { video.textTracks += textTracks.map(\.property) }
        return video
    }
}
