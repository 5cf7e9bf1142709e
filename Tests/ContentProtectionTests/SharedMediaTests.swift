import ContentProtection
import Testing

/// Media that the project did not encrypt itself, against the clear media that it was made from.
@Suite(
    .enabled(if: SharedMedia.isPresent, "the protected media is not beside the repository"))
struct SharedMediaTests {
    private let key = Array("2345678901#!4567".utf8)

    @Test(arguments: ["video", "audio"], [1, 2, 3])
    func `a transport stream equals its clear twin`(kind: String, number: Int) throws {
        let name = "bear-640x360-ac3-\(kind)-\(number).ts"
        var cipher = try SampleCipher(
            key: SharedMedia.bytes("sample-aes-ts/key.bin"),
            vector: Array("34567890".utf8))
        let clear = try TransportStreamDecryptor.decrypt(
            SharedMedia.bytes("sample-aes-ts/\(name)"), with: &cipher)
        let samples = try Sample.all(in: clear)
        let expected = try Sample.all(in: SharedMedia.bytes("sample-aes-ts/clear/\(name)"))
        #expect(samples.count == expected.count)
        #expect(samples == expected)
    }
}
