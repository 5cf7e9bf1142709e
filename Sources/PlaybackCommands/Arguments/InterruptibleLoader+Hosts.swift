package import CommandTree

extension InterruptibleLoader {
    /// Creates a loader with the options of a command line for requests.
    ///
    /// - Parameter hosts: The permitted hosts, and the header fields, cookies and logins.
    package init(_ hosts: HostOptions) {
        self.init(hosts.loader())
    }
}
