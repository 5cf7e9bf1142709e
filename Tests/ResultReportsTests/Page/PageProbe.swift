/// A script that examines a page from within, in a copy of the page that permits scripts.
///
/// The script opens every folded part and sends the problems to the surrounding page, one per line.
enum PageProbe {
    /// Returns a copy of a page, with the examining script inserted and permitted.
    static func copy(of page: [UInt8]) -> [UInt8] {
        var text = String(decoding: page, as: UTF8.self)
        if let policy = text.firstRange(of: "<meta http-equiv=\"Content-Security-Policy\"") {
            text.replaceSubrange(policy, with: "<meta name=\"former-policy\"")
        }
        if let end = text.firstRange(of: "</body>") {
            text.insert(contentsOf: "<script>\(script)</script>", at: end.lowerBound)
        }
        return Array(text.utf8)
    }

    /// Returns the lines that the script sent; `nil` when it did not run to its end.
    static func report(in document: String) -> [Substring]? {
        guard let start = document.firstRange(of: "id=\"probe\">"),
            let end = document[start.upperBound...].firstRange(of: "</pre>")
        else { return nil }
        return document[start.upperBound..<end.lowerBound].split(separator: "\n")
    }

    private static let script = """
        const wrong = [], all = s => [...document.querySelectorAll(s)];
        all('details').forEach(d => d.open = true);
        const name = e => e.tagName + '.' + (e.getAttribute('class') || '') + ' ' +
            e.textContent.slice(0, 30).replace(/\\s+/g, ' ');
        const root = document.documentElement;
        if (root.scrollWidth > innerWidth) wrong.push('wide: ' + root.scrollWidth);
        for (const e of all('body *')) {
            if (e.closest('.scroll,.pre,.t>div,.away,.skip,.defs,svg') || !e.offsetWidth) continue;
            if (e.getBoundingClientRect().right > innerWidth + 1) wrong.push('out: ' + name(e));
        }
        const parts = c => c.match(/[\\d.]+/g).map(Number);
        const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= .03928 ? v / 12.92 :
            ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
        const behind = e => { for (; e; e = e.parentElement) {
            const c = parts(getComputedStyle(e).backgroundColor);
            if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
        const contrast = (a, b) => { const x = light(a), y = light(b);
            return (Math.max(x, y) + .05) / (Math.min(x, y) + .05); };
        let looked = 0;
        for (const e of all('body *')) {
            if (e.closest('script,title,desc,.defs')) continue;
            const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
            const style = getComputedStyle(e);
            if (own) {
                const c = parts(e.closest('svg') ? style.fill : style.color);
                const ratio = contrast(c, behind(e));
                looked++;
                if (ratio < 4.5) wrong.push('pale ' + ratio.toFixed(2) + ': ' + name(e));
            } else if (e.matches('svg.i')) {
                const inner = e.matches('[viewBox]') ? null : parts(style.color);
                if (inner && contrast(inner, behind(e)) < 3) wrong.push('pale glyph: ' + name(e));
            }
        }
        const ids = all('[id]').map(e => e.id);
        if (new Set(ids).size !== ids.length) wrong.push('an id is used twice');
        for (const e of all('[aria-labelledby]')) for (const id of
            e.getAttribute('aria-labelledby').split(' '))
            if (!document.getElementById(id)) wrong.push('no label ' + id);
        for (const e of all('a[href^="#"]')) if (!document.getElementById(e.hash.slice(1)))
            wrong.push('leads nowhere: ' + e.hash);
        for (const e of all('use')) if (!document.getElementById(e.getAttribute('href').slice(1)))
            wrong.push('no such glyph: ' + e.getAttribute('href'));
        for (const e of all('img')) {
            if (!e.alt) wrong.push('a picture without words');
            if (!e.complete || !e.naturalWidth) wrong.push('a picture that is none');
        }
        for (const e of all('th')) if (!e.scope) wrong.push('a head of nothing: ' + name(e));
        let depth = 0;
        for (const e of all('h1,h2,h3,h4,h5,h6')) {
            const own = +e.tagName[1];
            if (own > depth + 1) wrong.push('skips a level: ' + name(e));
            depth = own;
        }
        for (const tag of ['h1', 'header', 'main', 'footer'])
            if (all('body ' + tag).length !== 1) wrong.push('not one ' + tag);
        for (const r of performance.getEntriesByType('resource'))
            if (!r.name.startsWith('data:')) wrong.push('asks for ' + r.name);
        if (looked < 20) wrong.push('looked at ' + looked);
        for (const e of all('.names text')) {
            const room = e.ownerSVGElement.getBoundingClientRect(), box = e.getBoundingClientRect();
            if (box.right > room.right + 1 || box.left < room.left - 1)
                wrong.push('cut: ' + name(e) + ' ' + Math.round(box.width));
        }
        for (const plot of all('.plot')) {
            const boxes = [...plot.querySelectorAll('text')].map(e =>
                [e, e.getBoundingClientRect()]);
            boxes.forEach(([e, a], i) => boxes.slice(i + 1).forEach(([f, b]) => {
                if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
                    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
                    wrong.push('overlap: ' + name(e) + ' and ' + name(f));
            }));
            const [x, y] = [plot.parentElement.scrollWidth, plot.parentElement.clientWidth];
            if (x > y && plot.parentElement.tabIndex !== 0) wrong.push('no keyboard scrolls it');
        }
        parent.postMessage(wrong.slice(0, 30).join('\\n'), '*');
        """
}
