// swift-tools-version: 6.2
import PackageDescription

// A separate package, like the package of an app. `make samples` builds and runs it.

let package = Package(
    name: "protected-playback",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "headless-playback", path: "../..")],
    targets: [
        .executableTarget(
            name: "ProtectedPlayback",
            dependencies: [
                .product(name: "HeadlessPlayback", package: "headless-playback"),
                .product(name: "ContentProtection", package: "headless-playback"),
            ],
            path: ".", sources: ["main.swift"], swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
