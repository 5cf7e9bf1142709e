import HeadlessPlayback
import Transport

/// Assigns connection numbers to the requests of a simulation, which has no connections.
///
/// Connections are numbered as if a client kept them open and used the first free connection to the
/// server for each request. The largest number is therefore the number of connections that such a
/// client opens.
struct ConnectionCount {
    private struct Connection {
        let number: Int
        /// The instant at which the connection becomes free; `nil` when its request does not end.
        var free: Instant?
    }

    /// The connections by server.
    private var connections: [String: [Connection]] = [:]
    private var count = 0

    /// Returns the connection of the next request; requests are passed in order of time.
    ///
    /// - Parameter record: The request.
    /// - Returns: The number of the connection, counted from 1; `nil` for a request that does not
    ///   use the network.
    mutating func connection(of record: RequestRecord) -> Int? {
        guard !record.isStored, ResourceScheme(of: record.url) != .data else { return nil }
        let server = Self.server(of: record.url)
        var open = connections[server, default: []]
        defer { connections[server] = open }
        if let place = open.firstIndex(where: { $0.free.map { $0 <= record.start } ?? false }) {
            open[place].free = record.end
            return open[place].number
        }
        count += 1
        open.append(Connection(number: count, free: record.end))
        return count
    }

    /// Returns a name for the server of a location: its scheme, host and port in lower case.
    ///
    /// The name is empty for local files, so all of them count as one server.
    private static func server(of url: String) -> String {
        guard ResourceScheme(of: url).isRemote, let colon = url.firstIndex(of: ":") else {
            return ""
        }
        let rest = url[url.index(after: colon)...].drop { $0 == "/" }
        return url[..<colon].lowercased() + ":"
            + rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    }
}
