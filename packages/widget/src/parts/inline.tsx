import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import { splitCitations } from '../markdown/citations.ts'
import { decodeEntities } from '../markdown/entities.ts'
import { mayFetchImage, safeAddress } from '../markdown/links.ts'
import type { MathToken } from '../markdown/math-tokens.ts'
import { Citations } from './citation.tsx'
import { Formula } from './formula.tsx'
import { icons } from './icons.tsx'
import type { Reading } from './answer-context.ts'

interface InlineProps {
  readonly tokens: readonly Token[]
  readonly reading: Reading
  /** The text is still being written; what would be fetched has to wait. */
  readonly isGrowing: boolean
}

type Context = Pick<InlineProps, 'reading' | 'isGrowing'>

function cited(text: string, { reading }: Context): ReactNode {
  return splitCitations(decodeEntities(text), reading.sources).map((piece, index) => {
    const shown = typeof piece === 'string' ? piece : <Citations numbers={piece.numbers} reading={reading} />
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
    return <Fragment key={index}>{shown}</Fragment>
  })
}

function link(href: string, label: ReactNode): ReactNode {
  const address = safeAddress(decodeEntities(href), document.baseURI)
  if (!address) return label
  const isElsewhere = new URL(address).origin !== location.origin
  return (
    <a href={address} rel="noopener noreferrer nofollow ugc" {...(isElsewhere ? { target: '_blank' } : {})}>
      {label}
    </a>
  )
}

/** An image would be fetched from wherever a text says: from hosts that the owner has not named it is a link instead. */
function image({ href, text }: Tokens.Image, { reading, isGrowing }: Context): ReactNode {
  const address = safeAddress(decodeEntities(href), document.baseURI)
  const label = decodeEntities(text)
  if (!address || !mayFetchImage(address, reading.imageHosts)) return link(href, label || href)
  // Half an address may be an address too.
  if (isGrowing) return <span className="sn-image-coming">{label}</span>
  return (
    <img className="sn-image" src={address} alt={label} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  )
}

/** Letters of a flag that stand in one line, if need be in the next one. */
const longestFlag = 28

/** Browsers break `--site` behind its dashes. */
function withWholeFlags(code: string): ReactNode {
  if (!/(^|\s)-/.test(code)) return code
  return code.split(/(\s+)/).map((word, index) =>
    word.startsWith('-') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of finished code never change places
      <Fragment key={index}>
        <span className="whitespace-nowrap">{word.slice(0, longestFlag)}</span>
        {word.slice(longestFlag)}
      </Fragment>
    ) : (
      word
    ),
  )
}

/** The box of a task. */
function Box({ isDone }: { isDone: boolean }) {
  const { task } = useTexts()
  return (
    <span className="sn-box" role="img" aria-label={isDone ? task.done : task.open}>
      {isDone ? icons.done : null}
    </span>
  )
}

/** `marked` types its tokens as a union with an open member; the `type` field is what tells them apart. */
export const as = <Kind extends Token>(token: Token): Kind => token as Kind

function inline(token: Token, context: Context): ReactNode {
  const inner = 'tokens' in token && token.tokens ? <Inline tokens={token.tokens} {...context} /> : null
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'codespan':
      return <code>{withWholeFlags(as<Tokens.Codespan>(token).text)}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return <Box isDone={as<Tokens.Checkbox>(token).checked} />
    case 'link':
      // A definition named as a citation is: the number goes on meaning the source.
      if (/^\[\d{1,3}\](?:\[[^\]]*\])?$/.test(token.raw)) return cited(token.raw, context)
      return link(as<Tokens.Link>(token).href, inner ?? token.raw)
    case 'image':
      return image(as<Tokens.Image>(token), context)
    case 'math':
      return <Formula tex={as<MathToken>(token).text} isDisplay={as<MathToken>(token).isDisplay} />
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw
    case 'escape':
      return as<Tokens.Escape>(token).text
    default:
      return inner ?? cited('text' in token ? String(token.text) : token.raw, context)
  }
}

/** `[1]` may be cut in two by the lexer; neighbouring texts are one text. */
function joined(tokens: readonly Token[]): readonly Token[] {
  if (tokens.length < 2) return tokens
  const result: Token[] = []
  for (const token of tokens) {
    const last = result.at(-1)
    if (token.type === 'text' && last?.type === 'text' && !token.tokens && !last.tokens)
      result[result.length - 1] = { ...last, raw: last.raw + token.raw, text: `${last.text}${token.text}` }
    else result.push(token)
  }
  return result
}

/** Inline Markdown as React elements: no HTML is ever parsed. */
export function Inline({ tokens, reading, isGrowing }: InlineProps) {
  return joined(tokens).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one block never change places
    <Fragment key={index}>{inline(token, { reading, isGrowing })}</Fragment>
  ))
}
