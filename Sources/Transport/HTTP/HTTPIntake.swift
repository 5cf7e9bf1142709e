import VirtualTime

/// Takes in the answer of a server where the callbacks of libcurl find it, into memory or a sink.
///
/// It stays on one thread.
final class HTTPIntake {
    /// What is said of the answer so far.
    private(set) var answer: HTTPAnswer

    /// The body, where there is no sink.
    private(set) var body: [UInt8] = []

    /// Why the sink could not take the body.
    private(set) var sinkFailure: TransportError?

    let cancellation: CancellationFlag?
    private let sink: (any ByteSink)?
    private var hasBegun = false

    init(_ answer: HTTPAnswer, sink: (any ByteSink)?, cancellation: CancellationFlag?) {
        self.answer = answer
        self.sink = sink
        self.cancellation = cancellation
    }

    /// Takes in a header line.
    func receive(headerLine line: UnsafeRawBufferPointer) {
        guard unsafe answer.receive(headerLine: line) else { return }
        hasBegun = false
        body.removeAll()
    }

    /// Takes in a piece of the body.
    ///
    /// - Returns: Whether the transfer is to go on.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
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
            unsafe body.append(contentsOf: bytes)
            return true
        }
        return feed { () throws(TransportError) in
            try begin(sink)
            try sink.append(unsafe RawSpan(_unsafeBytes: bytes))
        }
    }

    /// Tells the sink of an answer that had nothing to add; the transfer has succeeded.
    func finish() {
        guard let sink else { return }
        _ = feed { () throws(TransportError) in try begin(sink) }
    }

    private func begin(_ sink: any ByteSink) throws(TransportError) {
        if hasBegun { return }
        hasBegun = true
        try sink.begin(at: answer.start, version: answer.sinkVersion)
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
