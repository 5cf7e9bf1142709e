package import Formats
package import HeadlessPlayback
package import Transport

/// The simulated playback service of a scenario, with one account and the settings of the app.
package struct ServiceSetup: Equatable, Sendable {
    /// The base URL of the service, which is the same in every scenario.
    package static let location = "https://service.test"
    /// The base URL of the media that the service refers to.
    package static let mediaLocation = "https://media.test"

    /// The id of the account.
    package var account = "1"
    /// The policy key of the account, which the app sends; `nil` if the account has none.
    package var policyKey: String?
    /// The country of the client; `nil` if the country is not known.
    package var country: String?
    /// The domain of the web page that contains the player; `nil` for a player without a page.
    package var domain: String?
    /// The viewers, each with a token.
    package var viewers: [ServiceViewer] = []
    /// Whether the service limits the number of a viewer's concurrent streams.
    package var limitsStreams = true
    /// The interval between heartbeats.
    package var heartbeat = Duration.seconds(60)
    /// The streams of viewers on other devices.
    package var otherStreams: [ServiceStream] = []
    /// The videos of the account.
    package var videos: [ServiceVideo] = []
    /// The playlists of the account.
    package var playlists: [ServicePlaylist] = []
    /// The faults to inject into requests to the service.
    package var faults: [FaultRule] = []
    /// The line in the file, counted from 1; `nil` for a service that was made in code.
    package var line: Int?

    /// Creates a service without videos.
    package init() {}
}

/// A viewer with a token of the account.
package struct ServiceViewer: Equatable, Sendable {
    /// The name by which a scenario refers to the viewer.
    ///
    /// It is also the claim `uid` of the token, unless ``uid`` is set.
    package var name = ""
    /// The claim `uid` of the token; `nil` means that the claim is ``name``.
    package var uid: String?
    /// The claim `sid`: the identifier of the viewer's session; `nil` omits the claim.
    package var session: String?
    /// The claim `climit`: the largest number of concurrent streams; `nil` omits the claim.
    package var streams: Int?
    /// The claim `dlimit`: the largest number of devices; `nil` omits the claim.
    package var devices: Int?
    /// The claim `vids`: the ids of the permitted videos; `nil` omits the claim.
    package var videos: [String]?
    /// The claim `tags`: the tags of the permitted videos; `nil` omits the claim.
    package var tags: [String]?
    /// The interval on the virtual clock in which the token is valid.
    package var validity = Instant.start..<Instant(sinceStart: .seconds(86_400))
    /// Whether the token is signed with a key that the account does not have.
    package var isForged = false

    /// Creates a viewer without restrictions.
    package init() {}

    /// Returns the claims of the token.
    ///
    /// - Parameters:
    ///   - account: The id of the account.
    ///   - start: The date at which the virtual clock starts.
    /// - Returns: The claims, as an object.
    package func claims(account: String, start: DateTime) -> PropertyValue {
        func list(_ texts: [String]) -> PropertyValue { .array(texts.map { .string($0) }) }
        var claims: [String: PropertyValue] = [
            "accid": .string(account), "uid": .string(uid ?? name),
            "iat": .integer(start.second(of: validity.lowerBound)),
            "exp": .integer(start.second(of: validity.upperBound)),
        ]
        claims["sid"] = session.map { .string($0) }
        claims["climit"] = streams.map { .integer(Int64($0)) }
        claims["dlimit"] = devices.map { .integer(Int64($0)) }
        claims["vids"] = videos.map(list)
        claims["tags"] = tags.map(list)
        return .object(claims)
    }
}

/// A viewer's stream on another device, which starts and ends independently of the player.
package struct ServiceStream: Equatable, Sendable {
    /// The name of the viewer.
    package var viewer = ""
    /// The identifier of the session in which the viewer watches on the other device.
    package var session = ""
    /// The interval on the virtual clock in which the device sends heartbeats.
    package var period = Instant.start..<Instant.start

    /// Creates a stream that never begins.
    package init() {}
}

/// A playlist of an account.
package struct ServicePlaylist: Equatable, Sendable {
    /// The id.
    package var id = ""
    /// The reference id; `nil` if there is none.
    package var reference: String?
    /// The name; `nil` if there is none.
    package var name: String?
    /// The ids of the videos, in order.
    package var videos: [String] = []

    /// Creates a playlist without videos.
    package init() {}

    /// The playlist as an object of the video catalogue.
    package var document: PropertyValue {
        var members: [String: PropertyValue] = [
            "id": .string(id), "videos": .array(videos.map { .string($0) }),
        ]
        members["reference_id"] = reference.map { .string($0) }
        members["name"] = name.map { .string($0) }
        return .object(members)
    }
}

extension DateTime {
    /// Returns the seconds since 1970 at an instant of a simulation that starts at this date.
    package func second(of instant: Instant) -> Int64 {
        millisecondsSince1970 / 1000 + instant.sinceStart.components.seconds
    }
}
