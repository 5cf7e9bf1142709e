import LiveOrigin
import Playlists
import VirtualTime

/// The syntax of the encryption keys of a broadcast.
enum LiveKeys {
    /// A key rotation, and the content items whose licences contain its keys.
    struct Draft: Sendable {
        var rotation = KeyRotation(every: .seconds(1))
        var contents: [String] = []
    }

    /// The syntax of the encryption of a broadcast.
    static let rotation = Shape<Draft>.mapping(
        "The encryption of a broadcast with keys that change.", from: { Draft() },
        fields: [
            Field(
                "every", LiveWords.positiveTime, "The time for which a key is used.",
                isRequired: true
            ) { $0.rotation.interval = $1 },
            Field(
                "method",
                .words([("AES-128", EncryptionKey.Method.aes128), ("SAMPLE-AES", .sampleAES)]),
                "The encrypted bytes: complete segments (AES-128), or samples (SAMPLE-AES; cbcs in"
                    + " fragments); AES-128."
            ) { $0.rotation.method = $1 },
            Field(
                "iv", Shape<KeyRotation.Vectors>.choice,
                "The initialization vectors: the media sequence number (sequence), or an attribute"
                    + " IV for each segment (written); sequence."
            ) { $0.rotation.vectors = $1 },
            Field("seed", Shape<Int64>.integer(0...Int64.max), "The seed of the keys; 0.") {
                $0.rotation.seed = UInt64($1)
            },
            Field(
                "contents", Shape<String>.name.list(),
                "The contents whose licences grant the keys, in turn, from keys: policies:;"
                    + " keys are served by the origin if not given.", needs: ["method"]
            ) { $0.contents = $1 },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        guard draft.contents.isEmpty || draft.rotation.method == .sampleAES else {
            throw value.unexpected("the method SAMPLE-AES for keys of licences")
        }
        return draft
    }
}
