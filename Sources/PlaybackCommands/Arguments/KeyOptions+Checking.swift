package import CommandTree
import ContentProtection
import HeadlessPlayback
import Transport

extension KeyOptions {
    /// Reads the certificate file, so that an invalid file fails before anything is played.
    ///
    /// - Throws: ``CommandFailure`` for wrong usage when the file is missing or not a certificate.
    package func checkCertificate() throws(CommandFailure) {
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
