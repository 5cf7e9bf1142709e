import Containers

/// An input that records whether libavformat reads its bytes.
struct LoggedInput: ContainerInput {
    /// A record of whether libavformat has read the input.
    final class Log: @unchecked Sendable {
        /// Whether libavformat has read the input.
        ///
        /// libavformat fills a buffer of 128 KiB that begins with the initialization section, so it
        /// requests `prefixCount` bytes fewer from the start of the media. No other reader makes a
        /// request of this size.
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
