/// The method of a request to a server.
package enum RequestMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
}

extension ResourceRequest {
    /// The method of the request to a server.
    package var method: RequestMethod { deletes ? .delete : upload == nil ? .get : .post }
}
