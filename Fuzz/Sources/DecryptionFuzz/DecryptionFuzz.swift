import Containers
import ContentProtection
import Driver
import Playlists
import Sessions
import Transport
import VirtualTime

/// Decrypts bytes as a segment, an initialization section or a single file, with a fixed key.
///
/// The first byte selects the kind of input and the encryption method. The next two bytes give the
/// length of the initialization section of the segment.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 3 else { return 0 }
    let rest = Array(input.dropFirst(3))
    let split = min(rest.count, Int(input[1]) << 8 | Int(input[2]))
    let methods = EncryptionKey.Method.fuzzed
    let method = methods[Int(input[0] & 0x7F) % methods.count]
    if input[0] & 0x80 != 0 {
        clear(rest)
        decrypt(rest, by: method, role: .initializationSection)
    } else if input[0] & 0x40 != 0 {
        open(rest)
    } else if method == .longCounted {
        // Counter mode decrypts with the same operation that encrypts. The input is encrypted
        // first, so that the reader of decrypted bytes receives exactly the input.
        decrypt(counted(rest), by: method)
    } else {
        let initialization = split == 0 ? nil : Array(rest[..<split])
        decrypt(
            repairingCheckSums(Array(rest[split...])), by: method, initialization: initialization)
    }
    return 0
}

private let vector = [UInt8](repeating: 2, count: 16)

private let decryptor = SegmentDecryptor(
    contentKeys: { identifier in
        identifier.bytes[0] & 1 == 0 ? [UInt8](repeating: 1, count: 16) : nil
    },
    keys: { key, _ in key.method.content })

private func decrypt(
    _ bytes: [UInt8], by method: EncryptionKey.Method, initialization: [UInt8]? = nil,
    role: SegmentContext.Part = .media
) {
    let key = EncryptionKey(method: method, uri: "a.key", initializationVector: vector)
    var segment = MediaSegment(uri: "a.ts", duration: .seconds(1))
    segment.keys = [key]
    segment.initializationSection = InitializationSection(uri: "a.mp4", keys: [key])
    let context = SegmentContext(
        playlistURL: "https://example.com/a.m3u8", segment: segment, mediaSequence: 1,
        initialization: initialization.map { ResourceBody($0) })
    guard let clear = try? decryptor.transform(ResourceBody(bytes), of: context, role: role) else {
        return
    }
    // Decryption keeps the size of the bytes, except that it removes the padding of a block cipher.
    let padding = bytes.count - Int(clear.body.byteCount)
    let mostPadding = method == .aes128 || method == .longChained ? 16 : 0
    guard (0...mostPadding).contains(padding) else { fatalError("\(padding) bytes were lost") }
    if let section = clear.initialization {
        guard section.byteCount == initialization?.count ?? 0 else {
            fatalError("the initialization section has another size")
        }
    }
}

/// Fails when decryption changes the size of a file, or depends on the range that is read.
///
/// Reading a part of the decrypted file must give the same bytes as reading the whole file.
private func open(_ bytes: [UInt8]) {
    guard let file = try? decryptor.open(MemoryInput(bytes), url: "a.mp4"),
        let whole = try? file.input.bytes(at: 0, count: bytes.count)
    else { return }
    guard whole.count == bytes.count else { fatalError("the file has another size") }
    for start in stride(from: 0, to: bytes.count, by: max(97, bytes.count / 64)) {
        guard let part = try? file.input.bytes(at: Int64(start), count: 97),
            part.elementsEqual(whole[start..<min(start + 97, whole.count)])
        else { fatalError("the file reads otherwise from byte \(start)") }
    }
}

/// Fails when `MovieProtection.clear` has an unexpected effect.
///
/// That function rewrites an initialization section so that it describes clear tracks. The result
/// must keep the protection data of the original, and must not change when the function is applied
/// to it again.
private func clear(_ bytes: [UInt8]) {
    guard let movie = try? MovieProtection(bytes), let clear = try? MovieProtection.clear(bytes)
    else { return }
    guard clear.count == bytes.count else { fatalError("another size") }
    do {
        guard try MovieProtection(clear) == movie else { fatalError("another protection") }
        guard try MovieProtection.clear(clear) == clear else { fatalError("cleared twice") }
    } catch {
        fatalError("a clear section was refused: \(error)")
    }
}

private func counted(_ bytes: [UInt8]) -> [UInt8] {
    let key = EncryptionKey.Method.longCounted.content
    guard let result = try? WholeSegment.counted(bytes, key: key, vector: vector) else {
        fatalError("bytes that could not be counted")
    }
    return result
}

/// Writes correct checksums into the tables of a transport stream.
///
/// Random bytes practically never have a correct checksum.
private func repairingCheckSums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.first == 0x47 else { return bytes }
    for start in stride(from: 0, through: bytes.count - 188, by: 188)
    where bytes[start + 1] & 0x40 != 0 {
        let end = start + 188
        let adaptation = bytes[start + 3] & 0x20 == 0 ? 0 : 1 + Int(bytes[start + 4])
        let pointer = start + 4 + adaptation
        guard pointer < end else { continue }
        let section = pointer + 1 + Int(bytes[pointer])
        guard section + 12 <= end, [0, 2].contains(bytes[section]) else { continue }
        let length = Int(bytes[section + 1] & 0x0F) << 8 | Int(bytes[section + 2])
        let sum = section + length - 1
        guard sum > section, sum + 4 <= end else { continue }
        let value = CyclicRedundancy.section(bytes.span.extracting(section..<sum))
        for index in 0..<4 {
            bytes[sum + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))
        }
    }
    return bytes
}

extension EncryptionKey.Method {
    fileprivate static let longChained = Self(rawValue: "AES-256")
    fileprivate static let longCounted = Self(rawValue: "AES-256-CTR")
    fileprivate static let fuzzed: [Self] = [
        .sampleAES, .sampleAESCTR, .aes128, .longChained, .longCounted,
    ]

    /// The fixed key of the method.
    fileprivate var content: [UInt8] {
        [UInt8](repeating: 1, count: rawValue.hasPrefix("AES-256") ? 32 : 16)
    }
}

@main
enum DecryptionFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
