import ContentProtection
import TestSupport
import Testing

@Suite struct CipherTests {
    /// The four plaintext blocks of all examples in NIST SP 800-38A, appendix F.
    private let plain = bytes(
        """
        6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
        """)
    private static let key128 = bytes("2b7e151628aed2a6abf7158809cf4f3c")
    private static let key256 = bytes(
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
    private let vector = bytes("000102030405060708090a0b0c0d0e0f")
    private let counter = bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")

    /// The examples F.2.1 and F.2.5 of NIST SP 800-38A: CBC with keys of 128 and 256 bits.
    static let chained = [
        (
            key128,
            bytes(
                """
                7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
                73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
                """)
        ),
        (
            key256,
            bytes(
                """
                f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d
                39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b
                """)
        ),
    ]

    /// The examples F.5.1 and F.5.5 of NIST SP 800-38A: counter mode with keys of 128 and 256 bits.
    static let counted = [
        (
            key128,
            bytes(
                """
                874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff
                5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee
                """)
        ),
        (
            key256,
            bytes(
                """
                601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5
                2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6
                """)
        ),
    ]

    @Test func `AES encrypts one block as in FIPS 197, appendix C`() throws {
        for (key, expected) in [
            ("000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"),
            (
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "8ea2b7ca516745bfeafc49904b496089"
            ),
        ] {
            var block = bytes("00112233445566778899aabbccddeeff")
            var cipher = try BlockCipher(.chained, .encrypt, key: bytes(key))
            try cipher.restart([UInt8](repeating: 0, count: 16))
            try cipher.apply(to: &block)
            #expect(block == bytes(expected))
        }
    }

    @Test(arguments: chained)
    func `CBC gives the blocks of SP 800-38A, at once and block by block`(
        key: [UInt8], expected: [UInt8]
    ) throws {
        var encryption = try BlockCipher(.chained, .encrypt, key: key)
        try encryption.restart(vector)
        var text = plain
        try encryption.apply(to: &text)
        #expect(text == expected)
        var decryption = try BlockCipher(.chained, .decrypt, key: key)
        try decryption.restart(vector)
        for start in stride(from: 0, to: 64, by: 16) {
            try decryption.apply(to: &text, in: start..<start + 16)
        }
        #expect(text == plain)
    }

    @Test(arguments: counted)
    func `CTR gives the text of SP 800-38A, from any position`(
        key: [UInt8], expected: [UInt8]
    ) throws {
        var stream = try CounterStream(key: key)
        for offset in 0...64 {
            try stream.restart(counter, offset: offset)
            var text = Array(expected[offset...])
            let middle = text.count / 3
            try stream.apply(to: &text, in: 0..<middle)
            try stream.apply(to: &text, in: middle..<text.count)
            #expect(text == Array(plain[offset...]))
        }
    }

    @Test func `a 64-bit counter does not carry into the upper half of the block`() throws {
        let first = [UInt8](repeating: 7, count: 8) + [UInt8](repeating: 0xFF, count: 8)
        let second = [UInt8](repeating: 7, count: 8) + [UInt8](repeating: 0, count: 8)
        var stream = try CounterStream(key: Self.key128)
        try stream.restart(second)
        var expected = [UInt8](repeating: 0, count: 48)
        try stream.apply(to: &expected, in: expected.indices)
        try stream.restart(first)
        var text = [UInt8](repeating: 0, count: 64)
        try stream.apply(to: &text, in: 0..<5)
        try stream.apply(to: &text, in: 5..<64)
        #expect(Array(text[16...]) == expected)
        try stream.restart(first, offset: 16)
        text = [UInt8](repeating: 0, count: 48)
        try stream.apply(to: &text, in: text.indices)
        #expect(text == expected)
    }

    @Test func `an initialization vector of 8 bytes is extended with eight zeros`() throws {
        var stream = try CounterStream(key: Self.key128)
        try stream.restart(Array(vector[..<8]))
        var text = plain
        try stream.apply(to: &text, in: text.indices)
        try stream.restart(vector[..<8] + [UInt8](repeating: 0, count: 8))
        try stream.apply(to: &text, in: text.indices)
        #expect(text == plain)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1000])
    func `a whole segment loses its padding`(count: Int) throws {
        let clear = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for key in [Self.key128, Self.key256] {
            let encrypted = try EncryptorWholeSegment.encrypt(clear, key: key, vector: vector)
            #expect(encrypted.count == count / 16 * 16 + 16)
            #expect(try WholeSegment.chained(encrypted, key: key, vector: vector) == clear)
        }
    }

    @Test func `a wrong padding is reported`() throws {
        for last: UInt8 in [0, 2, 17, 255] {
            var cipher = try BlockCipher(.chained, .encrypt, key: Self.key128)
            try cipher.restart(vector)
            var text = [UInt8](repeating: 1, count: 31) + [last]
            try cipher.apply(to: &text)
            #expect(throws: DecryptionError(.padding)) {
                try WholeSegment.chained(text, key: Self.key128, vector: vector)
            }
        }
    }

    @Test func `wrong lengths of ciphertext, initialization vector and key are reported`() throws {
        #expect(throws: DecryptionError(.ciphertextLength(17))) {
            try WholeSegment.chained(
                [UInt8](repeating: 0, count: 17), key: Self.key128, vector: vector)
        }
        #expect(throws: DecryptionError(.truncated("the ciphertext"))) {
            try WholeSegment.chained([], key: Self.key128, vector: vector)
        }
        #expect(throws: DecryptionError(.initializationVectorLength(8))) {
            try WholeSegment.chained(plain, key: Self.key128, vector: Array(vector[..<8]))
        }
        #expect(throws: DecryptionError(.initializationVectorLength(17))) {
            try WholeSegment.counted(plain, key: Self.key256, vector: vector + [0])
        }
        #expect(throws: DecryptionError(.keyLength(expected: 16, found: 24))) {
            try WholeSegment.chained(
                plain, key: [UInt8](repeating: 0, count: 24), vector: vector)
        }
    }

    @Test func `a segment without an initialization vector uses its media sequence number`() {
        #expect(
            WholeSegment.vector(mediaSequence: 0x0102_0304)
                == [UInt8](repeating: 0, count: 12) + [1, 2, 3, 4])
    }
}

/// Returns the bytes that hexadecimal digits represent.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}

@Suite struct ZeroSearchTests {
    @Test func `a zero byte inside a range is found, and a zero byte outside is not`() {
        for count in 0...40 {
            let none = [UInt8](repeating: 1, count: count + 2)
            for zero in none.indices {
                var bytes = none
                bytes[zero] = 0
                let isInside = zero >= 1 && zero <= count
                #expect(ZeroSearch.finds(in: bytes, 1..<count + 1) == isInside)
            }
        }
    }

    @Test func `a start code is found at every place`() {
        for count in [3, 4, 65, 66, 67, 68, 130, 131, 132, 133] {
            for place in 0...count - 3 {
                var bytes = [UInt8](repeating: 0x80, count: count)
                bytes.replaceSubrange(place..<place + 3, with: [0, 0, 2])
                #expect(VideoUnits.holdsStartCode(bytes, in: 0..<count))
                bytes[place + 2] = 3
                #expect(!VideoUnits.holdsStartCode(bytes, in: 0..<count))
                bytes.replaceSubrange(place..<place + 3, with: [0, 2, 0])
                #expect(!VideoUnits.holdsStartCode(bytes, in: 0..<count))
            }
        }
    }
}
