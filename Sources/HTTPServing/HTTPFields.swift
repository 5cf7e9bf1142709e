import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The header fields and the query of a request, collected from libmicrohttpd.
final class HTTPFields {
    private(set) var headers: [String: String] = [:]
    private(set) var query: [String] = []

    init(of connection: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe MHD_get_connection_values(
            connection, cmicrohttpd_header_kind, collectField, context)
        _ = unsafe MHD_get_connection_values(
            connection, cmicrohttpd_query_kind, collectField, context)
    }

    /// Returns the client port of a request, which identifies its connection.
    static func clientPort(of connection: OpaquePointer) -> UInt16 {
        guard let address = unsafe cmicrohttpd_client_address(connection)
        else { return 0 }
        // The port is at the same position in IPv4 and IPv6 addresses.
        return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            unsafe UInt16(bigEndian: $0.pointee.sin_port)
        }
    }

    fileprivate func add(_ name: String, _ value: String?, isHeader: Bool) {
        if isHeader {
            headers[name.lowercased()] = value ?? ""
        } else {
            query.append(value.map { "\(name)=\($0)" } ?? name)
        }
    }
}

private func collectField(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
    value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let context = unsafe context, let name = unsafe name else { return cmicrohttpd_no }
    let fields = unsafe Unmanaged<HTTPFields>.fromOpaque(context).takeUnretainedValue()
    let text: String? = if let value = unsafe value { unsafe String(cString: value) } else { nil }
    fields.add(
        unsafe String(cString: name), text, isHeader: kind == cmicrohttpd_header_kind)
    return cmicrohttpd_yes
}
