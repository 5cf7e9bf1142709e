import CFFmpeg
import Formats

/// The MD5 digest of bytes, to compare payloads with the output of other tools.
///
/// The corresponding C function is `av_md5_sum`.
enum MD5Digest {
    static func text(of bytes: Span<UInt8>) -> String {
        var digest = [UInt8](repeating: 0, count: 16)
        unsafe digest.withUnsafeMutableBufferPointer { target in
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe av_md5_sum(target.baseAddress, source.baseAddress, source.count)
            }
        }
        return Hexadecimal.text(digest)
    }
}
