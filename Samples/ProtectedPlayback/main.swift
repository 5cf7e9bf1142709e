// Plays a sample in Common Encryption. By default, the licences come from a key server in this
// process. To use another key server, pass its address as the argument; `playctl keyserver --store
// Samples/Media/protected-cbcs` starts one.
import ContentProtection
import Foundation
import HeadlessPlayback

let asset = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Media/protected-cbcs").standardizedFileURL.path

func keyServer() throws -> any AuthorizationProxy {
    if let address = CommandLine.arguments.dropFirst().first {
        return HTTPAuthorizationProxy(
            certificateURL: "\(address)/certificate", keyRequestURL: "\(address)/licence")
    }
    let policies = try Data(contentsOf: URL(fileURLWithPath: "\(asset)/policies.json"))
    let identity = try ServerIdentity(generatingNamed: "Protected playback", from: 0)
    let server = KeyServer(identity: identity, policies: try KeyPolicies(json: Array(policies)))
    return InProcessKeyServer(server, latency: .milliseconds(40))
}

let fairPlay = FairPlayKeySystem(authorizationProxy: try keyServer())
let controller = PlaybackController(keySystems: [fairPlay])
let recorder = PlaybackRecorder(controller)
controller.autoPlay = true
controller.setVideos([Video(url: "\(asset)/index.m3u8")])
controller.run()

for type in recorder.lifecycle { print(type.rawValue) }
for error in recorder.errors { print("error: \(error)") }
let isWhole = controller.ledgers.contains { $0.hasEnded && $0.ledger.isSound }
print(isWhole ? "everything that was promised was played" : "something is missing")
exit(isWhole ? 0 : 1)
