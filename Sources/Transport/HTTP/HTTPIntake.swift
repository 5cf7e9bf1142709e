import VirtualTime

/// Receives a response in the callbacks of libcurl, into memory or a sink.
///
/// It is used on one thread only.
final class HTTPIntake {
    /// The state of the response so far.
    private(set) var answer: HTTPAnswer

    /// The body, if it is small and there is no sink.
    private var body: [UInt8] = []
    /// The body, if it is large and there is no sink.
    private var spool: SpoolFile?
    private let url: String
    private let memoryLimit: Int

    /// The error of the sink, or of the temporary file that replaces a sink.
    private(set) var sinkFailure: TransportError?

    let cancellation: CancellationFlag?
    private let sink: (any ByteSink)?
    private var hasBegun = false
    /// The decoder of the body; `nil` before its first piece.
    private var decoder: ContentDecoder?

    init(
        _ answer: HTTPAnswer, sink: (any ByteSink)?, url: String, memoryLimit: Int,
        cancellation: CancellationFlag?
    ) {
        self.answer = answer
        self.sink = sink
        self.url = url
        self.memoryLimit = memoryLimit
        self.cancellation = cancellation
    }

    /// Receives a header line.
    func receive(headerLine line: UnsafeRawBufferPointer) {
        guard unsafe answer.receive(headerLine: line) else { return }
        hasBegun = false
        body.removeAll()
        spool = nil
        decoder = nil
    }

    /// Returns the body after a successful transfer.
    func takeBody() -> ResourceBody {
        spool.map { $0.body() } ?? ResourceBody(body)
    }

    /// Receives a piece of the body as sent.
    ///
    /// - Returns: Whether the transfer continues.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        let decoder =
            decoder
            ?? ContentDecoder(
                answer.codings, limit: answer.interimByteLimit, cancellation: cancellation)
        self.decoder = decoder
        switch unsafe decoder.decode(piece, into: { unsafe receive(decoded: $0) }) {
        case .more: return true
        case .stopped: return false
        case .failed(let cause):
            answer.fail(cause)
            return false
        }
    }

    /// Checks that the body is complete, after a transfer that ended without an error.
    func endBody() {
        guard answer.failure == nil, let decoder, !decoder.isComplete else { return }
        answer.fail(.truncated(expected: nil, received: answer.position))
    }

    private func receive(decoded piece: UnsafeRawBufferPointer) -> Bool {
        let reception = answer.receive(pieceOf: piece.count)
        if !reception.kept.isEmpty {
            let kept = unsafe UnsafeRawBufferPointer(rebasing: piece[reception.kept])
            guard unsafe keep(kept) else { return false }
        }
        return reception.goesOn
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let sink else {
            if !hasBegun { body.reserveCapacity(answer.reservedByteCount) }
            hasBegun = true
            return unsafe store(bytes)
        }
        return feed { () throws(TransportError) in
            try begin(sink)
            try sink.append(unsafe RawSpan(_unsafeBytes: bytes))
        }
    }

    private func store(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard spool != nil || body.count + bytes.count > memoryLimit else {
            unsafe body.append(contentsOf: bytes)
            return true
        }
        return feed { () throws(TransportError) in
            if spool == nil {
                let file = try SpoolFile(url: url)
                let held = body
                body = []
                try unsafe held.span.bytes.withUnsafeBytes { bytes throws(TransportError) in
                    try unsafe file.append(bytes)
                }
                spool = file
            }
            try unsafe spool?.append(bytes)
        }
    }

    /// Announces the body to the sink, if a successful transfer has ended with an empty body.
    func finish() {
        guard let sink else { return }
        _ = feed { () throws(TransportError) in try begin(sink) }
    }

    private func begin(_ sink: any ByteSink) throws(TransportError) {
        if hasBegun { return }
        hasBegun = true
        try sink.begin(
            at: answer.start, version: answer.sinkVersion,
            totalByteCount: answer.statedTotalByteCount)
    }

    private func feed(_ body: () throws(TransportError) -> Void) -> Bool {
        do throws(TransportError) {
            try body()
            return true
        } catch {
            sinkFailure = error
            return false
        }
    }
}
