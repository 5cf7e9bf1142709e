#if canImport(CSystemd)
    import CSystemd
    import VirtualTime

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A connection to the session bus.
    ///
    /// The corresponding C functions are `sd_bus_open_user` and `sd_bus_flush_close_unref`.
    @safe
    final class SessionBus {
        private var bus: OpaquePointer?

        /// Connects to the session bus.
        ///
        /// - Throws: The reason why the session bus is not available.
        init() throws(MPRISError) {
            let result = unsafe sd_bus_open_user(&bus)
            guard result >= 0 else { throw MPRISError(cause: Self.text(of: result)) }
        }

        deinit { close() }

        private static func text(of result: Int32) -> String {
            unsafe String(cString: strerror(-result))
        }

        /// Requests a bus name; returns whether the name was free.
        ///
        /// The corresponding C function is `sd_bus_request_name`.
        func take(_ name: String) -> Bool { unsafe sd_bus_request_name(bus, name, 0) >= 0 }

        /// The descriptor to wait for; `nil` once the connection has ended.
        var interest: Interest? {
            guard let bus = unsafe bus else { return nil }
            let descriptor = unsafe sd_bus_get_fd(bus)
            let events = unsafe sd_bus_get_events(bus)
            guard descriptor >= 0, events >= 0 else { return nil }
            return Interest(
                descriptor: descriptor, reads: events & Int32(POLLIN) != 0,
                writes: events & Int32(POLLOUT) != 0)
        }

        /// Whether there are messages that were read but have not been handled.
        ///
        /// The corresponding C function is `sd_bus_get_events`, which does not return `POLLIN` in
        /// this case.
        var hasMessages: Bool {
            guard let current = unsafe bus else { return false }
            let events = unsafe sd_bus_get_events(current)
            return events >= 0 && events & Int32(POLLIN) == 0
        }

        /// Handles all messages that have arrived.
        ///
        /// The corresponding C function is `sd_bus_process`. After the connection has ended, this
        /// method does nothing.
        ///
        /// - Parameter reply: Returns the reply to a call.
        func process(_ reply: (BusCall) -> BusReply) {
            while let current = unsafe bus {
                var message: OpaquePointer?
                let result = unsafe sd_bus_process(current, &message)
                if result < 0 { return close() }
                if let call = unsafe message {
                    unsafe answer(call, reply)
                    unsafe sd_bus_message_unref(call)
                }
                if result == 0 { return }
            }
        }

        private func answer(_ message: OpaquePointer, _ reply: (BusCall) -> BusReply) {
            guard unsafe sd_bus_message_is_method_call(message, nil, nil) > 0 else { return }
            func text(_ pointer: UnsafePointer<CChar>?) -> String {
                unsafe pointer.map { unsafe String(cString: $0) } ?? ""
            }
            var arguments: [BusValue] = []
            while arguments.count < 16, let value = unsafe read(message) { arguments.append(value) }
            let call = BusCall(
                path: unsafe text(sd_bus_message_get_path(message)),
                interface: unsafe text(sd_bus_message_get_interface(message)),
                member: unsafe text(sd_bus_message_get_member(message)), arguments: arguments)
            switch reply(call) {
            case .values(let values):
                var answer: OpaquePointer?
                guard unsafe sd_bus_message_new_method_return(message, &answer) >= 0,
                    let filled = unsafe answer
                else { return }
                for value in values { unsafe append(value, to: filled) }
                unsafe sd_bus_send(bus, filled, nil)
                unsafe sd_bus_message_unref(filled)
            case .error(let name, let text):
                unsafe csystemd_reply_error(message, name, text)
            }
        }

        /// Sends a signal.
        ///
        /// The corresponding C function is `sd_bus_message_new_signal`.
        func signal(_ path: String, _ interface: String, _ member: String, _ values: [BusValue]) {
            guard let current = unsafe bus else { return }
            var message: OpaquePointer?
            guard unsafe sd_bus_message_new_signal(current, &message, path, interface, member) >= 0,
                let filled = unsafe message
            else { return }
            for value in values { unsafe append(value, to: filled) }
            unsafe sd_bus_send(current, filled, nil)
            unsafe sd_bus_message_unref(filled)
        }

        /// Writes the waiting messages, and ends the connection.
        func close() {
            guard let current = unsafe bus else { return }
            unsafe bus = nil
            unsafe sd_bus_flush_close_unref(current)
        }

        // MARK: Values

        private func read(_ message: OpaquePointer) -> BusValue? {
            var kind = CChar()
            var contents: UnsafePointer<CChar>?
            guard unsafe sd_bus_message_peek_type(message, &kind, &contents) > 0 else { return nil }
            switch UInt8(bitPattern: kind) {
            case UInt8(ascii: "s"), UInt8(ascii: "o"):
                var text: UnsafePointer<CChar>?
                guard unsafe sd_bus_message_read_basic(message, kind, &text) > 0,
                    let text = unsafe text
                else { return nil }
                let value = unsafe String(cString: text)
                return kind == CChar(UInt8(ascii: "o")) ? .path(value) : .string(value)
            case UInt8(ascii: "x"):
                var number: Int64 = 0
                guard unsafe sd_bus_message_read_basic(message, kind, &number) > 0 else {
                    return nil
                }
                return .int64(number)
            case UInt8(ascii: "d"):
                var number = 0.0
                guard unsafe sd_bus_message_read_basic(message, kind, &number) > 0 else {
                    return nil
                }
                return .double(number)
            case UInt8(ascii: "b"):
                var number: Int32 = 0
                guard unsafe sd_bus_message_read_basic(message, kind, &number) > 0 else {
                    return nil
                }
                return .bool(number != 0)
            case UInt8(ascii: "v"):
                guard unsafe sd_bus_message_enter_container(message, kind, contents) > 0 else {
                    return nil
                }
                defer { unsafe sd_bus_message_exit_container(message) }
                return unsafe read(message)
            default: return nil
            }
        }

        private func append(_ value: BusValue, to message: OpaquePointer) {
            switch value {
            case .string(let text):
                unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text)
            case .path(let text):
                unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "o")), text)
            case .int64(var number):
                unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "x")), &number)
            case .double(var number):
                unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "d")), &number)
            case .bool(let isTrue):
                var number: Int32 = isTrue ? 1 : 0
                unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &number)
            case .strings(let texts):
                unsafe enclose(message, "a", "s") {
                    for text in texts { unsafe append(.string(text), to: message) }
                }
            case .properties(let members):
                unsafe enclose(message, "a", "{sv}") {
                    for (name, member) in members {
                        unsafe enclose(message, "e", "sv") {
                            unsafe append(.string(name), to: message)
                            unsafe append(.variant(member), to: message)
                        }
                    }
                }
            case .variant(let inner):
                unsafe enclose(message, "v", inner.signature) {
                    unsafe append(inner, to: message)
                }
            }
        }

        private func enclose(
            _ message: OpaquePointer, _ kind: Unicode.Scalar, _ contents: String, _ body: () -> Void
        ) {
            let kind = CChar(truncatingIfNeeded: kind.value)
            guard unsafe sd_bus_message_open_container(message, kind, contents) >= 0 else { return }
            body()
            unsafe sd_bus_message_close_container(message)
        }
    }
#endif
