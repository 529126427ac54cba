import type { Turn } from '@sidenote/contract'
import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { linkStyle } from '../../parts/link.ts'

/** A page that an answer may cite. */
export type Source = Pick<Turn['sources'][number], 'url' | 'path'> & Partial<Turn['sources'][number]>

/** Only addresses of the web open; anything else that a page’s address may be is text. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** A citation with the blanks before it. */
const citation = /\s*\[(\d{1,3})\]/

const isOfText = (token: Token): token is Tokens.Text | Tokens.Escape =>
  (token.type === 'text' || token.type === 'escape') && !('tokens' in token && token.tokens)

/** The tokens within a token. */
export const childrenOf = (token: Token): Token[] | undefined => ('tokens' in token ? token.tokens : undefined)

/** The words of a line without citations, as the statements of an answer have them. */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const inner = childrenOf(token)
      if (inner) return wordsOf(inner)
      if (isOfText(token))
        return token.text
          .split(citation)
          .filter((_, index) => index % 2 === 0)
          .join('')
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
    .replaceAll('\n', ' ')

interface Line {
  readonly sources: readonly Source[]
  /** From where to where in the words of the line nothing supports what it says. */
  readonly marks: readonly (readonly [start: number, end: number])[]
  /** How many of its words are written. */
  at: number
}

/** A piece of the line, marked where no source supports it. */
const writeWords = (text: string, line: Line): ReactNode => {
  const start = line.at
  line.at += text.length
  const cuts = [0, ...line.marks.flat().map((end) => Math.min(Math.max(end - start, 0), text.length)), text.length]
  return cuts.slice(1).map((end, index) => {
    const part = text.slice(cuts[index], end)
    if (part === '') return null
    return index % 2 === 1 ? (
      <mark
        key={index}
        className="rounded-sm bg-warn-soft text-ink decoration-warn decoration-dotted underline underline-offset-3"
      >
        {part}
      </mark>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    )
  })
}

const Citation = ({ number, sources }: { readonly number: string; readonly sources: readonly Source[] }) => {
  const source = sources.find((one) => one.number === Number(number))
  if (!source) return ` [${number}]`
  return (
    <sup className="ml-0.5 text-xs text-accent" title={source.title ?? source.path}>
      {number}
    </sup>
  )
}

const writeText = (text: string, line: Line): ReactNode =>
  text
    .replaceAll('\n', ' ')
    .split(citation)
    .map((part, index) =>
      index % 2 === 0 ? (
        <Fragment key={index}>{writeWords(part, line)}</Fragment>
      ) : (
        <Citation key={index} number={part} sources={line.sources} />
      ),
    )

const writeInline = (tokens: readonly Token[], line: Line): ReactNode =>
  tokens.map((token, index) => {
    const inner = childrenOf(token)
    if (token.type === 'strong') return <strong key={index}>{writeInline(inner ?? [], line)}</strong>
    if (token.type === 'em') return <em key={index}>{writeInline(inner ?? [], line)}</em>
    if (token.type === 'del') return <del key={index}>{writeInline(inner ?? [], line)}</del>
    if (token.type === 'br') return <br key={index} />
    if (token.type === 'codespan') {
      return (
        <code key={index} className="rounded-sm bg-hover px-1 py-px font-mono text-[0.92em]">
          {writeWords(token.text, line)}
        </code>
      )
    }
    if (token.type === 'link' && isWebAddress(token.href)) {
      return (
        <a key={index} href={token.href} target="_blank" rel="noreferrer noopener" className={linkStyle}>
          {writeInline(inner ?? [], line)}
        </a>
      )
    }
    if (inner && token.type !== 'image') return <Fragment key={index}>{writeInline(inner, line)}</Fragment>
    if (isOfText(token)) return <Fragment key={index}>{writeText(token.text, line)}</Fragment>
    // Pictures and markup are what they are written as: nothing is fetched, nothing becomes an element.
    return <Fragment key={index}>{token.raw}</Fragment>
  })

/**
 * A line of an answer as elements: its words, the numbers of its sources, and a mark on what no source supports.
 * @param unsupported statements, as plain text
 */
export const writeLine = (
  tokens: readonly Token[],
  { sources, unsupported }: { readonly sources: readonly Source[]; readonly unsupported: readonly string[] },
): ReactNode => {
  const words = wordsOf(tokens)
  const marks = unsupported
    .map((statement) => [words.indexOf(statement), statement.length] as const)
    .filter(([start]) => start !== -1)
    .map(([start, length]) => [start, start + length] as const)
    .sort(([one], [other]) => one - other)
    .filter(([start], index, all) => index === 0 || start >= (all[index - 1]?.[1] ?? 0))
  return writeInline(tokens, { sources, marks, at: 0 })
}
