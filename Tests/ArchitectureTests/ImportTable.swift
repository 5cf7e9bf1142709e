/// The modules that each target may import, as `Package.swift` lists them.
struct ImportTable {
    /// One target that `Package.swift` declares.
    struct Target {
        /// The folder of its sources, relative to the package.
        var folder: String
        /// The modules that it may import.
        var modules: Set<String>
    }

    /// The targets, by name.
    private(set) var targets: [String: Target] = [:]

    /// Reads the declarations of a manifest.
    init(manifest: String) {
        let declaration = /(floor|suite|bedrock|\.systemLibrary|\.target|\.executableTarget)\(/
        let start = manifest.firstMatch(of: /let package =/)?.range.upperBound
        let text = manifest[(start ?? manifest.startIndex)...]
        for match in text.matches(of: declaration) {
            let body = Self.enclosed(text[match.range.upperBound...], by: "(", ")")
            guard let name = body.firstMatch(of: /"(\w+)"/)?.1 else { continue }
            var modules: Set<String> = []
            if let list = body.firstMatch(of: /(?:imports|dependencies):\s*\[/) {
                let names = Self.enclosed(body[list.range.upperBound...], by: "[", "]")
                modules = Set(names.matches(of: /"(\w+)"/).map { String($0.1) })
            }
            let folder = body.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
            targets[String(name)] = Target(
                folder: folder ?? "\(match.1 == "suite" ? "Tests" : "Sources")/\(name)",
                modules: modules)
        }
    }

    /// Returns the imports that the table does not list, as `path: module`.
    ///
    /// Modules that the package does not declare, such as `Testing`, are not examined.
    func breaches(in files: [ProjectText]) -> [String] {
        let names = Dictionary(uniqueKeysWithValues: targets.map { ($1.folder, $0) })
        return files.flatMap { file -> [String] in
            guard let name = names[Self.folder(of: file)], let target = targets[name] else {
                return []
            }
            return Self.imports(in: file.text)
                .filter { $0 != name && targets[$0] != nil && !target.modules.contains($0) }
                .map { "\(file.path): \($0)" }
        }
    }

    /// Returns the modules that a target lists and does not import, as `target: module`.
    func unused(in files: [ProjectText]) -> [String] {
        var imports: [String: Set<String>] = [:]
        for file in files {
            imports[Self.folder(of: file), default: []].formUnion(Self.imports(in: file.text))
        }
        return targets.sorted { $0.key < $1.key }.flatMap { name, target in
            target.modules.subtracting(imports[target.folder] ?? []).sorted()
                .map { "\(name): \($0)" }
        }
    }

    /// Returns the folder of a file's target: a folder in one of the package's folders.
    private static func folder(of file: ProjectText) -> String {
        file.path.split(separator: "/").prefix(2).joined(separator: "/")
    }

    /// Returns the modules that a file imports before its first declaration.
    static func imports(in text: String) -> [String] {
        let pattern = /^(?:@\w+ +)*(?:[a-z]+ +)?import +(?:[a-z]+ +)?(\w+)/
        var modules: [String] = []
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if let module = line.prefixMatch(of: pattern)?.1 {
                modules.append(String(module))
            } else if !line.hasPrefix("//"), !line.hasPrefix("#") {
                break
            }
        }
        return modules
    }

    /// Returns the text up to the mark that closes what an earlier mark has opened.
    private static func enclosed(
        _ text: Substring, by open: Character, _ close: Character
    ) -> Substring {
        var depth = 1
        return text.prefix {
            if $0 == open { depth += 1 }
            if $0 == close { depth -= 1 }
            return depth > 0
        }
    }
}
