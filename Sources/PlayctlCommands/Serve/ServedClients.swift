/// The clients of the server, by name; the number of clients is limited.
struct ServedClients {
    /// The maximum number of clients.
    static let most = 4096
    /// The time without a request after which a new client may replace an old one.
    static let idleTime = Duration.seconds(60)

    private var clients: [String: (client: ServedClient, lastUse: ContinuousClock.Instant)] = [:]

    /// The number of clients that the server remembers.
    var count: Int { clients.count }

    /// Returns the client with the given name, and creates it at its first request.
    ///
    /// - Parameters:
    ///   - name: The name of the client; empty for clients without a name.
    ///   - now: The instant of the request.
    ///   - make: Creates the client.
    /// - Returns: The client; `nil` when the client is new, there are too many clients, and none of
    ///   them is idle.
    mutating func client(
        _ name: String, at now: ContinuousClock.Instant, make: () -> ServedClient
    ) -> ServedClient? {
        if let known = clients[name]?.client {
            clients[name]?.lastUse = now
            return known
        }
        if !name.isEmpty, clients.count >= Self.most {
            guard
                let oldest = clients.filter({ !$0.key.isEmpty })
                    .min(by: { $0.value.lastUse < $1.value.lastUse }),
                now - oldest.value.lastUse >= Self.idleTime
            else { return nil }
            clients[oldest.key] = nil
        }
        let client = make()
        clients[name] = (client, now)
        return client
    }
}
