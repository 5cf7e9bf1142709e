import CommandTree
import PlayctlCommands

extension Invocation {
    /// Reads a command line of the whole tool.
    init(_ arguments: [String]) throws(CommandFailure) {
        try self.init(arguments, of: .playctl)
    }
}
