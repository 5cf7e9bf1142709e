import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A real nginx on 127.0.0.1 that serves the files of a folder.
///
/// It runs as a child of the test, in the foreground and without privileges, and writes only into a
/// folder of its own. It answers from its creation until it is released.
package final class NginxServer: Sendable {
    /// The error when the server cannot be started.
    package struct StartError: Error, CustomStringConvertible {
        package let description: String
    }

    private static let places = [
        "/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx",
        "/opt/homebrew/bin/nginx",
    ]

    /// The path of the program; `nil` when it is not installed.
    private static let program = places.first { unsafe access($0, X_OK) == 0 }

    /// Whether nginx is installed, by `Scripts/install-dependencies tests`.
    package static var isAvailable: Bool { program != nil }

    /// The port on which the server listens.
    package let port: UInt16

    /// The URL of the server, without a slash at the end.
    package let url: String

    private let folder: String
    private let process: Mutex<pid_t?>

    /// Starts a server, and waits until it answers.
    ///
    /// - Parameters:
    ///   - root: The path of the folder with the files.
    ///   - port: The port of a stopped server, to replace it; `nil` selects a free one.
    ///   - bytesPerSecond: The largest number of bytes per second that one connection receives;
    ///     `nil` means no limit.
    /// - Throws: When nginx is missing or does not start.
    package init(
        serving root: String, port: UInt16? = nil, bytesPerSecond: Int? = nil
    ) throws {
        guard let program = Self.program else {
            throw StartError(description: "nginx is not installed")
        }
        var template = Array("/tmp/nginx-tests-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw StartError(description: "no place for the files of nginx")
        }
        let folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.folder = folder
        let configuration = folder + "/nginx.conf"
        // The start is repeated, because another process may take the port before the server
        // listens on it.
        for _ in 0..<8 {
            let port = try port ?? Self.freePort()
            let text = Self.configuration(
                port: port, root: root, folder: folder, bytesPerSecond: bytesPerSecond)
            try text.write(toFile: configuration, atomically: true, encoding: .utf8)
            let process = try Self.spawn(
                [program, "-p", folder, "-c", configuration, "-e", folder + "/error.log"])
            if Self.waitUntilListening(port, process) {
                self.port = port
                url = "http://127.0.0.1:\(port)"
                self.process = Mutex(process)
                return
            }
        }
        let log = try? String(contentsOfFile: folder + "/error.log", encoding: .utf8)
        try? FileManager.default.removeItem(atPath: folder)
        throw StartError(description: "nginx does not start: \(log ?? "it says nothing")")
    }

    deinit {
        stop()
    }

    /// Stops answering permanently; the port is free afterwards.
    package func stop() {
        process.withLock { process in
            guard let running = process else { return }
            Self.end(running)
            process = nil
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// The requests since the start that have been answered or interrupted.
    ///
    /// Each line has the path, the status and the requested range, or `-` without a range.
    package var log: [String] {
        let text = try? String(contentsOfFile: folder + "/requests.log", encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns the location of a file of the folder.
    ///
    /// - Parameter path: Its path below the folder, with a slash at its start.
    /// - Returns: The absolute URL of the file.
    package func url(_ path: String) -> String {
        url + path
    }

    private static func configuration(
        port: UInt16, root: String, folder: String, bytesPerSecond: Int?
    ) -> String {
        """
        daemon off;
        master_process off;
        worker_processes 1;
        pid "\(folder)/nginx.pid";
        error_log "\(folder)/error.log" warn;
        events { worker_connections 256; }
        http {
            log_format requests '$uri $status $http_range';
            access_log "\(folder)/requests.log" requests;
            client_body_temp_path "\(folder)/body";
            proxy_temp_path "\(folder)/proxy";
            fastcgi_temp_path "\(folder)/fastcgi";
            uwsgi_temp_path "\(folder)/uwsgi";
            scgi_temp_path "\(folder)/scgi";
            sendfile on;
            tcp_nopush on;
            keepalive_requests 100000;
            types {
                application/vnd.apple.mpegurl m3u8;
                video/mp2t ts;
                video/mp4 mp4 m4s;
                text/vtt vtt;
            }
            default_type application/octet-stream;
            server {
                listen 127.0.0.1:\(port);
                root "\(root)";
                \(bytesPerSecond.map { "limit_rate \($0);" } ?? "")
            }
        }

        """
    }

    private static var streamType: Int32 {
        #if canImport(Darwin)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }

    /// Returns a free port.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw StartError(description: "the system gives no port") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func spawn(_ arguments: [String]) throws -> pid_t {
        // The server does not inherit the output of the test, because another process may wait
        // until no process has that output open.
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            unsafe posix_spawn_file_actions_addopen(
                &actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, arguments[0], &actions, nil, pointers, environ)
        guard code == 0 else { throw StartError(description: "nginx cannot be run: \(code)") }
        return process
    }

    /// Waits until the server listens on a port.
    ///
    /// - Returns: Whether the server listens; otherwise the process has ended.
    private static func waitUntilListening(_ port: UInt16, _ process: pid_t) -> Bool {
        let pulse = DispatchSemaphore(value: 0)
        for _ in 0..<3000 {
            var status: Int32 = 0
            if unsafe waitpid(process, &status, WNOHANG) == process { return false }
            if accepts(port) { return true }
            _ = pulse.wait(timeout: .now() + .milliseconds(10))
        }
        end(process)
        return false
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        var address = loopback(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, length) == 0
            }
        }
    }

    private static func end(_ process: pid_t) {
        // Other signals may be blocked, because a child process inherits the set of signals that
        // its parent thread blocks.
        kill(process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
