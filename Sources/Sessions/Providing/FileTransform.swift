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
    /// - Returns: Whether the samples prove a key; `nil` if decoding is not the check of the keys.
    /// - Throws: ``SessionError/decryption(_:url:)`` when a key is wrong.
    @discardableResult
    package func proveKeys(url: String) throws(SessionError) -> Bool? {
        try proof.map { proof throws(SessionError) in
            try !proof.prove(initialization: nil, media: input, url: url).isEmpty
        }
    }
}
