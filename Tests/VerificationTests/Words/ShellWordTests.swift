import Testing

@testable import Verification

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("segment-3.ts:404", "segment-3.ts:404"), ("a/b_c=d,e+f@0%20", "a/b_c=d,e+f@0%20"),
        ("", "''"), ("two words", "'two words'"), ("*", "'*'"), ("$(id)", "'$(id)'"),
        ("it's", "'it'\\''s'"), ("'", "''\\'''"), ("x.ts#2:hang", "'x.ts#2:hang'"),
        ("a\nb", "'a\nb'"), ("é", "'é'"), ("[a]`^{}", "'[a]`^{}'"),
    ])
    func `a word is one word to a shell, whatever is in it`(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}
