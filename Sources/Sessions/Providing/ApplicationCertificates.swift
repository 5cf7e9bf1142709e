/// The certificates that an app brought along for its key systems, so that none is fetched.
///
/// A controller has one and lends it to its sessions: what is added counts from the next key on.
package final class ApplicationCertificates {
    private var certificates: [String: [UInt8]] = [:]

    package init() {}

    /// The certificate of a name, in DER.
    ///
    /// It is `nil` when there is none; setting `nil` forgets it.
    package subscript(identifier: String) -> [UInt8]? {
        get { certificates[identifier] }
        set { certificates[identifier] = newValue }
    }
}
