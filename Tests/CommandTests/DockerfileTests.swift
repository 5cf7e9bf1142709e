import Foundation
import TestSupport
import Testing

/// The image of the `Dockerfile` contains everything that the tool needs, and nothing else.
@Suite struct DockerfileTests {
    private static let root = SampleMedia.folder + "/../.."
    private static let isDebian12 = ShellCommand.succeeds(
        "grep -q bookworm /etc/os-release && command -v dpkg readelf")

    private let text: String

    init() throws {
        text = try String(contentsOfFile: Self.root + "/Dockerfile", encoding: .utf8)
    }

    /// The packages that the last stage of the `Dockerfile` installs.
    private var packages: Set<String> {
        let stage = text.components(separatedBy: "\nFROM ").last ?? ""
        let words = stage.split(whereSeparator: \.isWhitespace).map(String.init)
        let start = words.firstIndex(of: "--no-install-recommends") ?? words.endIndex
        return Set(words[start...].dropFirst().prefix { $0 != "&&" }.filter { $0 != "\\" })
    }

    @Test(.enabled(if: isDebian12, "needs Debian 12, which the image is made of"))
    func `the last stage installs the libraries that the tool is linked with`() throws {
        let list = try #require(
            ShellCommand.text(
                of: """
                    readelf -d '\(Playctl.path)' | sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p' |
                    while read -r name; do dpkg -S "$name" 2>/dev/null | sed -n '1s/:.*//p'; done | sort -u
                    """))
        let base: Set = ["libc6", "libc6-dev", "libgcc-s1", "libstdc++6"]
        let needed = Set(list.split(separator: "\n").map(String.init)).subtracting(base)
        #expect(needed.count >= 9)
        #expect(packages == needed.union(["ca-certificates"]))
    }

    @Test func `the build stage installs the packages that every build needs`() {
        let build = text.components(separatedBy: "\nFROM ").first { $0.contains("AS build") } ?? ""
        #expect(build.contains("Scripts/install-dependencies"))
        #expect(build.contains("make install PREFIX=/usr DESTDIR=/installed"))
        #expect(text.contains("COPY --from=build /installed/usr /usr\n"))
    }

    @Test func `the image runs the tool without the rights of root`() {
        let stage = text.components(separatedBy: "\nFROM ").last ?? ""
        #expect(stage.contains("\nUSER playctl\n"))
        #expect(stage.hasSuffix("\nENTRYPOINT [\"playctl\"]\n"))
    }

    @Test func `README lists the packages that are installed for a build`() throws {
        let readme = try String(contentsOfFile: Self.root + "/README.md", encoding: .utf8)
        let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| Debian 12") })
        let listed = Set(row.matches(of: /[a-z0-9+.-]*[a-z0-9+]+/).map { String($0.0) })
        let script = try String(
            contentsOfFile: Self.root + "/Scripts/install-dependencies", encoding: .utf8)
        let build = script.components(separatedBy: "if [[ $purpose != play ]]").first ?? ""
        let names = build.matches(of: /\b(?:lib|zlib)[a-z0-9+-]+-dev/).map { String($0.0) }
        #expect(names.count >= 10)
        // The Swift toolchain or its image already has these two packages, so the README may omit
        // them.
        for name in Set(names).subtracting(["libxml2-dev", "libncurses-dev"]) {
            #expect(listed.contains(name), "\(name)")
        }
    }
}
