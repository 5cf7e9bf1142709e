/// The chain of providers that plays whatever an app may play.
package enum SessionChain {
    /// Makes the chain: out of a store what is stored, with subtitles of its own, decrypted.
    ///
    /// - Parameters:
    ///   - library: What is stored; `nil` when nothing is.
    ///   - keySystems: Those who are asked for keys, in order.
    /// - Returns: The chain.
    package static func make(
        library: OfflineLibrary? = nil, keySystems: [any KeySystem]
    ) -> any SessionProvider {
        guard let library else {
            return ProtectedSessionProvider(
                upstream: SidecarSubtitleProvider(), keySystems: keySystems)
        }
        return ProtectedSessionProvider(
            upstream: SidecarSubtitleProvider(upstream: OfflineSessionProvider(library: library)),
            keySystems: keySystems)
    }
}
