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

    @Test(arguments: [
        ("films/what?a=bcdefgh.m3u8", "'films/what?a=bcdefgh.m3u8'"),
        ("data:text/plain,secret", "'data:text/plain,…'"), ("a.m3u8", "a.m3u8"),
        ("http://u:p@h/a.m3u8?n=1", "'http://…@h/a.m3u8?n=1'"),
    ])
    func `the secrets of a URL are hidden, and a path has none`(place: String, word: String) {
        #expect(ShellWord.place(place) == word)
    }
}
