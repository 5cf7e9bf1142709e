/// A command from any process to the process that owns the store.
package struct StoreCommand: Sendable, Equatable {
    /// The action of a command.
    package enum Verb: String, Sendable, CaseIterable {
        case pause, resume, cancel, delete
    }

    package var token: OfflineVideoToken
    package var verb: Verb
    /// The argument of the verb; `nil` for a verb without an argument.
    package var argument: String?

    package init(_ verb: Verb, _ token: OfflineVideoToken, argument: String? = nil) {
        self.token = token
        self.verb = verb
        self.argument = argument
    }
}

extension Catalogue {
    /// Adds a command to the catalogue, for the process that owns the store.
    ///
    /// - Returns: The identifier of the command, valid until the owner takes the command.
    @discardableResult
    package func enqueue(_ command: StoreCommand) throws(StoreError) -> Int64 {
        let id = try database.first(
            "INSERT INTO command (token, verb, argument) VALUES (?, ?, ?) RETURNING id",
            [
                .text(command.token.rawValue), .text(command.verb.rawValue),
                SQLValue(command.argument),
            ]
        ) { $0.integer() }
        return id ?? 0
    }

    /// Returns whether a command still waits for the owner of the store.
    package func isWaiting(_ command: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM command WHERE id = ?", [.integer(command)]) { _ in true }
            ?? false
    }

    /// Withdraws a command, unless the owner of the store has already taken it.
    ///
    /// - Returns: Whether the command was withdrawn.
    package func withdraw(_ command: Int64) throws(StoreError) -> Bool {
        try database.run("DELETE FROM command WHERE id = ?", [.integer(command)]) > 0
    }

    /// Removes all commands, and returns the commands with a known verb in order.
    package func takeCommands() throws(StoreError) -> [StoreCommand] {
        // This cheap query avoids a transaction when there are no commands. A transaction would
        // wait for other writers.
        guard try database.number("SELECT EXISTS (SELECT 1 FROM command)") != 0 else { return [] }
        return try transaction { () throws(StoreError) -> [StoreCommand] in
            var commands: [StoreCommand] = []
            try database.forEach("SELECT token, verb, argument FROM command ORDER BY id") { row in
                let token = OfflineVideoToken(rawValue: row.text())
                guard let verb = StoreCommand.Verb(rawValue: row.text()) else { return }
                commands.append(StoreCommand(verb, token, argument: row.optionalText()))
            }
            try database.run("DELETE FROM command")
            return commands
        }
    }
}
