import Formats
import Playlists
import Transport

/// The parts of a location that stay the same when a server signs the location again.
///
/// Two loads of a playlist can give different locations for the same resource: the host changes
/// between the servers of a CDN, and signatures change with each load. The rest of the path
/// identifies the resource.
///
/// A signature is recognized in the path by its form, `name=value` with at least 16 characters. The
/// last part of the path is the name of a file, never a signature. In the query, any value counts
/// as a possible signature or time, except numbers of up to eight digits. Such a number counts only
/// for a ``SigningParameter``, such as `token`. Two versions of a resource are therefore not
/// distinguished if their locations differ only in values that count as signatures or times.
struct LocationIdentity: Hashable {
    private static let shortestSignature = 16
    private static let longestNumber = 8

    /// The path of a remote location without signatures, or any other location as a whole.
    private let path: String
    /// The query parameters whose values are short numbers, without signatures.
    private let parameters: Set<Substring>

    /// Creates the identity of a location.
    init(of location: String) {
        guard ResourceScheme(of: location).isRemote else {
            path = location
            parameters = []
            return
        }
        let whole = location.prefix { $0 != "#" }
        let head = whole.prefix { $0 != "?" }
        // The first three parts are the scheme, an empty part and the host.
        let parts = head.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
        let folders = parts.dropLast().filter { !Self.isSignature($0) }
        path = (folders + parts.suffix(1)).joined(separator: "/")
        let query = whole[head.endIndex...].dropFirst()
        parameters = Set(query.split { $0 == "&" || $0 == ";" }.filter(Self.isNumber))
    }

    private static func isSignature(_ part: Substring) -> Bool {
        part.contains("=") && part.utf8.count >= shortestSignature
    }

    private static func isNumber(_ parameter: Substring) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        let value = parameter.drop { $0 != "=" }.dropFirst().utf8
        return (1...longestNumber).contains(value.count)
            && value.allSatisfy { (0x30...0x39).contains($0) }
            && !SigningParameter.isName(name)
    }
}
