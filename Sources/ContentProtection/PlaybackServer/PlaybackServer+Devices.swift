import Formats

/// The viewers' devices that are registered with a playback service.
struct DeviceRegister: Sendable {
    /// The maximum number of stored devices of all viewers.
    private static let limit = 10_000

    /// The identity of a device: its account, its viewer and its identifier.
    struct Key: Hashable, Sendable {
        let account: String
        let viewer: String
        let device: String
    }

    private var known: [Key] = []

    /// Returns whether a viewer may use a device; if so, registers the device.
    ///
    /// A registered device may be used even after the limit has decreased.
    mutating func admit(_ key: Key, limit: Int64) -> Bool {
        if known.contains(key) { return true }
        let others = known.count { $0.account == key.account && $0.viewer == key.viewer }
        guard others < limit else { return false }
        if known.count >= Self.limit { known.removeFirst() }
        known.append(key)
        return true
    }
}

/// The limit on the number of devices of a viewer, from the claims `dlimit` and `uid`.
///
/// Devices are distinguished by the claim `sid`, or by the user agent when there is no `sid`. This
/// is an assumption, because the documentation of the service does not define a device identifier.
extension PlaybackServer {
    /// Returns a refusal when the viewer has too many devices; otherwise `nil`.
    ///
    /// A token with an invalid limit, or with a limit and no viewer, is refused too.
    ///
    /// - Parameters:
    ///   - request: A request for a video or for a list of videos.
    ///   - answer: The response of the catalogue; if it is a refusal, the limit is not checked.
    ///   - account: The account that the request names.
    ///   - now: The current time in seconds since 1970.
    /// - Returns: The refusal.
    mutating func deviceRefusal(
        of request: KeyServerRequest, _ answer: PlaybackServerAnswer, of account: Account,
        at now: Int64
    ) -> PlaybackServerAnswer? {
        guard answer.status == 200, Self.policyKey(of: request) == nil,
            let text = Self.token(of: request),
            let token = ViewerToken(text, keys: account.tokenKeys, account: account.id, at: now),
            let limit = token.claims["dlimit"]
        else { return nil }
        guard let limit = limit.integer, limit > 0, let viewer = token.viewer else {
            return .refusal(401, "ACCESS_DENIED", "TOKEN_VALIDATION")
        }
        let key = DeviceRegister.Key(
            account: account.id, viewer: viewer,
            device: token.session ?? Self.field("user-agent", of: request) ?? "")
        return devices.admit(key, limit: limit)
            ? nil : .refusal(403, "ACCESS_DENIED", "DENIED_BY_DEVICE_LIMITING")
    }
}
