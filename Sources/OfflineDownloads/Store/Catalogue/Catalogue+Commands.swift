/// What a process asks the one that owns the store to do.
package struct StoreCommand: Sendable, Equatable {
    /// What is to be done with a download.
    package enum Verb: String, Sendable, CaseIterable {
        case pause, resume, cancel, delete
    }

    package var token: OfflineVideoToken
    package var verb: Verb
    /// What the verb needs besides; `nil` for nothing.
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
    /// - Returns: What names the command until it is taken.
    @discardableResult
    package func enqueue(_ command: StoreCommand) throws(StoreError) -> Int64 {
        let id = try database.first(
            "INSERT INTO command (token, verb, argument) VALUES (?, ?, ?) RETURNING id",
            [.text(command.token), .text(command.verb.rawValue), SQLValue(command.argument)]
        ) { $0.integer() }
        return id ?? 0
    }

    /// Whether a command still waits to be taken.
    package func isWaiting(_ command: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM command WHERE id = ?", [.integer(command)]) { _ in true }
            ?? false
    }

    /// Takes a command back.
    ///
    /// - Returns: Whether it was still there; otherwise it has been taken.
    package func withdraw(_ command: Int64) throws(StoreError) -> Bool {
        try database.run("DELETE FROM command WHERE id = ?", [.integer(command)]) > 0
    }

    /// Takes the commands that were left, in their order; those that nobody knows are dropped.
    package func takeCommands() throws(StoreError) -> [StoreCommand] {
        // A look costs nothing; a transaction would have to wait for other writers.
        guard try database.number("SELECT EXISTS (SELECT 1 FROM command)") != 0 else { return [] }
        return try transaction { () throws(StoreError) -> [StoreCommand] in
            var commands: [StoreCommand] = []
            try database.forEach("SELECT token, verb, argument FROM command ORDER BY id") { row in
                let token = row.text()
                guard let verb = StoreCommand.Verb(rawValue: row.text()) else { return }
                commands.append(StoreCommand(verb, token, argument: row.optionalText()))
            }
            try database.run("DELETE FROM command")
            return commands
        }
    }
}
