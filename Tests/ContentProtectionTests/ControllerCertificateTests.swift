import ContentProtection
import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

/// Certificates that an app gives to its controller.
@Suite struct ControllerCertificateTests {
    private static let location = "https://keys.example/app.der"

    /// A proxy that forwards to a key server, and counts the requests for its certificate.
    private final class CountingProxy: AuthorizationProxy {
        private let behind: InProcessKeyServer
        private(set) var certificateCount = 0

        init(_ behind: InProcessKeyServer) { self.behind = behind }

        func applicationCertificate(
            for request: ContentKeyRequest,
            completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
        ) -> Hold? {
            certificateCount += 1
            return behind.applicationCertificate(for: request, completion: completion)
        }

        func encryptedContentKey(
            for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
            completion: @escaping ContentKeyCompletion
        ) -> Hold? {
            behind.encryptedContentKey(
                for: contentKeyIdentifier, keyRequest: keyRequest, request: request,
                completion: completion)
        }
    }

    /// Returns the number of certificate requests during the playback of a film.
    private func requests(
        _ prepare: (PlaybackController, _ der: [UInt8]) -> Void
    ) throws -> Int {
        let media = try ProtectedMedia.cbcs()
        let server = KeyServer(
            identity: try Exchange().identity,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        let proxy = CountingProxy(
            InProcessKeyServer(server, start: DateTime(millisecondsSince1970: 0)))
        let playback = Playback(
            loader: media.loader,
            provider: ProtectedSessionProvider(
                keySystems: [FairPlayKeySystem(authorizationProxy: proxy)]))
        prepare(playback.controller, server.certificate.der)
        playback.play(
            media.video.updating {
                $0.sources[0].properties["key_systems"] = .object([
                    "com.apple.fps.1_0": .object(["certificate_url": .string(Self.location)])
                ])
            })
        #expect(playback.recorder.lifecycle.contains(.end), "\(playback.recorder.trace)")
        return proxy.certificateCount
    }

    @Test func `a certificate added to a controller is not requested`() throws {
        let usual = OfflineVideoManager.defaultFairPlayApplicationCertificateIdentifier
        #expect(try requests { _, _ in } > 0)
        for identifier in [Self.location, usual] {
            let count = try requests { controller, der in
                controller.addFairPlayApplicationCertificate(der, identifier: identifier)
            }
            #expect(count == 0)
        }
        let other = try requests { controller, der in
            controller.addFairPlayApplicationCertificate(
                der, identifier: "https://keys.example/other.der")
        }
        #expect(other > 0)
    }

    @Test func `a certificate is requested from its location after the app removes it`() throws {
        let count = try requests { controller, der in
            controller.addFairPlayApplicationCertificate(der, identifier: Self.location)
            controller.addFairPlayApplicationCertificate(nil, identifier: Self.location)
        }
        #expect(count > 0)
    }
}
