/** How much of a text is parsed. */
interface JsonBounds {
  /** Values and keys at most; a million take some 150 MB. */
  readonly values: number
  /** Lists and records within each other. */
  readonly deepest: number
}

const quote = 0x22
const backslash = 0x5c

/** Why a text is not parsed as JSON: it would take too much memory, or what reads its value would end in recursion. */
export function findJsonExcess(text: string, { values, deepest }: JsonBounds): string | undefined {
  let count = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfText(text, at)
        break
      case 0x5b:
      case 0x7b:
        count += 1
        depth += 1
        if (depth > deepest) return `Its lists and records are nested more than ${deepest} deep.`
        break
      case 0x5d:
      case 0x7d:
        depth -= 1
        break
      case 0x2c:
      case 0x3a:
        count += 1
        if (count > values) return `It has more than ${values.toLocaleString('en')} values and keys.`
    }
  }
  return undefined
}

/** Where the quotation mark is that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
  return backslashes % 2 === 1
}
