// swift-tools-version: 6.2
import PackageDescription

// Programs that measure the package from outside, built in release only. They are a package of
// their own so that measuring never slows down builds and tests.

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "headless-playback", path: "..")],
    targets: ["playlist-bench", "core-bench"].map { name in
        .executableTarget(
            name: name,
            dependencies: [.product(name: "HeadlessPlayback", package: "headless-playback")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    }
)
