import CTerminal

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal of the process, in a mode that delivers keys instead of lines.
///
/// The original modes of the terminal are restored at the end of the process, when a signal ends or
/// stops the process, and by ``end()``. Ctrl-C and Ctrl-Z still send signals.
package enum Terminal {
    /// Makes standard input deliver keys, if standard input and standard error are terminals.
    ///
    /// A process in the background changes the mode when it moves to the foreground.
    ///
    /// - Returns: Whether standard input and standard error are terminals.
    static func begin() -> Bool {
        guard isatty(STDERR_FILENO) == 1 else { return false }
        return cterminal_begin(STDIN_FILENO) != 0
    }

    /// Restores the modes of the terminal.
    static func end() { cterminal_end() }

    /// Whether the process is in the foreground, so that keys can be read now.
    static var isInForeground: Bool { cterminal_is_ours() != 0 && cterminal_change() != 0 }

    /// The number of times that the process was continued after a stop.
    static var continuations: Int { Int(cterminal_count_continuations()) }

    /// Reads the keys that were pressed.
    ///
    /// The corresponding C function is `read`.
    ///
    /// - Returns: The bytes; empty if no key was pressed, and `nil` at the end of the input.
    static func read() -> [UInt8]? { Descriptor(STDIN_FILENO).read(atMost: 4096) }

    /// The file descriptor of the keys.
    static var descriptor: Int32 { STDIN_FILENO }
}
