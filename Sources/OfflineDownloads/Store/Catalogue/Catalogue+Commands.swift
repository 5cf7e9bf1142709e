/// A command of a process to the owner of the store.
package struct StoreCommand: Sendable, Equatable {
    /// The action of a command.
    package enum Verb: String, Sendable, CaseIterable {
        case pause, resume, cancel, delete
    }

    package var token: OfflineVideoToken
    package var verb: Verb
    /// The argument of the verb; `nil` without one.
    package var argument: String?

    package init(_ verb: Verb, _ token: OfflineVideoToken, argument: String? = nil) {
        self.token = token
        self.verb = verb
        self.argument = argument
    }
}

extension Catalogue {
    /// Leaves a command for the owner of the store.
    ///
    /// - Returns: The identifier of the command, valid until the owner takes it.
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

    /// Returns whether the owner has not taken a command yet.
    package func isWaiting(_ command: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM command WHERE id = ?", [.integer(command)]) { _ in true }
            ?? false
    }

    /// Withdraws a command.
    ///
    /// - Returns: Whether the owner had not taken it yet.
    package func withdraw(_ command: Int64) throws(StoreError) -> Bool {
        try database.run("DELETE FROM command WHERE id = ?", [.integer(command)]) > 0
    }

    /// Removes and returns all commands in order, without unknown ones.
    package func takeCommands() throws(StoreError) -> [StoreCommand] {
        // This query is cheap; a transaction would have to wait for other writers.
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
