import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing
import Transport

/// One encrypted segment that is decrypted as in a session, with correct and wrong keys.
struct KeyTrial: CustomTestStringConvertible {
    static let key = Array("the right key is".utf8)
    static let vector = Array("vector of trials".utf8)

    let testDescription: String
    private let method: EncryptionKey.Method
    private let media: [UInt8]
    private let initialization: [UInt8]?

    /// Creates the encrypted segment by encrypting the samples of a clear transport stream.
    init(_ name: String, transportStream clear: [UInt8]) throws {
        var encryptor = EncryptorTransportStream()
        (encryptor.key, encryptor.vector) = (Self.key, Self.vector)
        testDescription = name
        method = .sampleAES
        media = try encryptor.encrypt(clear)
        initialization = nil
    }

    /// Creates the encrypted segment from packed audio; the tags before the audio stay clear.
    init(_ name: String, packedAudio clear: [UInt8], _ codec: AudioCodec) throws {
        let start = clear.indices.first { AudioFrame(codec, at: $0, in: clear) != nil } ?? 0
        testDescription = name
        method = .sampleAES
        media =
            try clear[..<start]
            + EncryptorTransportStream.encryptAudio(
                Array(clear[start...]), codec, key: Self.key, vector: Self.vector)
        initialization = nil
    }

    /// Creates the encrypted segment from clear fragments, in a scheme of Common Encryption.
    init(
        _ name: String, fragments clear: [UInt8], behind section: [UInt8],
        _ scheme: ProtectionScheme, isHEVC: Bool = false, clearCount: Int? = nil
    ) throws {
        var encryptor = EncryptorFragments(scheme: scheme, key: Self.key)
        if scheme == .cens || scheme == .cbcs { (encryptor.crypt, encryptor.skip) = (1, 9) }
        if scheme == .cbc1 || scheme == .cbcs { encryptor.vectorCount = 16 }
        let isVideo = section.firstRange(of: Array("vmhd".utf8)) != nil
        encryptor.isHEVC = isHEVC
        encryptor.clearCount = clearCount
        encryptor.hasParts = isVideo
        if !isVideo, scheme == .cbcs { (encryptor.crypt, encryptor.skip) = (0, 0) }
        testDescription = "\(name), \(scheme)"
        method = scheme == .cenc || scheme == .cens ? .sampleAESCTR : .sampleAES
        media = try encryptor.media(clear, video: isVideo ? [1] : [])
        initialization = encryptor.initialization(section)
    }

    /// The verdict of decoders: the key is right, it may be right or wrong, or it is wrong.
    enum Outcome: Equatable { case proven, undecided, refused }

    /// Decrypts the segment with a key, and returns the verdict of decoders.
    func outcome(of key: [UInt8]) -> Outcome {
        let decryptor = SegmentDecryptor { _, _ in key }
        let listed = EncryptionKey(
            method: method, uri: "key", initializationVector: Self.vector)
        var segment = MediaSegment(uri: "segment", duration: .seconds(2))
        segment.keys = [listed]
        if initialization != nil {
            segment.initializationSection = InitializationSection(uri: "init", keys: [listed])
        }
        var context = SegmentContext(
            playlistURL: "/index.m3u8", segment: segment, mediaSequence: 1)
        do throws(SessionError) {
            if let initialization {
                context.initialization = try decryptor.transform(
                    ResourceBody(initialization), of: context, role: .initializationSection
                ).body
            }
            let clear = try decryptor.transform(ResourceBody(media), of: context, role: .media)
            let proofs = [clear.proof(of: [listed])].compactMap(\.self)
            let proven = try SegmentJob.prove(
                proofs, on: clear.body,
                initialization: clear.initialization ?? context.initialization, url: "segment")
            return proven.isEmpty ? .undecided : .proven
        } catch {
            return .refused
        }
    }
}
