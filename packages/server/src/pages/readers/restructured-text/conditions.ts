/** Tags that Sphinx sets itself when it builds a website. */
const websiteTags = new Set([
  'html',
  'format_html',
  'builder_html',
  'builder_dirhtml',
  'builder_singlehtml',
  'dirhtml',
  'singlehtml',
])
/** Before the names of what a site sets that is no substitution. */
export const settingMark = 'conf.'

/** In signs: no condition is longer. */
const mostSigns = 100

/** What a condition comes to: undefined where that depends on what is not known. */
type Truth = boolean | undefined

/**
 * Whether a website shows what stands under `.. only:: expression`: tags with `and`, `or`, `not` and brackets. A tag that Sphinx
 * doesn't set itself isn't set unless who builds the site says so.
 */
export const isShownTag = (expression: string): boolean =>
  new Condition(expression.match(/[()]|[\w.:-]+/g) ?? [], (cursor) => websiteTags.has(cursor.take() ?? '')).read() ===
  true

/**
 * Whether a website shows what stands under `.. ifconfig:: expression`: comparisons of settings with texts. What depends on a
 * setting that isn't known is shown.
 */
export const isShownSetting = (expression: string, settings: ReadonlyMap<string, string>): boolean => {
  const signs = expression.match(/"[^"]*"|'[^']*'|[=!]=|[()[\],]|[\w.]+/g) ?? []
  return new Condition(signs, (cursor) => readComparison(cursor, settings)).read() !== false
}

class Condition {
  readonly #signs: readonly string[]
  readonly #readOne: (cursor: Condition) => Truth
  #at = 0

  constructor(signs: readonly string[], readOne: (cursor: Condition) => Truth) {
    this.#signs = signs.slice(0, mostSigns)
    this.#readOne = readOne
  }

  get next(): string | undefined {
    return this.#signs[this.#at]
  }

  take(): string | undefined {
    return this.#signs[this.#at++]
  }

  skip(sign: string): boolean {
    if (this.next !== sign) return false
    this.#at++
    return true
  }

  read(): Truth {
    let value = this.#readAll()
    while (this.skip('or')) {
      const other = this.#readAll()
      value = value === true || other === true ? true : value === undefined || other === undefined ? undefined : false
    }
    return value
  }

  #readAll(): Truth {
    let value = this.#readNot()
    while (this.skip('and')) {
      const other = this.#readNot()
      value = value === false || other === false ? false : value === undefined || other === undefined ? undefined : true
    }
    return value
  }

  #readNot(): Truth {
    if (this.skip('not')) {
      const value = this.#readNot()
      return value === undefined ? undefined : !value
    }
    if (!this.skip('(')) return this.#readOne(this)
    const value = this.read()
    this.skip(')')
    return value
  }
}

/** `version == '1.10'`, `release not in ('a', 'b')`, `experimental`. */
function readComparison(cursor: Condition, settings: ReadonlyMap<string, string>): Truth {
  const value = readValue(cursor, settings)
  const isOpposite = cursor.next === '!=' || cursor.next === 'not'
  const sign = cursor.next
  if (sign === '==' || sign === '!=') {
    cursor.take()
    const other = readValue(cursor, settings)
    return value === undefined || other === undefined ? undefined : (value === other) !== isOpposite
  }
  if (sign === 'not') cursor.take()
  if (!cursor.skip('in')) return value === undefined ? undefined : !falseValues.has(value)
  const others = readList(cursor, settings)
  return value === undefined || others.includes(undefined) ? undefined : others.includes(value) !== isOpposite
}

const falseValues = new Set(['False', 'None', '0', ''])

function readValue(cursor: Condition, settings: ReadonlyMap<string, string>): string | undefined {
  const sign = cursor.take() ?? ''
  if (/^["']/.test(sign)) return sign.slice(1, -1)
  return /^(?:\d|True$|False$|None$)/.test(sign) ? sign : settings.get(sign)
}

function readList(cursor: Condition, settings: ReadonlyMap<string, string>): (string | undefined)[] {
  const items: (string | undefined)[] = []
  if (!cursor.skip('(') && !cursor.skip('[')) return [readValue(cursor, settings)]
  while (cursor.next !== undefined && cursor.next !== ')' && cursor.next !== ']') {
    if (!cursor.skip(',')) items.push(readValue(cursor, settings))
  }
  cursor.take()
  return items
}
