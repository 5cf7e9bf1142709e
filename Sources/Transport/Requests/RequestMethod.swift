/// The method of a request to a server.
package enum RequestMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
}

extension ResourceRequest {
    /// The method with which a server is asked.
    package var method: RequestMethod { deletes ? .delete : upload == nil ? .get : .post }
}
