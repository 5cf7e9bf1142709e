import Foundation
import TestSupport

/// Hosts that ssh reaches, all of them this machine: each login has a server of its own, which ends
/// with it, so that no port is needed.
///
/// Every name is such a host, except `lost`, which cannot be reached.
final class LoginHosts: Sendable {
    private let folder: TestSupport.ScratchFolder

    /// The command to use in place of `ssh`.
    var command: String { "\(folder.path)/login" }

    /// Creates keys for the hosts and the user.
    ///
    /// - Returns: `nil` without ssh, or when its server refuses every login.
    init?() {
        let folder = TestSupport.ScratchFolder()
        self.folder = folder
        let place = folder.path
        let server = ["/usr/sbin/sshd", "/usr/bin/sshd", "/usr/local/sbin/sshd"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let server else { return nil }
        for key in ["host", "user"] {
            guard
                Self.succeeds(
                    "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(place)/\(key)")
            else { return nil }
        }
        folder.put(
            Array(
                """
                HostKey \(place)/host
                AuthorizedKeysFile \(place)/user.pub
                StrictModes no
                UsePAM no
                PidFile none

                """.utf8), at: "server")
        folder.put(
            Array(
                """
                Host lost
                    ProxyCommand false
                Host *
                    ProxyCommand \(server) -i -f \(place)/server
                    IdentityFile \(place)/user
                    IdentitiesOnly yes
                    UserKnownHostsFile \(place)/known
                    StrictHostKeyChecking accept-new
                    LogLevel ERROR

                """.utf8), at: "client")
        // The server needs this folder, which only its service creates, and no service runs here.
        _ = Self.succeeds("mkdir", "-p", "/run/sshd")
        folder.put(Array("#!/bin/sh\nexec ssh -F \(place)/client \"$@\"\n".utf8), at: "login")
        guard Self.succeeds("chmod", "+x", command), Self.succeeds(command, "one", "true") else {
            return nil
        }
    }

    private static func succeeds(_ command: String...) -> Bool {
        (try? Playctl(command: ["/usr/bin/env"] + command))?.wait().status == 0
    }
}
