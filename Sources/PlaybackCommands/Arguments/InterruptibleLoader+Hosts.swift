package import CommandTree

extension InterruptibleLoader {
    /// Creates a loader whose requests use the host options of a command line.
    ///
    /// - Parameter hosts: The permitted hosts, and the header fields, cookies and logins.
    package init(_ hosts: HostOptions) {
        self.init(hosts.loader())
    }
}
