const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  deg: '°',
  micro: 'µ',
  middot: '·',
  bull: '•',
  plusmn: '±',
  times: '×',
  divide: '÷',
  minus: '−',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  thinsp: '\u2009',
  alpha: 'α',
  beta: 'β',
  mu: 'μ',
  pi: 'π',
  Omega: 'Ω',
}

/** What turns or hides the text around it. The server drops these from answers; an entity mustn't bring them back. */
const unseen = /[\p{Cc}\p{DI}]/u

/** Decodes HTML entities. The result is text, not markup. */
export const decodeEntities = (text: string): string => {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, ...groups: string[]) => {
    const [decimal, hex = '', name] = groups
    if (name) return Object.hasOwn(namedEntities, name) ? (namedEntities[name] ?? whole) : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    if (code === 0 || code > 0x10ffff) return whole
    const character = String.fromCodePoint(code)
    return unseen.test(character) ? '' : character
  })
}
