import CCurl
import Formats

/// The route of a request through redirects.
///
/// It decides which redirects are allowed. A request never goes to a host that is not allowed, and
/// is never redirected from `https` to `http`. An upload, such as a licence request, is never
/// redirected to another host, and a deletion is never redirected. Header fields with credentials
/// are sent only to the first origin. If ``ResourceRequest/keepsHeadersAtOrigin`` is set, all
/// header fields of the request are sent only to the first origin. The fields and cookies of the
/// asset are chosen for each location; see ``AssetAccess``.
struct HTTPRoute {
    private static let proofs: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "bcov-policy",
    ]

    private let options: HTTPOptions
    private let url: String
    private let start: HTTPOrigin
    private var origin: HTTPOrigin
    private var count = 0
    /// The request before its asset's header fields and cookies are added.
    private var bare: ResourceRequest
    /// The request at the current location of the route.
    private(set) var request: ResourceRequest

    /// Starts a route at the location of a request.
    ///
    /// - Throws: `TransportError` when the location is not allowed.
    init(_ request: ResourceRequest, options: HTTPOptions) throws(TransportError) {
        guard let origin = HTTPOrigin(of: PercentCoding.encodeForbidden(in: request.url)) else {
            let cause = TransportError.Cause.malformedURL("libcurl cannot read it")
            throw TransportError(url: request.url, cause: cause)
        }
        self.options = options
        url = request.url
        bare = request
        self.request = request
        self.origin = origin
        start = origin
        if let cause = request.access?.refusal(of: request) { throw failure(cause) }
        try check(origin)
        if let access = request.access { bare.url = access.identified(request) }
        dress()
    }

    /// Adds the header fields and cookies that the asset's options give for the current location.
    private mutating func dress() {
        request = bare
        guard let access = bare.access else { return }
        request.headers = access.fields(of: bare, at: origin)
    }

    /// Follows a redirect.
    ///
    /// - Parameters:
    ///   - target: The absolute location.
    ///   - status: The status of the redirect.
    /// - Throws: `TransportError` when the target is not allowed.
    mutating func follow(_ target: String, status: Int) throws(TransportError) {
        count += 1
        guard count <= options.maximumRedirects else {
            throw failure(.tooManyRedirects(limit: options.maximumRedirects))
        }
        guard ResourceScheme(of: target).isRemote, let next = HTTPOrigin(of: target) else {
            throw failure(.forbidden("redirect to \(SafeText.url(target))"))
        }
        if origin.scheme == "https", next.scheme != "https" {
            throw failure(.forbidden("redirect from https to \(SafeText.url(target))"))
        }
        try check(next)
        if next.host != origin.host, bare.access?.refusesOtherHosts == true {
            throw failure(.forbidden("the asset does not let a resource lead to another host"))
        }
        if bare.deletes {
            throw failure(.forbidden("redirect of a deletion to \(SafeText.url(target))"))
        }
        if bare.upload != nil {
            guard next.isReached(from: start) else {
                throw failure(.forbidden("redirect of an upload to \(SafeText.url(target))"))
            }
            // RFC 9110, section 15.4: with these statuses, an upload is redirected to its result,
            // which is fetched with GET.
            if [301, 302, 303].contains(status) { bare.upload = nil }
        }
        let location = next == origin ? keepingCredentials(target) : target
        if next != start {
            bare.headers.removeAll {
                bare.keepsHeadersAtOrigin || Self.proofs.contains($0.name.lowercased())
            }
        }
        origin = next
        bare.url = location
        dress()
    }

    private func check(_ origin: HTTPOrigin) throws(TransportError) {
        let ofAsset = bare.access?.options.allowedHosts ?? []
        for allowed in [options.allowedHosts, ofAsset.isEmpty ? nil : ofAsset].compactMap(\.self) {
            guard allowed.contains(where: { HostPattern($0)?.fits(origin) ?? false }) else {
                throw failure(
                    .forbidden("\(origin.host):\(origin.port) is not one of the allowed hosts"))
            }
        }
    }

    private func failure(_ cause: TransportError.Cause) -> TransportError {
        TransportError(url: url, cause: cause)
    }

    /// Returns a redirect target to which the previous location's credentials are added.
    ///
    /// A target that already contains credentials is unchanged. Both locations have the same
    /// origin.
    private func keepingCredentials(_ target: String) -> String {
        guard let location = CurlLocation.reading(target), location.text(CURLUPART_USER) == nil,
            let last = CurlLocation.reading(PercentCoding.encodeForbidden(in: request.url)),
            let user = last.text(CURLUPART_USER), location.set(CURLUPART_USER, user)
        else { return target }
        if let password = last.text(CURLUPART_PASSWORD) {
            _ = location.set(CURLUPART_PASSWORD, password)
        }
        return location.text(CURLUPART_URL) ?? target
    }
}
