import CommandTree

/// The shells in which the tool's command lines can be completed.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish
}

/// A script that completes the command lines of the tool in a shell.
struct CompletionScript {
    private let shell: CompletionShell
    private let places: [CommandWords.Place]

    init(_ shell: CompletionShell, of group: CommandGroup) {
        self.shell = shell
        places = CommandWords(group).places
    }

    /// The text of the script.
    var text: String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    // MARK: bash

    private var bash: String {
        var lines = [
            "# bash completion of playctl",
            // Names of files are separated only by line ends, because they may contain spaces.
            "_playctl_files() {", "    local IFS=$'\\n'",
            "    COMPREPLY+=($(compgen -f -- \"$1\"))", "}",
            "_playctl() {", "    COMPREPLY=()",
            "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} path= index",
            "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        case \"$path ${COMP_WORDS[index]}\" in",
        ]
        let paths = places.map(\.path).filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
        lines.append("        \(paths.map { "\" \($0)\"" }.joined(separator: " | ")))")
        lines += [
            "            path+=\" ${COMP_WORDS[index]}\" ;;", "        esac", "    done",
            "    case \"$path $last\" in",
        ]
        for place in places {
            for option in place.options where option.value != nil {
                let start = ([""] + place.path).joined(separator: " ")
                let spellings = Self.spellings(option).map { "\"\(start) \($0)\"" }
                let reply =
                    option.words.isEmpty
                    ? (option.completesFiles ? "_playctl_files \"$word\"" : ":")
                    : "COMPREPLY=($(compgen -W \"\(option.words.joined(separator: " "))\" -- \"$word\"))"
                lines.append("    \(spellings.joined(separator: " | "))) \(reply); return ;;")
            }
        }
        lines += ["    esac", "    case \"$path\" in"]
        for place in places {
            let path = ([""] + place.path).joined(separator: " ")
            let operand = place.verb?.operand
            let words =
                place.verbs.map(\.name) + (operand?.words ?? [])
                + place.options.flatMap(Self.spellings)
            let end = operand?.words.isEmpty == true ? "" : "; return"
            lines.append(
                "    \"\(path)\") COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" --"
                    + " \"$word\"))\(end) ;;")
        }
        lines += [
            "    esac",
            "    if [[ $word != -* ]]; then _playctl_files \"$word\"; fi",
            "}", "complete -o filenames -F _playctl playctl",
        ]
        return Self.joined(lines)
    }

    // MARK: zsh

    private var zsh: String {
        var lines = ["#compdef playctl", ""]
        for place in places {
            let name = (["_playctl"] + place.path).joined(separator: "_")
            lines.append("\(name)() {")
            if place.verb == nil {
                lines += [
                    "    local -a verbs", "    verbs=(",
                ]
                lines += place.verbs.map {
                    "        '\($0.name):\(Self.escaped($0.summary, colons: true))'"
                }
                lines += [
                    "    )", "    _arguments -C '1:verb:->verb' '*::argument:->rest'",
                    "    case $state in",
                    "    verb) _describe verb verbs ;;",
                    "    rest) (( $+functions[\(name)_$words[1]] )) && \(name)_$words[1] ;;",
                    "    esac",
                ]
            } else {
                var arguments = place.options.map(Self.zshArgument)
                if let operand = place.verb?.operand {
                    arguments.append(
                        operand.words.isEmpty
                            ? "'*:file:_files'"
                            : "'1:\(operand.name):(\(operand.words.joined(separator: " ")))'")
                }
                lines.append("    _arguments -s " + arguments.joined(separator: " \\\n        "))
            }
            lines += ["}", ""]
        }
        // If zsh autoloads the file as the body of the completion function, the file must call the
        // function that it defines. If a user sources the file, it only registers the function.
        lines += [
            "if [[ $funcstack[1] == _playctl ]]; then _playctl \"$@\"; else compdef _playctl playctl; fi"
        ]
        return Self.joined(lines)
    }

    private static func zshArgument(_ option: OptionDescription) -> String {
        let meaning = escaped(option.summary, colons: false)
            .replacing("[", with: "(").replacing("]", with: ")")
        var value = ""
        if let name = option.value {
            let action =
                !option.words.isEmpty
                ? "(\(option.words.joined(separator: " ")))"
                : (option.completesFiles ? "_files" : "")
            value = "\(option.isValueOptional ? "::" : ":")\(escaped(name, colons: true)):\(action)"
        }
        let star = option.isRepeatable ? "*" : ""
        return spellings(option).map { "'\(star)\($0)[\(meaning)]\(value)'" }.joined(separator: " ")
    }

    /// Returns a text, escaped for use within single quotes in zsh.
    ///
    /// If `colons` is `true`, colons are escaped too.
    private static func escaped(_ text: String, colons: Bool) -> String {
        let quoted = text.replacing("'", with: "'\\''")
        return colons ? quoted.replacing(":", with: "\\:") : quoted
    }

    // MARK: fish

    private var fish: String {
        var lines = [
            "# fish completion of playctl", "complete -c playctl -f",
        ]
        for place in places {
            let condition = fishCondition(place)
            for verb in place.verbs {
                lines.append(
                    "complete -c playctl -n '\(condition)' -a \(verb.name)"
                        + " -d \(Self.fishQuoted(verb.summary))")
            }
            for option in place.options {
                var line = "complete -c playctl -n '\(condition)'"
                for spelling in Self.spellings(option) {
                    let isLong = spelling.hasPrefix("--")
                    line += isLong ? " -l \(spelling.dropFirst(2))" : " -s \(spelling.dropFirst())"
                }
                if option.value != nil, !option.isValueOptional {
                    line += option.completesFiles ? " -rF" : " -x"
                }
                if !option.words.isEmpty { line += " -a '\(option.words.joined(separator: " "))'" }
                lines.append(line + " -d \(Self.fishQuoted(option.summary))")
            }
            if let operand = place.verb?.operand {
                let words = operand.words.joined(separator: " ")
                lines.append(
                    "complete -c playctl -n '\(condition)' "
                        + (words.isEmpty ? "-F" : "-a '\(words)'"))
            }
        }
        return Self.joined(lines)
    }

    /// Returns the condition under which fish offers the completions of a position.
    ///
    /// It is met if the words before the position were typed, and no verb was typed after them. A
    /// verb that groups have too, such as `play`, must not follow the word of such a group.
    private func fishCondition(_ place: CommandWords.Place) -> String {
        let seen = place.path.map { "__fish_seen_subcommand_from \($0)" }
        let groups = places.filter { $0.path.count == 2 && $0.path.suffix(1) == place.path[...] }
        let excluded = groups.map { $0.path[0] } + place.verbs.map(\.name)
        let end =
            excluded.isEmpty
            ? [] : ["not __fish_seen_subcommand_from \(excluded.joined(separator: " "))"]
        return (seen + end).joined(separator: "; and ")
    }

    private static func fishQuoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }

    // MARK: Common

    private static func spellings(_ option: OptionDescription) -> [String] {
        option.spellings + (option.letter.map { ["-\($0)"] } ?? [])
    }

    private static func joined(_ lines: [String]) -> String {
        lines.map { $0 + "\n" }.joined()
    }
}
