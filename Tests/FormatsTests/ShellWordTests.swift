import Formats
import Testing

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("segment-3.ts:404", "segment-3.ts:404"), ("a/b_c=d,e+f@0%20", "a/b_c=d,e+f@0%20"),
        ("", "''"), ("two words", "'two words'"), ("*", "'*'"), ("$(id)", "'$(id)'"),
        ("it's", "'it'\\''s'"), ("'", "''\\'''"), ("x.ts#2:hang", "'x.ts#2:hang'"),
        ("a\nb", "'a\nb'"), ("é", "'é'"), ("[a]`^{}", "'[a]`^{}'"),
    ])
    func `any text becomes one word to a shell`(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}
