/// A page with the findings of `playctl lint` for one or more assets.
///
/// It shows the findings by cause and on the timeline, and compares the measured bandwidth of each
/// variant with the declared bandwidth.
///
/// The page is self-contained, runs no script, and has the same content security policy as the page
/// of results. It stays below about two megabytes. For this purpose, only the first findings of a
/// rule with many findings are shown, and drawings are thinned. The JSON report contains the
/// complete text.
package struct LintPage: Sendable {
    private let assets: [LintView]
    private let command: String
    /// The version of the tool that makes the page; `nil` omits the version.
    package var version: String?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - assets: The results, in order.
    ///   - command: The command line that repeats the checks.
    package init(_ assets: [LintView], command: String) {
        self.assets = assets
        self.command = command
    }

    /// Returns the page as UTF-8 text.
    package func html() -> [UInt8] {
        let names = assets.count == 1 ? assets[0].name : "\(assets.count) assets"
        let title = "playctl lint: \(names)"
        var page = PageFrame.head(title: title)
        page += PageGlyph.definitions
        page += ##"<div class="wrap"><a class="skip" href="#s1">Skip to the findings</a>"##
        page += header(title)
        page += "<main><h2>Assets</h2>"
        var room = Self.mostBytes
        for (place, asset) in assets.enumerated() {
            let section = LintSection(asset: asset, number: place + 1, command: command)
            let markup = section.markup(hasRoom: room > 0, isAlone: assets.count == 1)
            room -= markup.bytes.count
            page += markup
        }
        if assets.isEmpty { page += #"<p class="soft">No asset was checked.</p>"# }
        let maker: Markup = version.map { " Made by playctl \($0)." } ?? ""
        page += """
            </main>
            <footer><p>Times are positions in the playlists. The JSON report of the same run also \
            has everything that this page omits.\(maker)</p></footer>
            </div></body></html>

            """
        return page.bytes
    }

    /// The page size in bytes above which further assets show only their numbers of findings.
    private static let mostBytes = 1_000_000

    private func header(_ title: String) -> Markup {
        func sum(_ severity: LintView.Severity) -> Int {
            assets.reduce(0) { $0 + $1.counts[severity, default: 0] }
        }
        let isBad = assets.contains(where: \.isBad)
        let isCut = assets.contains(where: \.wasInterrupted)
        let glyph = isBad || isCut ? PageGlyph.failed : .passed
        let verdict =
            isCut
            ? "The run was interrupted"
            : isBad
                ? "\(PageText.count(sum(.error), "error")),"
                    + " \(PageText.count(sum(.warning), "warning"))"
                : sum(.error) + sum(.warning) == 0
                    ? "No error and no warning" : "Nothing fails"
        var counts: Markup = ""
        if assets.count > 1 { counts += count("assets", assets.count, nil) }
        counts += count("errors", sum(.error), .failed)
        counts += count("warnings", sum(.warning), .broken)
        counts += count("remarks", sum(.remark), .unknown)
        counts += count("rules checked", assets.map(\.checked).min() ?? 0, .passed)
        let partly = assets.map(\.partly).max() ?? 0
        if partly > 0 { counts += count("in part", partly, .unknown) }
        counts += count("not checked", assets.map(\.unchecked.count).max() ?? 0, .skipped)
        return """
            <header><h1>\(title)</h1>
            <p class="verdict"><svg class="i" viewBox="0 0 16 16" aria-hidden="true">\
            <use href="#\(glyph.rawValue)" x="8" y="8"/></svg>\(verdict)</p>
            <dl class="counts">\(counts)</dl></header>

            """
    }

    private func count(_ name: String, _ number: Int, _ glyph: PageGlyph?) -> Markup {
        "<div><dt>\(name)</dt><dd>\(glyph?.icon ?? "")\(PageText.grouped(number))</dd></div>"
    }
}
