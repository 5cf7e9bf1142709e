/// The features of a codec's samples that can be checked without decoding.
///
/// A lost storage block is read as zeros, and a decoder may accept a sample of zeros as an empty
/// sample.
package enum SampleForm: Equatable, Sendable {
    /// Any bytes.
    case any
    /// At least one byte is not zero, because every frame has a marker or an end that is not zero.
    case nonzero
    /// NAL units, each preceded by its length (ISO/IEC 14496-15, section 4.3.2).
    case units(lengthSize: Int, isHEVC: Bool)

    /// Determines the form of the samples of a track in an ISO file.
    init(_ facts: StreamFacts) {
        let record = facts.extradata
        switch facts.codec {
        case _ where facts.isEncrypted || facts.entry == "encv" || facts.entry == "enca":
            self = .any
        case .h264 where record.count >= 7 && record[0] == 1:
            self = .units(lengthSize: Int(record[4] & 3) + 1, isHEVC: false)
        case .hevc where record.count >= 23 && record[0] == 1:
            self = .units(lengthSize: Int(record[21] & 3) + 1, isHEVC: true)
        case .aac, .ac3, .eac3, .mpegAudio, .flac, .alac, .opus, .av1, .vp9: self = .nonzero
        default: self = .any
        }
    }

    /// Returns whether the bytes of a whole sample violate this form.
    package func isBroken(_ bytes: Span<UInt8>) -> Bool {
        var check = SampleFormCheck(self, byteCount: bytes.count)
        check.take(bytes)
        return check.isBroken
    }
}

/// Checks the form of one sample whose bytes arrive in pieces.
package struct SampleFormCheck {
    /// The size in bytes from which a sample must not consist of zeros only.
    private static let fewestBytes = 8

    private let form: SampleForm
    private let byteCount: Int
    /// The number of bytes of the sample that have not been read yet.
    private var restCount: Int
    private var skippedCount = 0
    private var length = 0
    private var lengthCount = 0
    private var hasContent = false
    private var isDone = false
    private var isOverrun = false
    private var hasEmptyUnit = false

    package init(_ form: SampleForm, byteCount: Int) {
        self.form = form
        self.byteCount = byteCount
        restCount = byteCount
    }

    /// Whether the complete sample does not have the form that its codec requires.
    package var isBroken: Bool {
        switch form {
        case .any: false
        case .nonzero: !hasContent && byteCount >= Self.fewestBytes
        case .units: isOverrun || hasEmptyUnit && !hasContent
        }
    }

    /// Takes the next bytes of the sample.
    package mutating func take(_ bytes: Span<UInt8>) {
        guard !isDone else { return }
        switch form {
        case .any: isDone = true
        case .nonzero:
            for index in 0..<bytes.count where bytes[index] != 0 {
                hasContent = true
                isDone = true
                return
            }
        case .units(let lengthSize, let isHEVC): walk(bytes, lengthSize, isHEVC)
        }
    }

    private mutating func walk(_ bytes: Span<UInt8>, _ lengthSize: Int, _ isHEVC: Bool) {
        var index = 0
        while index < bytes.count, !isDone {
            if skippedCount > 0 {
                let count = min(skippedCount, bytes.count - index)
                skippedCount -= count
                restCount -= count
                index += count
                continue
            }
            let byte = bytes[index]
            if lengthCount < lengthSize {
                length = length << 8 | Int(byte)
                lengthCount += 1
                index += 1
                restCount -= 1
                guard lengthCount == lengthSize else { continue }
                isOverrun = length > restCount
                // After a picture, a length of zero starts the padding. Without a picture, it makes
                // the sample invalid.
                hasEmptyUnit = length == 0
                isDone = isOverrun || hasEmptyUnit
            } else {
                let type = isHEVC ? byte >> 1 & 0x3F : byte & 0x1F
                if isHEVC ? type < 32 : (1...5).contains(type) { hasContent = true }
                skippedCount = length
                length = 0
                lengthCount = 0
            }
        }
    }
}
