extension LintRule {
    /// The rules about keys and key systems.
    static let keys: [LintRule] = [
        .init(
            "key.none-not-alone", .error, .bis("4.4.4.4"), .text, .packager,
            "A key with the method NONE has no other attributes."),
        .init(
            "key.method-missing", .error, .bis("4.4.4.4"), .text, .packager,
            "A key has METHOD."),
        .init(
            "key.uri-missing", .error, .bis("4.4.4.4"), .text, .packager,
            "A key has URI."),
        .init(
            "key.iv-size", .error, .bis("4.4.4.4"), .text, .packager,
            "An initialization vector has 128 bits."),
        .init(
            "key.method-unknown", .warning, .bis("4.4.4.4"), .text, .packager,
            "The method of a key is one that the specification defines."),
        .init(
            "key.same-format-twice", .error, .bis("4.4.4.4"), .text, .packager,
            "A segment has at most one key of each key format."),
        .init(
            "key.systems-change", .warning, .named("Apple, Using DRM"), .text, .packager,
            profile: .apple,
            "All segments have keys of the same key formats."),
        .init(
            "key.systems-disagree", .error, .bis("6.2.3"), .media, .packager,
            obstacle: "the keys of two systems for one segment come from two licences",
            "All key formats lead to the same key."),
        .init(
            "key.identity-with-drm", .warning, .named("Apple, Using DRM"), .text, .packager,
            profile: .apple,
            "Keys of the format identity are not listed together with keys of a key system."),
        .init(
            "key.size", .error, .bis("5"), .media, .origin,
            "An identity key has 16 bytes."),
        .init(
            "key.ciphertext-size", .error, .bis("6.2.3"), .media, .packager,
            "A segment under AES-128 is a multiple of 16 bytes."),
        .init(
            "key.unavailable", .error, .bis("6.3.6"), .media, .origin,
            "Keys that a playlist locates, or that a key server was named for, can be loaded."),
        .init(
            "key.undeclared-encryption", .error, .bis("4.4.4.4"), .media, .packager,
            "Encrypted samples have a key in the playlist, and their media declares encryption."),
        .init(
            "key.unencrypted-media", .error, .bis("4.4.4.4"), .media, .packager,
            "A transport stream under SAMPLE-AES has an encrypted stream."),
        .init(
            "key.unencrypted-fragments", .warning, .bis("4.4.4.4"), .media, .packager,
            "An initialization section under SAMPLE-AES or SAMPLE-AES-CTR has an encrypted track."),
        .init(
            "key.scheme-mismatch", .error, .bis("4.4.4.4"), .media, .packager,
            "Fragments have the scheme cbcs under SAMPLE-AES, and cenc under SAMPLE-AES-CTR."),
        .init(
            "key.ctr-outside-fmp4", .error, .bis("4.4.4.4"), .text, .packager,
            "SAMPLE-AES-CTR is used with fMP4."),
        .init(
            "key.iv-reused", .info, .named("inferred"), .text, .packager,
            "An initialization vector is used only once with the same key."),
        .init(
            "key.clear-transport", .warning, .named("Apple, Deploying HLS"), .text, .origin,
            profile: .apple,
            "Keys are requested over https."),
        .init(
            "key.rotation-cost", .info, .named("Apple, Deploying HLS"), .text, .packager,
            "Keys change at most once every few minutes."),
        .init(
            "key.session-none", .error, .bis("4.4.6.5"), .text, .packager,
            "A session key has a method other than NONE."),
        .init(
            "key.session-duplicate", .error, .bis("4.4.6.5"), .text, .packager,
            "A session key is stated once."),
        .init(
            "key.session-mismatch", .error, .bis("4.4.6.5"), .set, .packager,
            "A session key has the attributes of the keys with its URI."),
        .init(
            "key.session-missing", .warning, .bis("4.4.6.5"), .set, .packager,
            "A key that all variants share is a session key."),
        .init(
            "drm.fps-method", .error, .apple("13.2"), .text, .packager, profile: .apple,
            "FairPlay Streaming uses SAMPLE-AES."),
        .init(
            "drm.fps-format", .error, .apple("13.3"), .text, .packager, profile: .apple,
            "FairPlay keys, whose URI starts with skd, have the format com.apple.streamingkeydelivery."
        ),
        .init(
            "drm.fps-iv", .warning, .apple("13.4"), .text, .packager, profile: .apple,
            "A FairPlay key has no IV in the playlist."),
        .init(
            "drm.no-ctr", .error, .apple("13.11"), .text, .packager, profile: .apple,
            "SAMPLE-AES-CTR is not used."),
        .init(
            "drm.pattern", .error, .apple("13.7"), .media, .packager, profile: .apple,
            "Encrypted video has the pattern 1:9."),
        .init(
            "drm.hdcp-hd", .warning, .apple("13.5"), .set, .author, profile: .apple,
            "Protected video above 480 lines states an HDCP level."),
        .init(
            "drm.hdcp-uhd", .warning, .apple("13.6"), .set, .author, profile: .apple,
            "Protected video above 1,080 lines states HDCP-LEVEL=TYPE-1."),
        .init(
            "drm.hdcp-shared-key", .warning, .bis("4.4.6.2"), .set, .author,
            "Variants of different HDCP levels have different keys."),
        .init(
            "drm.allowed-cpc-syntax", .error, .bis("4.4.6.2"), .text, .author,
            "ALLOWED-CPC is a list of key formats with their classes."),
        .init(
            "drm.pssh-missing", .warning, .named("Apple, Using DRM"), .media, .packager,
            "Widevine and PlayReady have their pssh box."),
        .init(
            "drm.kid-differs", .error, .named("ISO/IEC 23001-7"), .media, .packager,
            "All statements of a key identifier agree."),
        .init(
            "drm.no-senc", .error, .apple("1.39"), .media, .packager, profile: .apple,
            "Encrypted fragments have senc, or saiz and saio."),
        .init(
            "drm.constant-iv", .warning, .named("CTA-5005-A 4.3.2"), .media, .packager,
            "cbcs has a constant IV of 16 bytes."),
    ]
}
