package import HeadlessPlayback
package import RunResults

extension SweptFault {
    /// The time in seconds that a slowed response body takes.
    static let slowness: Int64 = 20

    /// Returns the fault to inject into a request.
    ///
    /// - Parameter request: The request in the run without faults.
    /// - Returns: The fault; `nil` for a request to which this kind of fault does not apply.
    package func fault(of request: SweptRequest) -> ResourceFault? {
        let size = request.byteCount
        switch self {
        case .forbidden: return .status(403)
        case .notFound: return .status(404)
        case .unavailable: return .status(503)
        case .reset: return .reset(afterBytes: size / 2)
        case .hang: return .hang
        case .truncation: return .truncation(toMillionths: 500_000)
        case .zeros:
            return .zeroedBytes(size < 48 ? nil : size / 3..<size / 3 * 2)
        case .slow:
            // An empty body takes no time at any speed.
            return size > 0 ? .slowBody(bitsPerSecond: max(size * 8 / Self.slowness, 1)) : nil
        case .stale:
            // The first response for a playlist cannot be out of date.
            let isPlaylist = [.multivariantPlaylist, .mediaPlaylist].contains(request.kind)
            return isPlaylist && request.occurrence > 0 ? .stale : nil
        case .wrongKey: return request.kind == .key ? .wrongKey : nil
        }
    }

    /// Whether the fault changes the received bytes, so that altered media may be played.
    package var changesBytes: Bool {
        switch self {
        case .truncation, .zeros, .wrongKey: true
        case .forbidden, .notFound, .unavailable, .reset, .hang, .slow, .stale: false
        }
    }

    /// Returns the maximum delay that the fault itself causes.
    func cost(_ recovery: RecoveryPolicy) -> Duration {
        switch self {
        case .hang: recovery.requestTimeout
        case .slow: .seconds(Self.slowness + 1)
        default: .zero
        }
    }
}
