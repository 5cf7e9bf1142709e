import CFFmpeg

/// The process-wide settings of the FFmpeg libraries.
package enum FFmpegLibrary {
    /// The largest single allocation by FFmpeg, so that a malformed file cannot exhaust the memory.
    private static let largestAllocation = 512 << 20

    /// Whether the libraries are set up, with logging off and allocations bounded.
    ///
    /// The first access to the property sets up the libraries, and must precede any other call.
    static let isPrepared: Bool = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestAllocation)
        return true
    }()

    /// Returns the text of an error number, in words that are suitable for media.
    ///
    /// Demuxers report damage with system error numbers whose texts are misleading here ("Resource
    /// temporarily unavailable"). The corresponding C function is `av_strerror`.
    package static func text(of error: Int32) -> String {
        switch error {
        case shim_AVERROR_EAGAIN: return "damaged: no whole packet follows"
        case shim_AVERROR_EINVAL, shim_AVERROR_EPERM: return "damaged: a value is out of range"
        default: break
        }
        var buffer = [CChar](repeating: 0, count: 128)
        unsafe buffer.withUnsafeMutableBufferPointer { storage in
            _ = unsafe av_strerror(error, storage.baseAddress, storage.count)
        }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
