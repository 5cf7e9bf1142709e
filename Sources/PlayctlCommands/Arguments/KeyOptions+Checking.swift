import HeadlessPlayback

extension KeyOptions {
    /// Reads a certificate that is a file here, so that a wrong one is known before anything is played.
    ///
    /// - Throws: ``CommandFailure`` for wrong usage when there is no such file, or it is something else.
    func checkCertificate() throws(CommandFailure) {
        guard let certificate, ResourceScheme(of: certificate) == .file else { return }
        let bytes: [UInt8]
        do throws(TransportError) {
            let request = ResourceRequest(url: certificate, kind: .key)
            bytes = try InterruptibleLoader(HostOptions()).load(request).body.bytes(limit: 1 << 20)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        do throws(LicenceError) {
            _ = try ApplicationCertificate(der: bytes)
        } catch {
            throw CommandFailure(file: certificate, error)
        }
    }
}

extension Invocation {
    /// How the command comes by keys; `nil` for one that needs none.
    var keys: KeyOptions? {
        switch self {
        case .play(let options): options.keys
        case .probe(let options): options.keys
        case .verify(let options): options.keys
        case .cues(let options): options.keys
        case .sweep(let options): options.keys
        case .offline(let options): options.keys
        case .help, .run, .schema, .rewrite, .keyServer, .merge: nil
        }
    }
}
