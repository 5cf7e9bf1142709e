import Containers

/// An input that records whether libavformat reads its bytes.
struct LoggedInput: ContainerInput {
    /// A record of the requests.
    final class Log: @unchecked Sendable {
        /// Whether libavformat has read the input.
        ///
        /// Only libavformat fills a buffer of 128 KiB from the start of the initialization section.
        var isOfLibavformat = false
    }

    let input: MemoryInput
    /// The size of the initialization section.
    var prefixCount = 0
    let log = Log()
    var byteCount: Int64? { input.byteCount }

    func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        if offset == 0, buffer.byteCount == 1 << 17 - prefixCount { log.isOfLibavformat = true }
        return try input.read(at: offset, into: &buffer)
    }
}
