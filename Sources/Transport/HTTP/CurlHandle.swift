import CCurl
import VirtualTime

/// The single owner of a libcurl handle and its open connections, for one transfer at a time.
///
/// The corresponding C functions are `curl_easy_init`, `curl_easy_setopt`, `curl_easy_reset` and
/// `curl_easy_cleanup`. The handle is the only member of a transfer set, for which the functions
/// are `curl_multi_init`, `curl_multi_perform`, `curl_multi_poll` and `curl_multi_cleanup`. Any
/// thread may use the handle, but only one thread at a time.
@safe
struct CurlHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let transfers: UnsafeMutableRawPointer

    /// The interval in milliseconds between checks for cancellation while the server is silent.
    private static let patienceMilliseconds: Int32 = 50

    /// Whether libcurl was initialized successfully.
    ///
    /// The library is initialized once per process, before the first handle is created.
    private static let isReady: Bool =
        curl_global_init(ccurl_global_default) == CURLE_OK

    /// Creates a handle; `nil` when the system has no resources left for one.
    init?() {
        guard Self.isReady, let handle = unsafe curl_easy_init() else { return nil }
        guard let transfers = unsafe curl_multi_init() else {
            unsafe curl_easy_cleanup(handle)
            return nil
        }
        unsafe self.handle = handle
        unsafe self.transfers = transfers
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        _ = unsafe curl_multi_cleanup(transfers)
    }

    /// Clears the settings of the last request; connections remain open.
    func reset() {
        unsafe curl_easy_reset(handle)
    }

    /// Sets an option to a number.
    func set(_ option: CURLoption, _ value: Int) {
        _ = unsafe ccurl_set_long(handle, option, value)
    }

    /// Sets an option to a text, which libcurl copies.
    func set(_ option: CURLoption, _ value: String) {
        _ = unsafe ccurl_set_string(handle, option, value)
    }

    /// Sets the header fields; the list must exist until the transfer has ended.
    func set(_ list: borrowing CurlList) {
        _ = unsafe ccurl_set_list(handle, CURLOPT_HTTPHEADER, list.head)
    }

    /// Makes the request a `POST` of bytes, which libcurl copies.
    func post(_ bytes: [UInt8]) {
        set(CURLOPT_POSTFIELDSIZE, bytes.count)
        // Even an empty body needs a valid address.
        unsafe (bytes + [0]).withUnsafeBytes { buffer in
            let address = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            _ = unsafe ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, address)
        }
    }

    /// Performs the configured request.
    ///
    /// - Parameter intake: The receiver of the header and the body.
    /// - Returns: The result code of libcurl.
    func perform(_ intake: HTTPIntake) -> CURLcode {
        // The pointer stays valid, because the intake outlives the transfer. The transfer ends when
        // its handle is removed.
        let context = unsafe Unmanaged.passUnretained(intake).toOpaque()
        _ = unsafe ccurl_set_writer(handle, CURLOPT_HEADERFUNCTION, receiveHeader)
        _ = unsafe ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        _ = unsafe ccurl_set_writer(handle, CURLOPT_WRITEFUNCTION, receiveBody)
        _ = unsafe ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        _ = unsafe ccurl_allow_quick_exit(handle)
        guard unsafe curl_multi_add_handle(transfers, handle) == CURLM_OK else {
            return CURLE_FAILED_INIT
        }
        defer { _ = unsafe curl_multi_remove_handle(transfers, handle) }
        return withExtendedLifetime(intake) { transfer(cancellation: intake.cancellation) }
    }

    /// Transfers bytes until the end or until cancellation.
    private func transfer(cancellation: CancellationFlag?) -> CURLcode {
        var running: Int32 = 1
        while running > 0 {
            if cancellation?.isCancelled == true { return CURLE_ABORTED_BY_CALLBACK }
            guard unsafe curl_multi_perform(transfers, &running) == CURLM_OK else {
                return CURLE_FAILED_INIT
            }
            guard running > 0 else { break }
            let patience = Self.patienceMilliseconds
            guard unsafe curl_multi_poll(transfers, nil, 0, patience, nil) == CURLM_OK else {
                return CURLE_FAILED_INIT
            }
        }
        var left: Int32 = 0
        guard let message = unsafe curl_multi_info_read(transfers, &left) else {
            return CURLE_FAILED_INIT
        }
        return unsafe message.pointee.data.result
    }

    /// Returns a text that libcurl stores about the last request.
    func text(_ info: CURLINFO) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe ccurl_get_string(handle, info, &text) == CURLE_OK, let text = unsafe text
        else { return nil }
        return unsafe String(cString: text)
    }
}

/// The single owner of a libcurl list of texts.
///
/// The corresponding C functions are `curl_slist_append` and `curl_slist_free_all`.
@safe
struct CurlList: ~Copyable {
    fileprivate private(set) var head: UnsafeMutablePointer<curl_slist>?

    init() {
        unsafe head = nil
    }

    deinit {
        unsafe curl_slist_free_all(head)
    }

    /// Adds a copy of a text.
    mutating func append(_ text: String) {
        if let longer = unsafe curl_slist_append(head, text) { unsafe head = longer }
    }
}

private func receiveHeader(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let intake = unsafe Unmanaged<HTTPIntake>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    unsafe intake.receive(headerLine: line)
    return size * count
}

private func receiveBody(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let intake = unsafe Unmanaged<HTTPIntake>.fromOpaque(context).takeUnretainedValue()
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Accepting fewer bytes than offered ends the transfer.
    return unsafe intake.receive(piece) ? size * count : 0
}
