import { visibleText } from '../../visible-text.ts'

/** A text on one line, without what a terminal or a reader doesn't see. */
const oneLine = (text: string): string => visibleText(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()

const closingWord = 'clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?'
/** Words with which a pull request closes an issue once it is merged, before a key of a tracker such as `ABC-12`. */
const closingKey = new RegExp(`\\b((?:${closingWord}):? (?:issues? )?)([a-z][a-z\\d_]*-\\d)`, 'gi')
/** The same before any word, in code: GitLab looks for closing words in the text as it is written. */
const closing = new RegExp(`\\b((?:${closingWord}):?)[ \\t]+(?=\\S*[#!/-])`, 'gi')

/** Code that closes nothing: a blank that doesn't break looks the same, and is none to a code host. */
export const inertCode = (code: string): string => code.replace(closing, '$1\u00a0')

/** Parts of words that a code host makes into mentions, references or links, wherever they stand. */
const active: readonly RegExp[] = [
  /@/,
  // Issues, merge requests and epics; `owner/name#1` too.
  /[#!&]\d/,
  /GH-\d/i,
  /:\/\//,
  /www\./i,
  /(?:mailto|xmpp):/i,
  // A commit.
  /^(?=.*\d)(?=.*[a-f])[\da-f]{7,64}$/i,
]

const isActive = (word: string): boolean => active.some((pattern) => pattern.test(word))

/** A title or a line of a commit message: no markup, so what a code host would act on is taken apart by a blank. */
export const inertLine = (text: string): string =>
  oneLine(text)
    // `[skip ci]`.
    .replace(/\[([^[\]]*)\]/g, '($1)')
    .replace(closingKey, (_, words: string, key: string) => `${words}${key.replace('-', '- ')}`)
    .replace(/@(?=\S)|[#!&](?=\d)|GH-(?=\d)|www\.(?=\S)|(?:mailto|xmpp):(?=\S)/gi, '$& ')
    .replaceAll('://', ': //')

/** Shows a text as code; it is one line then. */
export const codeSpan = (text: string): string => {
  const line = inertCode(oneLine(text))
  return line === '' ? '' : `\`${line.replaceAll('`', '’')}\``
}

/**
 * Markdown that shows a line of text as it is, and does nothing: no markup of its own, no mention, no reference to an issue, no
 * link. Words that a code host would act on are shown as code, where none looks at them: escaping doesn't keep hosts from it.
 */
export const inertMarkdown = (text: string): string => {
  const marked = oneLine(text).replace(closingKey, (_, words: string, key: string) => `${words}\0${key}`)
  return escapeStart(marked.split(' ').map(writeWord).join(' '))
}

const writeWord = (word: string): string => {
  const isKey = word.startsWith('\0')
  const plain = isKey ? word.slice(1) : word
  if (!isKey && !isActive(plain)) return escapeMarks(plain)
  let [start, end] = [0, plain.length]
  while (start < end && opening.has(plain.charAt(start))) start++
  while (end > start && ending.has(plain.charAt(end - 1))) end--
  return `${escapeMarks(plain.slice(0, start))}${codeSpan(plain.slice(start, end))}${escapeMarks(plain.slice(end))}`
}

/** What stands around a word in a sentence. */
const opening: ReadonlySet<string> = new Set('("\'“‘«')
const ending: ReadonlySet<string> = new Set(')"\'”’».,;:?')

const escapeMarks = (text: string): string => text.replace(/[\\`*_[\]<>#|~&$^]/g, '\\$&')

/** Escapes what would begin a list, a heading or a quote at the beginning of a line, or be a command to GitLab. */
export const escapeStart = (line: string): string =>
  line.replace(/^\d{1,9}(?=[.)])/, '$&\\').replace(/^[-+=:/>]/, '\\$&')
