import TestSupport
import Testing

@testable import PlayctlCommands

/// The title of an asset, which also names its golden trace.
@Suite struct AssetTitleTests {
    @Test(arguments: [
        ("film/index.m3u8", "film"), ("./index.m3u8", "index"), ("a.m3u8", "a"),
        ("films/film.v1/index.m3u8", "film.v1"), ("films/film.v2/master.m3u8", "film.v2"),
        ("film/other.m3u8", "film/other"), ("film/a?b#c.m3u8", "film/a?b#c"),
        ("http://127.0.0.1:8000/index.m3u8", "127.0.0.1:8000"),
        ("http://127.0.0.1:8000/a.m3u8", "127.0.0.1:8000/a"),
        ("http://127.0.0.1:8000/b.m3u8?x=/y/z", "127.0.0.1:8000/b"),
        ("http://user:secret@example.com/a.m3u8#b", "example.com/a"),
        ("https://example.com", "example.com"), ("https://example.com/f/index.m3u8", "f"),
        ("data:application/vnd.apple.mpegurl,#EXTM3U", "data"), ("/", "asset"), ("", "asset"),
    ])
    func `the title of an asset has its folder, and its file name unless that is generic`(
        place: String, title: String
    ) {
        #expect(AssetTitle.text(of: place) == title)
    }
}
