import OfflineDownloads
import Testing

@Suite struct ChecksumTests {
    /// The output of `xxhsum -H3` for these texts.
    @Test(arguments: [
        ("", "2d06800538d394c2"), ("a", "e6c632b61e964e1f"), ("abc", "78af5f94892f3950"),
        ("The quick brown fox jumps over the lazy dog", "ce7d19a5418fb365"),
    ])
    func `checksums are XXH3 with 64 bits`(text: String, digits: String) {
        #expect(Checksum.of(Array(text.utf8)).hexadecimal == digits)
    }

    @Test func `short checksums are written with leading zeros`() {
        #expect(UInt64(0x1F).hexadecimal == "000000000000001f")
    }
}
