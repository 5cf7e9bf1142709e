// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets. They are a package of their own because libFuzzer brings its own `main` and wants
// the code under test instrumented. That code is seen through links in `Floors`, so that nothing
// else has to be built and `package` declarations can be reached. A further target is a folder in
// `Sources`, one in `Corpus`, and a line here.

let instrumented: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
]

/// A floor of the house, with what it imports.
func floor(
    _ name: String, imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: imports, path: "Floors/\(name)", exclude: exclude,
        swiftSettings: instrumented)
}

/// A target that feeds what libFuzzer invents to one floor.
func fuzzer(_ name: String, of floors: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: ["Driver"] + floors, swiftSettings: instrumented,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Driver", path: "Driver"),
        .systemLibrary(name: "CCurl", path: "Floors/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "COpenSSL", path: "Floors/COpenSSL", pkgConfig: "libcrypto"),
        floor("VirtualTime"),
        floor("Transport", imports: ["VirtualTime", "CCurl"]),
        floor("Playlists", imports: ["VirtualTime"]),
        floor("SidecarSubtitles", imports: ["VirtualTime"]),
        floor("Sessions"),
        floor(
            "Licences", imports: ["Transport", "Playlists", "Sessions", "COpenSSL"],
            exclude: ["KeyServer/InProcessKeyServer.swift"]),
        fuzzer("PlaylistFuzz", of: ["Playlists", "VirtualTime"]),
        fuzzer("URIFuzz", of: ["Playlists"]),
        fuzzer("WebVTTFuzz", of: ["SidecarSubtitles", "VirtualTime"]),
        fuzzer("LicenceFuzz", of: ["Licences", "Playlists"]),
    ]
)
