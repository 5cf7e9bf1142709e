import CommandTree
import ContentProtection
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a key server: `certificate.der`, `private-key.pem` and `policies.json`.
struct KeyStore {
    /// The maximum size in bytes of the certificate file and of the private key file.
    private static let largestKeyFile = 64 << 10
    /// The maximum size of the policies in bytes, enough for several hundred thousand policies.
    private static let largestPolicies = 64 << 20

    let folder: String

    var certificatePath: String { "\(folder)/certificate.der" }
    var privateKeyPath: String { "\(folder)/private-key.pem" }
    var policiesPath: String { "\(folder)/policies.json" }

    /// Reads the policies.
    ///
    /// - Returns: The policies in `policies.json`.
    /// - Throws: ``CommandFailure`` that names the file, and the line or the member at fault.
    func policies() throws(CommandFailure) -> KeyPolicies {
        guard let bytes = try read(policiesPath, atMost: Self.largestPolicies) else {
            throw CommandFailure(
                file: policiesPath,
                "no such file; its minimal content is"
                    + " {\"CONTENT\": {\"key\": \"32 hexadecimal digits\"}}")
        }
        do throws(JSONError) {
            return try KeyPolicies(json: bytes)
        } catch {
            throw CommandFailure(file: policiesPath, error)
        }
    }

    /// Reads the certificate and the private key, or creates them if both are missing.
    ///
    /// - Parameter now: The start of a new certificate's validity, in seconds since the start of
    ///   1970.
    /// - Returns: The certificate and the key.
    /// - Throws: ``CommandFailure`` when only one of the two files exists, or the certificate and
    ///   the key do not match.
    func identity(at now: Int64) throws(CommandFailure) -> ServerIdentity {
        let certificate = try read(certificatePath, atMost: Self.largestKeyFile)
        let key = try read(privateKeyPath, atMost: Self.largestKeyFile)
        switch (certificate, key) {
        case (let certificate?, let key?):
            let certificate = try naming(certificatePath) { () throws(LicenceError) in
                try ApplicationCertificate(der: certificate)
            }
            return try naming(privateKeyPath) { () throws(LicenceError) in
                try ServerIdentity(certificate: certificate, privateKeyPEM: key)
            }
        case (nil, nil): return try makeIdentity(at: now)
        case (nil, _?): throw missing(certificatePath, besides: privateKeyPath)
        case (_?, nil): throw missing(privateKeyPath, besides: certificatePath)
        }
    }

    private func missing(_ path: String, besides other: String) -> CommandFailure {
        CommandFailure(
            file: path, "missing, but there is \(other); remove that file to create both again")
    }

    private func makeIdentity(at now: Int64) throws(CommandFailure) -> ServerIdentity {
        let identity = try naming(folder) { () throws(LicenceError) in
            try ServerIdentity(generatingNamed: "playctl keyserver", from: now)
        }
        let problem = try naming(privateKeyPath) { () throws(LicenceError) in
            try identity.withPrivateKeyPEM { pem in
                NewFile.problem(of: privateKeyPath, mode: 0o600, bytes: pem)
            }
        }
        if let problem { throw CommandFailure(.failed, problem) }
        let der = identity.certificate.der
        if let problem = NewFile.problem(of: certificatePath, mode: 0o644, bytes: der) {
            throw CommandFailure(.failed, problem)
        }
        return identity
    }

    private func naming<Result>(
        _ path: String, _ body: () throws(LicenceError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(LicenceError) {
            return try body()
        } catch {
            throw CommandFailure(file: path, error)
        }
    }

    /// Reads a file; `nil` when it does not exist.
    ///
    /// Resource loaders are not used for these files, because loaders retain the bytes, and the
    /// bytes may be a private key.
    private func read(
        _ path: String, atMost limit: Int
    ) throws(CommandFailure) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw CommandFailure(file: path, lastSystemError())
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
            throw CommandFailure(file: path, "not a regular file")
        }
        guard status.byteCount <= limit else {
            throw CommandFailure(file: path, "longer than \(limit) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: status.byteCount)
        var count = 0
        while count < bytes.count {
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count,
                    off_t(count))
            }
            guard read > 0 else {
                if read < 0, errno == EINTR { continue }
                throw CommandFailure(
                    file: path, read < 0 ? lastSystemError() : "became shorter while it was read")
            }
            count += read
        }
        return bytes
    }
}

/// A file that is only created and never overwritten, so that no key is ever replaced.
private enum NewFile {
    /// Writes a file, and returns the problem if it cannot be written.
    ///
    /// An incomplete file is removed.
    static func problem(of path: String, mode: mode_t, bytes: [UInt8]) -> String? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return "\(path): cannot be made: \(lastSystemError())" }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(
                    descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                let cause = lastSystemError()
                unsafe unlink(path)
                return "\(path): cannot be written: \(cause)"
            }
            start += count
        }
        return nil
    }
}
