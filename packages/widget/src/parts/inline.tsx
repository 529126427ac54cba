import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import type { ElementToken } from '../markdown/answer-tokens.ts'
import { splitCitations } from '../markdown/citations.ts'
import { decodeEntities } from '../markdown/entities.ts'
import { hostOf, mayFetchImage, placeOf, safeAddress } from '../markdown/links.ts'
import type { MathToken } from '../markdown/math-tokens.ts'
import type { AnswerContext } from './answer-context.ts'
import { Citations } from './citation.tsx'
import { Formula } from './formula.tsx'
import { icons } from './icons.tsx'

interface InlineProps {
  readonly tokens: readonly Token[]
  readonly context: AnswerContext
  /** The text is still growing, so images have to wait. */
  readonly isGrowing: boolean
}

type InlineSettings = Pick<InlineProps, 'context' | 'isGrowing'>

function withCitations(text: string, { context }: InlineSettings): ReactNode {
  return splitCitations(decodeEntities(text), context.sources).map((piece, index) => {
    const node = typeof piece === 'string' ? piece : <Citations numbers={piece.numbers} context={context} />
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
    return <Fragment key={index}>{node}</Fragment>
  })
}

interface LinkProps {
  readonly href: string
  /** What the label says, as text. */
  readonly text: string
  /** @default the text */
  readonly label?: ReactNode
}

/** A link. One that leads away from the sources says where to, since a model may have been talked into it. */
function link({ href, text, label = text }: LinkProps, { context }: InlineSettings): ReactNode {
  const address = safeAddress(decodeEntities(href), document.baseURI)
  if (!address) return label
  const known = [...context.sources.values()].map(({ url }) => hostOf(url, document.baseURI))
  const place = placeOf(address, text, [location.host, ...known])
  const target = address.startsWith(`${location.origin}/`) ? undefined : '_blank'
  return (
    <a href={address} rel="noopener noreferrer nofollow ugc" target={target}>
      {label}
      {place && <bdi> ({place})</bdi>}
    </a>
  )
}

/** An image, if it comes from a host that the owner allows; otherwise a link, since answers must not fetch from just anywhere. */
function image({ href, text }: Tokens.Image, settings: InlineSettings): ReactNode {
  const address = safeAddress(decodeEntities(href), document.baseURI)
  const label = decodeEntities(text)
  if (!address || !mayFetchImage(address, settings.context.imageHosts)) {
    return link({ href, text: label || href }, settings)
  }
  // A half-written address may be a valid one too.
  if (settings.isGrowing) return <span className="text-muted">{label}</span>
  return (
    <img
      className="h-auto max-w-full rounded-block"
      src={address}
      alt={label}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  )
}

/** Longer flags may break after this many characters. */
const longestFlag = 28

/** Keeps flags such as `--site` on one line: browsers break them after the dashes. */
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

/** The checkbox of a task. */
function Box({ isDone }: { isDone: boolean }) {
  const { task } = useTexts()
  return (
    <span
      className="sn-box me-1.5 inline-grid size-4 place-items-center rounded-sm border border-muted align-[-3px] text-link [&_svg]:size-3"
      role="img"
      aria-label={isDone ? task.done : task.open}
    >
      {isDone ? icons.done : null}
    </span>
  )
}

/** Narrows a token by its `type` field. The casts are here, since `marked`'s union of tokens has an open member. */
export const as = <Kind extends Token>(token: Token): Kind => token as Kind

function inline(token: Token, settings: InlineSettings): ReactNode {
  const inner = 'tokens' in token && token.tokens ? <Inline tokens={token.tokens} {...settings} /> : null
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
    case 'link': {
      // A link definition named like a citation: the number still means the source.
      if (/^\[\d{1,3}\](?:\[[^\]]*\])?$/.test(token.raw)) return withCitations(token.raw, settings)
      const { href, text } = as<Tokens.Link>(token)
      return link({ href, text, label: inner ?? token.raw }, settings)
    }
    case 'image':
      return image(as<Tokens.Image>(token), settings)
    case 'math':
      return <Formula tex={as<MathToken>(token).text} isDisplay={as<MathToken>(token).isDisplay} />
    case 'element': {
      const Element = as<ElementToken>(token).name
      return <Element>{inner}</Element>
    }
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw
    case 'escape':
      return as<Tokens.Escape>(token).text
    default:
      return inner ?? withCitations('text' in token ? String(token.text) : token.raw, settings)
  }
}

/** Joins neighbouring texts, since the lexer may cut `[1]` in two. */
function joinTexts(tokens: readonly Token[]): readonly Token[] {
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

/** Inline Markdown as React elements. HTML is never parsed. */
export function Inline({ tokens, context, isGrowing }: InlineProps) {
  return joinTexts(tokens).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one block never change places
    <Fragment key={index}>{inline(token, { context, isGrowing })}</Fragment>
  ))
}
