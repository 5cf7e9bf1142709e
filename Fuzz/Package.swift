// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets. They are a package of their own because libFuzzer has its own `main` and requires
// the code under test to be instrumented. That code is included through links in `Floors`, so that
// no higher floor has to be built and `package` declarations are visible. A new target needs a
// folder in `Sources`, one in `Corpus`, and a line here.

let instrumented: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
]

/// Returns a floor of the house with its imports.
func floor(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: imports, path: "Floors/\(name)", swiftSettings: instrumented)
}

/// Returns a target that feeds the input of libFuzzer to some floors.
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
        .systemLibrary(name: "CExpat", path: "Floors/CExpat", pkgConfig: "expat"),
        .systemLibrary(name: "CFFmpeg", path: "Floors/CFFmpeg", pkgConfig: "libavformat"),
        .systemLibrary(name: "CCurl", path: "Floors/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "COpenSSL", path: "Floors/COpenSSL", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CSQLite", path: "Floors/CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CXXHash", path: "Floors/CXXHash", pkgConfig: "libxxhash"),
        .systemLibrary(name: "CYAML", path: "Floors/CYAML", pkgConfig: "yaml-0.1"),
        floor("Formats"),
        floor("VirtualTime"),
        floor("Transport", imports: ["Formats", "VirtualTime", "CCurl"]),
        floor("Playlists", imports: ["Formats", "VirtualTime"]),
        floor("Containers", imports: ["Formats", "VirtualTime", "CFFmpeg", "CExpat"]),
        floor("Presentation", imports: ["VirtualTime", "Playlists", "Containers"]),
        floor(
            "Sessions",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Presentation",
            ]),
        floor(
            "SidecarSubtitles",
            imports: ["Formats", "VirtualTime", "Transport", "Playlists", "Sessions"]),
        floor(
            "ContentProtection",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Sessions",
                "COpenSSL",
            ]),
        floor(
            "OfflineDownloads",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Sessions", "CSQLite",
                "CXXHash",
            ]),
        floor("PlaybackControl", imports: ["Formats", "VirtualTime", "Presentation", "Sessions"]),
        floor(
            "HeadlessPlayback",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Presentation",
                "Sessions", "PlaybackControl", "SidecarSubtitles", "ContentProtection",
                "OfflineDownloads",
            ]),
        floor("Verification", imports: ["HeadlessPlayback", "CYAML"]),
        fuzzer("PlaylistFuzz", of: ["Playlists", "VirtualTime"]),
        fuzzer("URIFuzz", of: ["Playlists"]),
        fuzzer(
            "WebVTTFuzz", of: ["SidecarSubtitles", "Sessions", "Playlists", "VirtualTime"]),
        fuzzer("LicenceFuzz", of: ["ContentProtection", "Playlists"]),
        fuzzer(
            "DecryptionFuzz",
            of: [
                "Containers", "ContentProtection", "Sessions", "Playlists", "Transport",
                "VirtualTime",
            ]),
        fuzzer("BitstreamFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("SegmentFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("TransportFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("SpliceXMLFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("SpliceFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("CatalogueFuzz", of: ["Formats", "Sessions", "Transport", "VirtualTime"]),
        fuzzer(
            "PlannerFuzz",
            of: ["OfflineDownloads", "Sessions", "Playlists", "Transport", "VirtualTime"]),
        fuzzer("ScenarioFuzz", of: ["Verification", "HeadlessPlayback"]),
    ]
)
