import Formats

internal import CCurl

/// Loads resources from servers over HTTP and HTTPS with libcurl.
///
/// Connections are kept open and reused. Certificates are verified. Requests accept gzip and
/// `deflate` for text only, but a body in one of these codings is decoded for any request.
package struct HTTPLoader: ResourceLoader {
    /// The size of the receive buffer; larger buffers were not measurably faster.
    private static let bufferByteCount = 128 << 10

    private let options: HTTPOptions
    private let pool: CurlHandlePool

    /// Creates a loader with its own connections; copies of the loader share them.
    package init(options: HTTPOptions = HTTPOptions()) {
        self.options = options
        pool = CurlHandlePool(limit: options.maximumIdleHandles)
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try load(request, toSink: nil)
    }

    package func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        var request = request
        request.acceptsRefusal = false
        return try load(request, toSink: sink)
    }

    private func load(
        _ request: ResourceRequest, toSink sink: (any ByteSink)?
    ) throws(TransportError) -> ResourceResponse {
        try request.checkCancellation()
        guard ResourceScheme(of: request.url).isRemote else {
            throw TransportError(url: request.url, cause: .unsupportedScheme("not HTTP"))
        }
        // A zero byte would end the string for libcurl, and a line break would end a header line.
        guard !request.url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            let cause = TransportError.Cause.malformedURL("it holds a control character")
            throw TransportError(url: request.url, cause: cause)
        }
        if let range = request.byteRange, range.isEmpty || range.lowerBound < 0 {
            throw TransportError(url: request.url, cause: .rangeNotSatisfied)
        }
        guard let slot = pool.take() else {
            throw TransportError(url: request.url, cause: .failed("no means for a connection"))
        }
        let result = slot.use { handle in travel(request, into: sink, on: handle) }
        pool.give(slot)
        switch result {
        case .success(let response): return response
        case .failure(let error): throw error
        }
    }

    /// Performs a request and follows redirects.
    private func travel(
        _ request: ResourceRequest, into sink: (any ByteSink)?, on handle: borrowing CurlHandle
    ) -> Result<ResourceResponse, TransportError> {
        do throws(TransportError) {
            var route = try HTTPRoute(request, options: options)
            while true {
                switch perform(route.request, named: request.url, into: sink, on: handle) {
                case .end(let result): return result
                case .redirect(let target, let status):
                    try route.follow(target, status: status)
                }
            }
        } catch {
            return .failure(error)
        }
    }

    /// The outcome of one request to one server.
    private enum Leg {
        case end(Result<ResourceResponse, TransportError>)
        case redirect(to: String, status: Int)
    }

    private func perform(
        _ request: ResourceRequest, named url: String, into sink: (any ByteSink)?,
        on handle: borrowing CurlHandle
    ) -> Leg {
        let range = HTTPRange(request, resumes: sink != nil)
        handle.reset()
        setUp(handle, for: request, range: range)
        let fields = headerFields(of: request, range: range)
        handle.set(fields)
        if let upload = request.upload { handle.post(upload.bytes) }
        if request.deletes { handle.set(CURLOPT_CUSTOMREQUEST, "DELETE") }
        let intake = HTTPIntake(
            HTTPAnswer(request: request, options: options, range: range), sink: sink,
            url: request.url, memoryLimit: options.largestBodyInMemory,
            cancellation: request.cancellation)
        let code = handle.perform(intake)
        if code == CURLE_OK { intake.endBody() }
        let answer = intake.answer
        request.access?.keep(answer.setCookies, from: request.url, date: answer.date)
        if code == CURLE_OK, (300..<400).contains(answer.status),
            let target = handle.text(CURLINFO_REDIRECT_URL)
        {
            return .redirect(to: target, status: answer.status)
        }
        let end = HTTPEnd(code: code, answer: answer, request: request)
        if intake.sinkFailure == nil, let cause = end.failure ?? answer.problem {
            var error = TransportError(url: url, cause: cause, retryAfter: answer.retryAfter)
            error.receivedByteCount = answer.receivedByteCount
            return .end(.failure(error))
        }
        if intake.sinkFailure == nil { intake.finish() }
        if let failure = intake.sinkFailure { return .end(.failure(failure)) }
        var response = ResourceResponse(
            url: handle.text(CURLINFO_EFFECTIVE_URL) ?? request.url, status: answer.status,
            contentType: handle.text(CURLINFO_CONTENT_TYPE),
            totalByteCount: answer.totalByteCount, version: answer.version,
            body: intake.takeBody())
        response.age = answer.age
        response.fields = answer.fields
        return .end(.success(response))
    }

    private func setUp(
        _ handle: borrowing CurlHandle, for request: ResourceRequest, range: HTTPRange
    ) {
        handle.set(CURLOPT_URL, PercentCoding.encodeForbidden(in: request.url))
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // libcurl must not follow redirects, because `HTTPRoute` decides on each of them.
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.wholeMilliseconds)
        handle.set(CURLOPT_LOW_SPEED_LIMIT, options.slowestBytesPerSecond)
        let slowness = request.patience.slowness ?? options.slowTimeout
        handle.set(CURLOPT_LOW_SPEED_TIME, max(1, slowness.wholeMilliseconds / 1000))
        if let total = request.patience.total {
            handle.set(CURLOPT_TIMEOUT_MS, total.wholeMilliseconds)
        }
        handle.set(CURLOPT_USERAGENT, request.access?.options.userAgent ?? options.userAgent)
        if let file = options.certificateFile { handle.set(CURLOPT_CAINFO, file) }
        handle.set(CURLOPT_BUFFERSIZE, Self.bufferByteCount)
        if let text = range.text { handle.set(CURLOPT_RANGE, text) }
        switch options.proxy {
        case .environment:
            if HTTPHost(of: request.url).isLoopback { handle.set(CURLOPT_PROXY, "") }
        case .none: handle.set(CURLOPT_PROXY, "")
        case .url(let url): handle.set(CURLOPT_PROXY, url)
        }
    }

    private func headerFields(of request: ResourceRequest, range: HTTPRange) -> CurlList {
        var list = CurlList()
        if let version = range.version { list.append("If-Range: \(version)") }
        // The loader decodes bodies itself, because libcurl accepts a truncated coded stream.
        if range.text == nil, request.kind.isText {
            list.append("Accept-Encoding: \(ContentCoding.accepted)")
        }
        for field in request.headers where field.isSendable {
            // A semicolon makes libcurl send a field without a value; a colon would omit it.
            list.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if let upload = request.upload {
            let field = HeaderField(name: "Content-Type", value: upload.contentType)
            if field.isSendable { list.append("Content-Type: \(field.value)") }
        }
        return list
    }
}

extension HeaderField {
    /// Whether the name and the value can be sent as one header field.
    fileprivate var isSendable: Bool {
        let isToken = { (byte: UInt8) in
            byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":") && byte != UInt8(ascii: ";")
        }
        return !name.isEmpty && name.utf8.allSatisfy(isToken)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, but at least 1 and at most 2³¹ − 1.
    fileprivate var wholeMilliseconds: Int {
        let unit: Int128 = 1_000_000_000_000_000
        return Int(min(max((attoseconds + unit - 1) / unit, 1), 0x7FFF_FFFF))
    }
}
