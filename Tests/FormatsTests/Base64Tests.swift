import Formats
import Foundation
import Testing
import VirtualTime

/// Base64, compared with the implementation of Foundation.
@Suite struct Base64Tests {
    @Test func `any bytes are encoded as by Foundation, and decoded again`() {
        var random = SeededRandom(seed: 4648)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64.encode(bytes)
            #expect(text == Array(Data(bytes).base64EncodedData()))
            #expect(text.count == Base64.count(for: bytes))
            #expect(Base64.decode(text) == bytes)
            #expect(Base64.decode(text, isLoose: true) == bytes)
        }
    }

    @Test(arguments: [
        ("TQ==", "M"), ("TQ", "M"), ("TWE=", "Ma"), ("TWE", "Ma"), (" T W\nF\tu\r\n", "Man"),
        ("", ""),
    ])
    func `blanks are skipped and padding may be missing`(text: String, bytes: String) {
        #expect(Base64.decode(Array(text.utf8)) == Array(bytes.utf8))
    }

    @Test(arguments: [
        "T", "TQ=", "TQ=A", "TWE==", "TWFu=", "TWFu====", "====", "T!==", "-_-_", "TWFuT",
    ])
    func `a text that is not Base64 is refused`(text: String) {
        #expect(Base64.decode(Array(text.utf8)) == nil)
    }

    @Test func `lenient decoding accepts the alphabet for URLs and wrong padding`() {
        let decode = { (text: String) in Base64.decode(Array(text.utf8), isLoose: true) }
        #expect(decode("-_-_") == Base64.decode(Array("+/+/".utf8)))
        #expect(decode("TQ=") == [0x4D] && decode("TWE==") == [0x4D, 0x61])
        #expect(decode("TWFu===") == nil && decode("T") == nil && decode("TQ=A") == nil)
        #expect(decode("TW!u") == nil)
    }
}
