import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import type { Source } from '../conversation.ts'
import { splitCitations } from '../markdown/citations.ts'
import { safeAddress } from '../markdown/links.ts'
import { Citation } from './citation.tsx'

/** What inline Markdown needs to know of the answer it stands in. */
export type Sources = ReadonlyMap<number, Source>

const named: Record<string, string> = {
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
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

function cited(text: string, sources: Sources): ReactNode {
  return splitCitations(decode(text), new Set(sources.keys())).map((piece, index) => {
    const source = typeof piece === 'string' ? undefined : sources.get(piece.number)
    const shown = source ? <Citation source={source} /> : typeof piece === 'string' ? piece : null
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
    return <Fragment key={index}>{shown}</Fragment>
  })
}

function link({ href, tokens, text }: Pick<Tokens.Link, 'href' | 'text'> & { tokens?: Token[] }, sources: Sources) {
  const label = tokens ? <Inline tokens={tokens} sources={sources} /> : text
  const address = safeAddress(href, document.baseURI)
  if (!address) return label
  const isElsewhere = new URL(address).origin !== location.origin
  return (
    <a href={address} rel="noopener noreferrer nofollow ugc" {...(isElsewhere ? { target: '_blank' } : {})}>
      {label}
    </a>
  )
}

/** `marked` types its tokens as a union with an open member; the `type` field is what tells them apart. */
const as = <Kind extends Token>(token: Token): Kind => token as Kind

function inline(token: Token, sources: Sources): ReactNode {
  const inner = 'tokens' in token && token.tokens ? <Inline tokens={token.tokens} sources={sources} /> : null
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'codespan':
      return <code>{as<Tokens.Codespan>(token).text}</code>
    case 'br':
      return <br />
    case 'link':
      return link(as<Tokens.Link>(token), sources)
    case 'image': {
      // An image would be fetched from wherever a text says: it is a link instead.
      const { href, text } = as<Tokens.Image>(token)
      return link({ href, text: text || href }, sources)
    }
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw
    case 'escape':
      return as<Tokens.Escape>(token).text
    default:
      return inner ?? cited('text' in token ? String(token.text) : token.raw, sources)
  }
}

/** `[1]` may be cut in two by the lexer; neighbouring texts are one text. */
function joined(tokens: readonly Token[]): Token[] {
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
export function Inline({ tokens, sources }: { tokens: readonly Token[]; sources: Sources }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one block never change places
  return joined(tokens).map((token, index) => <Fragment key={index}>{inline(token, sources)}</Fragment>)
}
