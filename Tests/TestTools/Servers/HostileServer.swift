#if canImport(Glibc)
    import Glibc
    import Synchronization

    /// A server on 127.0.0.1 that answers with violations of HTTP until its client disconnects.
    ///
    /// It writes to plain sockets, because an HTTP library would not permit these answers.
    package final class HostileServer: Sendable {
        /// The answer to a request for anything but a playlist.
        package enum Behaviour: String, CaseIterable, Sendable {
            /// Sends an endless body without stating its length.
            case endlessBody
            /// Sends an endless series of chunks.
            case endlessChunks
            /// Announces a body of a terabyte, and sends as many bytes as the client receives.
            case announcedTerabyte
            /// Announces a short body, but sends an endless body.
            case moreThanAnnounced
            /// Sends a byte from time to time.
            case drip
            /// Sends a byte of the header from time to time.
            case drippingHeader
            /// Sends an endless series of header fields.
            case endlessHeader
            /// Sends an endless series of interim responses (1xx).
            case endlessProvisional
            /// Redirects the client with a response whose body never ends.
            case endlessRedirectBody
            /// Redirects every request to the same location.
            case redirectLoop
            /// Refuses the request, with an endless error page.
            case endlessRefusal
            /// Accepts the connection and sends nothing.
            case silence
            /// Sends the start of the body and nothing more.
            case silenceInBody
            /// Sends bytes that are not HTTP.
            case noise
            /// Sends a byte range that was not requested, with an endless body.
            case endlessPart
            /// Closes the connection at once.
            case hangUp
        }

        /// The URL of the server, without a slash at the end.
        package let url: String
        /// The number of bytes sent, over all connections.
        package var sentByteCount: Int64 { sent.withLock { $0 } }

        private let listener: Int32
        private let behaviour: Behaviour
        private let playlist: [UInt8]
        private let sent = Mutex<Int64>(0)
        private let isOver = Mutex(false)

        /// Starts a server; `nil` when the system provides no port.
        ///
        /// - Parameters:
        ///   - behaviour: The answer to a request for anything but a playlist.
        ///   - playlist: The body of the answer for `/index.m3u8`; if it is empty, `behaviour` also
        ///     determines this answer.
        package init?(_ behaviour: Behaviour, playlist: [UInt8]) {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                        && getsockname(listener, $0, &length) == 0
                }
            }
            guard isBound else {
                close(listener)
                return nil
            }
            self.listener = listener
            self.behaviour = behaviour
            self.playlist = playlist
            url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
            start { [weak self] in
                while true {
                    let connection = accept(listener, nil, nil)
                    guard connection >= 0 else { return }
                    guard let self, !self.isOver.withLock({ $0 }) else {
                        close(connection)
                        return
                    }
                    start { [weak self] in
                        self?.serve(connection)
                        close(connection)
                    }
                }
            }
        }

        /// Stops the server; each connection ends once it detects the stop.
        package func stop() {
            isOver.withLock { $0 = true }
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }

        private func serve(_ connection: Int32) {
            var buffer = [UInt8](repeating: 0, count: 8192)
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            let request = String(decoding: buffer.prefix(count), as: UTF8.self)
            if request.hasPrefix("GET /index.m3u8"), !playlist.isEmpty {
                _ = send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(playlist.count)\r\nConnection: close\r\n\r\n",
                    connection)
                _ = send(playlist, connection)
                return
            }
            misbehave(connection)
        }

        private func misbehave(_ connection: Int32) {
            let ok = "HTTP/1.1 200 OK\r\n"
            switch behaviour {
            case .endlessBody: pour(ok + "\r\n", connection)
            case .endlessChunks:
                let chunk =
                    Array("10000\r\n".utf8) + [UInt8](repeating: 7, count: 65_536) + [13, 10]
                pour(ok + "Transfer-Encoding: chunked\r\n\r\n", connection, chunk)
            case .announcedTerabyte:
                pour(ok + "Content-Length: 1099511627776\r\n\r\n", connection)
            case .moreThanAnnounced: pour(ok + "Content-Length: 1000\r\n\r\n", connection)
            case .drip: drip(ok + "Content-Length: 100000\r\n\r\n", connection)
            case .drippingHeader: drip("HTTP/1.1 200 OK\r\nX-A: ", connection)
            case .endlessHeader: pour(ok, connection, Array("X-Field: value\r\n".utf8))
            case .endlessProvisional:
                pour("", connection, Array("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n".utf8))
            case .endlessRedirectBody:
                pour("HTTP/1.1 302 Found\r\nLocation: /other\r\n\r\n", connection)
            case .redirectLoop:
                _ = send(
                    "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n"
                        + "Connection: close\r\n\r\n", connection)
            case .endlessRefusal: pour("HTTP/1.1 404 Not Found\r\n\r\n", connection)
            case .silence: wait(connection)
            case .silenceInBody:
                _ = send(ok + "Content-Length: 100000\r\n\r\nabc", connection)
                wait(connection)
            case .noise: pour("", connection)
            case .endlessPart:
                pour(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-9/10\r\n\r\n",
                    connection)
            case .hangUp: return
            }
        }

        /// Sends a head and then pieces, as long as the client receives them.
        private func pour(
            _ head: String, _ connection: Int32,
            _ piece: [UInt8] = [UInt8](repeating: 7, count: 65_536)
        ) {
            guard send(head, connection) else { return }
            while !isOver.withLock({ $0 }), send(piece, connection) {}
        }

        /// Sends a head and then a byte from time to time.
        private func drip(_ head: String, _ connection: Int32) {
            guard send(head, connection) else { return }
            while !isOver.withLock({ $0 }), send([7], connection) { usleep(50_000) }
        }

        /// Waits until the client has disconnected.
        private func wait(_ connection: Int32) {
            var byte: [UInt8] = [0]
            while !isOver.withLock({ $0 }) {
                if unsafe recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) == 0 { return }
                usleep(20_000)
            }
        }

        private func send(_ text: String, _ connection: Int32) -> Bool {
            send(Array(text.utf8), connection)
        }

        private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
            var done = 0
            while done < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Glibc.send(
                        connection, buffer.baseAddress?.advanced(by: done), bytes.count - done,
                        Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                done += count
                sent.withLock { $0 += Int64(count) }
            }
            return true
        }
    }

    /// Runs a closure on a thread of its own.
    private func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(Job(body)).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, box)
        guard code == 0 else { fatalError("no thread") }
        pthread_detach(thread)
    }

    private final class Job: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
#endif
