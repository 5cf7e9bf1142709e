/// The style sheet of a page, with its digest.
enum PageStyle {
    /// The SHA-256 of ``text`` in base64, for the content security policy of the page.
    ///
    /// The policy permits no other style. A test computes the digest and prints it if this value is
    /// wrong.
    static let digest = "4zHveROKmNnFG2WSg0m/0Po02hQRlKRyFzWOHTJlWEc="

    /// The style sheet.
    static let text = colours + layout + scenarios + drawings + narrow + paper

    private static let colours = """
        :root{color-scheme:light dark;\
        --page:#f6f7f9;--card:#fff;--well:#f3f4f7;--ink:#14181f;--soft:#566070;--rule:#e3e6eb;\
        --edge:#c8cdd6;--link:#2450c8;--ok:#117048;--no:#b3261e;--th:#8a5200;--kn:#5b5fc7;\
        --no-well:#fdf1f0;--no-edge:#f0c7c3;--line:#2d5be3;--fill:#dbe4fb;--seek:#7a3fc4;\
        --net:#0b7285;--text:#c9d6ee;--alt:#dfe3ea;--on:#fff}
        @media(prefers-color-scheme:dark){:root{\
        --page:#0e1014;--card:#16191f;--well:#1d2129;--ink:#e9ebef;--soft:#9ba5b4;--rule:#272c35;\
        --edge:#3d4552;--link:#9bb6ff;--ok:#4ecb8d;--no:#ff8a80;--th:#f0b94d;--kn:#a9adff;\
        --no-well:#26181a;--no-edge:#5a2d2c;--line:#8aa9ff;--fill:#24304f;--seek:#c9a4ff;\
        --net:#5fd0dd;--text:#34456b;--alt:#2d333e;--on:#0e1014}}

        """

    private static let layout = """
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,\
        "Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;\
        overflow-wrap:anywhere}
        a{color:var(--link);text-underline-offset:.15em}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
        code,pre,.m{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,\
        "DejaVu Sans Mono",monospace;font-size:.86em}
        .wrap{max-width:1160px;margin:0 auto;padding:0 24px}
        .skip{position:absolute;left:-999px}.skip:focus{left:16px;top:12px}
        .defs{position:absolute}
        .away{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);\
        white-space:nowrap}
        h1,h2,h3,h4,h5,p,dl,dd,figure,ul,ol,table,pre{margin:0;padding:0}
        ul,ol{list-style:none}
        h1{font-size:15px;font-weight:500;color:var(--soft)}
        h2{font-size:19px;font-weight:600;letter-spacing:-.01em;margin:44px 0 14px}
        h3{font-size:16px;font-weight:600}
        h4{font-size:15px;font-weight:600;margin:30px 0 10px}
        h5,.t h4{display:inline;margin:0;font-size:14px;font-weight:550}
        .soft{color:var(--soft)}
        .i{width:16px;height:16px;flex:none;vertical-align:-3px;overflow:visible}
        header{padding:44px 0 8px}
        .verdict{display:flex;align-items:center;gap:14px;font-size:30px;line-height:1.2;\
        font-weight:650;letter-spacing:-.022em;margin:8px 0 22px}
        .verdict .i{width:30px;height:30px;overflow:hidden}
        .counts{display:flex;flex-wrap:wrap;gap:10px 36px}
        .counts div{display:flex;flex-direction:column-reverse}
        .counts dt{color:var(--soft);font-size:13px}
        .counts dd{font-size:19px;font-weight:550;display:flex;gap:7px;align-items:center}
        .index{background:var(--card);border:1px solid var(--rule);border-radius:10px;\
        overflow:hidden}
        .index li+li{border-top:1px solid var(--rule)}
        .index a{display:grid;grid-template-columns:16px minmax(0,2fr) minmax(0,3fr);gap:2px 12px;\
        padding:10px 16px;text-decoration:none;color:inherit;align-items:center}
        .index a:hover b{text-decoration:underline}
        .index b{font-weight:550}
        .filter{border:0;padding:0;margin:0 0 14px;display:flex;flex-wrap:wrap;gap:6px 18px;\
        align-items:center;font-size:14px}
        .filter legend{float:left;padding:0;color:var(--soft)}
        .filter label{display:flex;gap:7px;align-items:center;cursor:pointer}
        .filter input{accent-color:var(--link);margin:0}
        .wrap:has(#show-no:checked) :is(.v-th,.v-ok),\
        .wrap:has(#show-th:checked) :is(.v-no,.v-ok),\
        .wrap:has(#show-ok:checked) :is(.v-no,.v-th){display:none}
        .wrap:has(#show-ok:checked) .fold::details-content{content-visibility:visible;\
        block-size:auto}
        .fold{margin:0 0 10px}
        .fold>summary{display:grid;grid-template-columns:16px minmax(0,1fr) 12px;gap:4px 14px;\
        align-items:center;padding:14px 18px;background:var(--card);border:1px solid var(--rule);\
        border-radius:10px;margin:0 0 10px;font-weight:600}
        footer{margin:44px 0 56px;padding-top:18px;border-top:1px solid var(--rule);\
        color:var(--soft);font-size:13px;max-width:72ch}

        """

    private static let scenarios = """
        .s{background:var(--card);border:1px solid var(--rule);border-radius:10px;margin:0 0 10px;\
        overflow:hidden}
        summary{cursor:pointer;list-style:none}
        summary::-webkit-details-marker{display:none}
        .s>summary{display:grid;grid-template-columns:16px minmax(0,1fr) auto auto 12px;\
        gap:4px 14px;align-items:center;padding:14px 18px}
        .s>summary:focus-visible{outline-offset:-3px;border-radius:9px}
        .s>summary .soft{font-size:13.5px}
        summary::after{content:"";width:6px;height:6px;border:solid var(--soft);\
        border-width:0 1.5px 1.5px 0;transform:rotate(-45deg);justify-self:center}
        details[open]>summary::after{transform:rotate(45deg) translate(-1px,-1px)}
        .s[open]>summary{border-bottom:1px solid var(--rule)}
        .b{padding:18px 18px 22px}
        .facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:5px 20px;font-size:14px}
        .facts dt{color:var(--soft)}
        .facts code{user-select:all}
        .fail{border:1px solid var(--no-edge);background:var(--no-well);border-radius:8px;\
        padding:14px 16px;margin:0 0 10px}
        .fail.mild{border-color:var(--edge);background:var(--well)}
        .fail h5{font-size:15px;font-weight:600}
        .top{display:grid;grid-template-columns:16px minmax(0,1fr) auto;gap:2px 10px;\
        align-items:baseline}
        .top .i{align-self:start;margin-top:4px}
        .top code{color:var(--soft)}
        .pair{display:grid;grid-template-columns:1fr 1fr;gap:10px 28px;margin:10px 0 0 26px;\
        max-width:920px}
        .pair dt{color:var(--soft);font-size:13px}
        .pair dd{white-space:pre-wrap}
        .pair dd.m{line-height:1.6}
        .excerpt{margin:14px 0 0 26px}
        .pre{background:var(--card);border:1px solid var(--rule);border-radius:6px;\
        overflow-x:auto;padding:8px 0;line-height:1.6;tab-size:4}
        .pre ol{min-width:max-content;counter-reset:n}
        .pre li{white-space:pre;padding:0 14px 0 0}
        .pre .n{display:inline-block;width:6.5ch;text-align:right;color:var(--soft);\
        margin-right:2ch;user-select:none}
        .pre .at{background:var(--no-well);color:var(--no);font-weight:600;\
        box-shadow:inset 3px 0 var(--no)}
        .pre .at .n{color:var(--no)}
        .pre .gap{color:var(--soft);font-style:italic;padding-left:8.5ch}
        .pre.text{padding:10px 14px;white-space:pre;font-size:12.5px}
        .t{border-top:1px solid var(--rule)}
        .t>summary{display:grid;grid-template-columns:auto minmax(0,1fr) 12px;gap:12px;\
        align-items:center;padding:10px 2px}
        .t>summary .soft{font-size:13px;text-align:right}
        .t>div{margin:0 0 14px;overflow-x:auto}
        .fail .t{margin:10px 0 -8px 26px;border-color:var(--edge)}.fail .t+.t{margin-top:8px}\
        .fail .t>summary{padding:7px 2px}.fail .t .pair{margin:0}
        .group{border-bottom:1px solid var(--rule);margin-top:18px}
        table{border-collapse:collapse;width:100%;font-size:13.5px}
        th{font-weight:500;color:var(--soft);text-align:left;font-size:12.5px;\
        overflow-wrap:normal}
        th,td{padding:5px 18px 5px 2px;vertical-align:baseline}
        td{border-top:1px solid var(--rule)}
        .r{text-align:right}
        td.w,.grid th,.grid td{white-space:nowrap}td:not(.w){min-width:16ch}.grid td{min-width:0}
        td .i{margin-right:7px}
        .more{color:var(--soft);font-size:13px;padding:8px 2px}
        .metrics{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));\
        gap:14px 24px}
        .metrics div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
        .metrics dt{color:var(--soft);font-size:13px}
        .metrics dd{font-size:17px;font-weight:550}
        .brief li{display:grid;grid-template-columns:16px minmax(0,1fr) auto;gap:12px;\
        padding:6px 18px;align-items:center;font-size:14px;border-top:1px solid var(--rule)}
        .brief li:first-child{border:0}
        .stills{display:grid;grid-template-columns:repeat(auto-fill,minmax(168px,1fr));gap:14px}
        .stills img{display:block;width:100%;aspect-ratio:16/9;object-fit:contain;\
        background:#000;border-radius:5px}
        .stills figcaption{font-size:13px;padding:5px 1px 0;display:flex;gap:10px;\
        justify-content:space-between}
        .stills figcaption span:last-child{color:var(--soft)}

        """

    private static let drawings = """
        .draw{display:grid;grid-template-columns:112px minmax(0,1fr);margin:8px 0 4px}
        .draw .names{display:block;width:104px}
        .scroll{overflow-x:auto;overflow-y:hidden;padding:0 9px;margin:0 -9px}
        .plot{display:block;width:100%;min-width:620px;overflow:visible}
        .draw text{font-size:11px;fill:var(--soft)}
        .draw .name{font-size:12px;font-weight:550;fill:var(--ink)}
        .draw .tag{fill:var(--ink)}
        .f{fill:currentColor;stroke:none}
        .k{fill:none;stroke:var(--card);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
        .o{fill:var(--card);stroke:currentColor;stroke-width:1.6}
        .l{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
        .ok{color:var(--ok)}.no,.st{color:var(--no)}.th{color:var(--th)}.kn{color:var(--kn)}\
        .sk,.un,.ev,.di{color:var(--soft)}.mk{color:var(--net)}.se{color:var(--seek)}\
        .ac{color:var(--ink)}
        .plot use{cursor:default}
        .small{transform:scale(.72)}
        .grid{stroke:var(--rule);stroke-width:1;shape-rendering:crispEdges}
        .base{stroke:var(--edge);stroke-width:1;shape-rendering:crispEdges}
        .hatch{stroke:var(--no);stroke-width:2.2;opacity:.42}
        .stall{fill:url(#hatch)}
        .at-fault{fill:var(--no);opacity:.55}
        .seekband{fill:var(--seek);opacity:.13}
        .head,.rate,.net,.jump,.edge,.late{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round}
        .head{stroke:var(--line);stroke-width:2}
        .rate{stroke:var(--line);stroke-width:2}
        .edge{stroke:var(--ink);stroke-width:1.6}
        .late{stroke:var(--net);stroke-width:2}
        .net{stroke:var(--net);stroke-width:1.4;stroke-dasharray:3 3}
        .jump{stroke:var(--seek);stroke-width:1.4;stroke-dasharray:4 3}
        .lead{fill:var(--fill);stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
        .pole{fill:none;stroke:var(--edge);stroke-width:1;vector-effect:non-scaling-stroke}
        .cue{fill:var(--ink)}
        .rug{fill:none;stroke:var(--ink);stroke-width:1;vector-effect:non-scaling-stroke}
        .tight rect{stroke:none}
        .sub{fill:var(--text);stroke:var(--card);stroke-width:1}
        .seg{fill:var(--alt);stroke:var(--card);stroke-width:1}
        .bad{fill:var(--no)}
        .span{fill:var(--net);opacity:.3}
        .legend{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:12.5px;color:var(--soft);\
        padding:4px 0 0 112px}
        .legend li{display:flex;gap:6px;align-items:center}
        .legend svg{width:18px;height:14px;overflow:visible;flex:none}
        figure>figcaption{font-size:13px;color:var(--soft)}
        figure.time{margin:16px 0 0}

        """

    private static let narrow = """
        @media(max-width:720px){\
        .wrap{padding:0 14px}header{padding-top:28px}\
        .verdict{font-size:24px;gap:11px}.counts{gap:10px 26px}\
        .index a{grid-template-columns:16px minmax(0,1fr)}.index a span{grid-column:2}\
        .s>summary{grid-template-columns:16px minmax(0,1fr) 12px;padding:12px 14px}\
        .s>summary .soft{grid-row:2;grid-column:2}.s>summary .soft+.soft{grid-row:3}\
        .s>summary::after{grid-row:1;grid-column:3}\
        .b{padding:14px}\
        .pair{grid-template-columns:1fr;margin-left:0}.excerpt{margin-left:0}\
        .fail{padding:12px}.top{grid-template-columns:16px minmax(0,1fr)}.top code{grid-column:2}\
        .facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:6px}\
        .draw{grid-template-columns:96px minmax(0,1fr)}.draw .names{width:90px}\
        .draw .name{font-size:10.5px}.draw .names text:not(.name){font-size:10px}\
        .fail .t{margin-left:0}\
        .legend{padding-left:0}th,td{padding-right:12px}\
        .stills{grid-template-columns:repeat(auto-fill,minmax(132px,1fr));gap:10px}}

        """

    private static let paper = """
        @media print{:root{color-scheme:light}body{background:#fff;font-size:11px}\
        .s,.index,.fail{break-inside:auto;border-color:#bbb}.s>summary{break-after:avoid}\
        .fail,figure,.stills li{break-inside:avoid}\
        details::details-content{content-visibility:visible;block-size:auto}\
        .plot{min-width:0}summary::after{display:none}.skip{display:none}\
        *{print-color-adjust:exact}}
        @media(prefers-contrast:more){:root{--soft:var(--ink);--rule:var(--edge)}}

        """
}
