/// The head of a page, including its content security policy.
enum PageFrame {
    /// Returns the head of a page, up to the start of its body.
    static func head(title: String) -> Markup {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        img-src data:; style-src 'sha256-\(PageStyle.digest)'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(title)</title><link rel="icon" href="data:,">
        <style>\(Markup(stringLiteral: PageStyle.text))</style></head><body>

        """
    }
}
