package import Containers

/// An extension point that decrypts a file which is played without a playlist.
///
/// The file is decrypted while it is read.
package protocol FileTransform: Sendable {
    /// Opens a file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - url: The location of the file.
    /// - Returns: The decrypted file; `nil` when the file remains unchanged.
    /// - Throws: ``SessionError`` when the file cannot be opened.
    func open(_ file: any ContainerInput, url: String) throws(SessionError) -> ClearFile?
}

/// A decrypted single file, and the check of its keys.
package struct ClearFile: Sendable {
    /// The decrypted bytes.
    package let input: any ContainerInput
    /// The check of the keys by decoding; `nil` unless decoding is the only possible check.
    package let proof: KeyProof?

    package init(input: any ContainerInput, proof: KeyProof?) {
        self.input = input
        self.proof = proof
    }

    /// Checks, by decoding samples, that the file was decrypted with the right keys.
    ///
    /// - Parameter url: The location of the file.
    /// - Throws: ``SessionError/decryption(_:url:)`` when a key is wrong.
    package func proveKeys(url: String) throws(SessionError) {
        _ = try proof?.prove(initialization: nil, media: input, url: url)
    }
}
