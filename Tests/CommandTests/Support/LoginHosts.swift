import Foundation
import TestSupport

/// Hosts that ssh reaches, all of which are this machine.
///
/// Each login has its own server, which ends with the login, so that no port is needed. Every host
/// name works, except `lost`, which cannot be reached.
final class LoginHosts: Sendable {
    private let folder: TestSupport.ScratchFolder

    /// The command to use in place of `ssh`.
    var command: String { "\(folder.path)/login" }

    /// Creates keys for the hosts and the user.
    ///
    /// - Returns: `nil` when ssh is missing, or when the ssh server refuses every login.
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
        // The ssh server needs this folder. Only the system's ssh service creates it, and that
        // service does not run here.
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
