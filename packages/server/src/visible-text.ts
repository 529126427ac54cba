/**
 * Characters that nobody sees: controls, marks that turn the text beside them, blanks without width, tags, fillers. What
 * `Default_Ignorable_Code_Point` covers grows with Unicode.
 */
const unseen = /(?![\t\n\r])\p{Cc}|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

/** Letters and marks of scripts that join letters with U+200C and U+200D, or mark with U+200B where a line may break. */
const joining =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Adlm}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Thai}\p{scx=Laoo}]/u

/** Unseen characters that writing needs, each right behind what needs it, and so never two of them in a row. */
const needed: readonly (readonly [character: RegExp, behind: RegExp])[] = [
  [/[\u200b-\u200d]/u, joining],
  // Emoji that are one picture of several, and whether a character is a picture.
  [/\u200d/u, /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u],
  [/[\ufe0e\ufe0f]/u, /\p{Emoji}/u],
  // Forms of letters.
  [/[\u180b-\u180f]/u, /(?=\p{L})\p{scx=Mong}/u],
  [/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, /\p{Script=Han}/u],
]

/** Lets a text through piece by piece, without what turns or hides text. */
export interface VisibleText {
  /** Takes the next piece, and gives what of it can be seen. */
  push(text: string): string
}

/**
 * Begins a text that comes in pieces. What is dropped is every unseen character that its place doesn't need; half of a
 * character at the end of a piece waits for its other half.
 */
export const startVisibleText = (): VisibleText => {
  let before = ''
  let half = ''
  return {
    push(piece) {
      const text = half + piece
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
      const whole = half === '' ? text : text.slice(0, -1)
      if (!unseen.test(whole)) {
        before = lastOf(whole) ?? before
        return whole
      }
      const visible: string[] = []
      for (const character of whole) {
        if (unseen.test(character) && !isNeeded(character, before)) continue
        before = character
        visible.push(character)
      }
      return visible.join('')
    },
  }
}

const lastOf = (text: string): string | undefined => (text === '' ? undefined : [...text.slice(-2)].at(-1))

const isNeeded = (character: string, before: string): boolean =>
  needed.some(([mark, behind]) => mark.test(character) && behind.test(before))

/** A text without what turns or hides text; writing that needs such characters keeps them. */
export const visibleText = (text: string): string => (unseen.test(text) ? startVisibleText().push(text) : text)

/** A text in which what turns or hides text is named, as `‹U+202E›`, for people who have to see what a file has. */
export const nameUnseen = (text: string): string => {
  if (!unseen.test(text)) return text
  let before = ''
  let named = ''
  for (const character of text) {
    const isHidden = unseen.test(character) && !isNeeded(character, before)
    if (!isHidden) before = character
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    named += isHidden ? `‹U+${code}›` : character
  }
  return named
}

/** A value of JSON all of whose texts are visible. The names of fields stay. */
export const visibleValue = <Value>(value: Value): Value => {
  const visit = (inner: unknown): unknown => {
    if (typeof inner === 'string') return visibleText(inner)
    if (Array.isArray(inner)) return inner.map(visit)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, item]) => [name, visit(item)]))
  }
  // The same value but for characters of its texts.
  return visit(value) as Value
}
