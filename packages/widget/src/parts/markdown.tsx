import type { Token, Tokens } from 'marked'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import { type Lexed, lexBlocks } from '../markdown/lex-blocks.ts'
import { closeEnds } from '../markdown/close-ends.ts'
import { directionOf } from '../markdown/direction.ts'
import { hasSentence } from '../markdown/sentences.ts'
import { CodeBlock } from './code-block.tsx'
import { as, Inline } from './inline.tsx'
import type { Reading } from './answer-context.ts'

interface BlockProps {
  readonly token: Token
  readonly reading: Reading
  /** It is the end of a text that is still being written. */
  readonly isGrowing: boolean
  /** All link definitions of the text: a late one may change any block. */
  readonly definitions: string
  /** It says something that no source says. */
  readonly isUnsupported?: boolean
}

const isSame = (before: BlockProps, after: BlockProps): boolean =>
  (before.token === after.token || (before.token.type === after.token.type && before.token.raw === after.token.raw)) &&
  before.reading === after.reading &&
  before.isGrowing === after.isGrowing &&
  before.definitions === after.definitions &&
  before.isUnsupported === after.isUnsupported

/** Finished blocks are never rendered again: that is what makes a long answer as cheap to write as a short one. */
const Block = memo(({ isUnsupported, ...properties }: BlockProps) => {
  const texts = useTexts()
  if (!isUnsupported) return block(properties)
  return (
    <div className="sn-unsupported">
      {block(properties)}
      <p className="sn-unsupported-note">{texts.unsupported}</p>
    </div>
  )
}, isSame)

type Context = Pick<BlockProps, 'reading' | 'isGrowing' | 'definitions'>

const Blocks = ({ tokens, isGrowing, ...context }: { tokens: readonly Token[] } & Context) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
    <Block key={index} token={token} isGrowing={isGrowing && index === tokens.length - 1} {...context} />
  ))

function List({ token, isGrowing, ...context }: { token: Tokens.List } & Context) {
  const items = token.items.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at the end
    <li key={index} className={entry.task ? 'sn-task' : undefined} dir={directionOf(entry.text)}>
      <Blocks tokens={entry.tokens} isGrowing={isGrowing && index === token.items.length - 1} {...context} />
    </li>
  ))
  const dir = directionOf(token.raw)
  return token.ordered ? (
    <ol start={Number(token.start) || 1} dir={dir}>
      {items}
    </ol>
  ) : (
    <ul dir={dir}>{items}</ul>
  )
}

/** A cell with more letters than these is read as a sentence is. */
const longCell = 32

interface RowProps extends Context {
  readonly cells: readonly Tokens.TableCell[]
  readonly isHead: boolean
}

const textOf = ({ cells }: RowProps): string => cells.map(({ text }) => text).join('|')

const Row = memo(
  ({ cells, isHead, reading, isGrowing }: RowProps) => {
    const Cell = isHead ? 'th' : 'td'
    return (
      <tr>
        {cells.map(({ tokens, align, text }, index) => (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
            key={index}
            dir={directionOf(text)}
            data-align={align ?? undefined}
            data-long={text.length > longCell ? '' : undefined}
            {...(isHead ? { scope: 'col' } : {})}
          >
            <Inline tokens={tokens} reading={reading} isGrowing={isGrowing} />
          </Cell>
        ))}
      </tr>
    )
  },
  (before, after) =>
    before.reading === after.reading &&
    before.isGrowing === after.isGrowing &&
    before.definitions === after.definitions &&
    textOf(before) === textOf(after),
)

function Table({ token, isGrowing, ...context }: { token: Tokens.Table } & Context) {
  const texts = useTexts()
  return (
    <section
      className="sn-table"
      dir={directionOf(token.raw)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
      tabIndex={0}
      aria-label={texts.table(token.header.map(({ text }) => text).join(', '))}
    >
      <table>
        <thead>
          <Row cells={token.header} isHead isGrowing={false} {...context} />
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at the end
              key={index}
              cells={row}
              isHead={false}
              isGrowing={isGrowing && index === token.rows.length - 1}
              {...context}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function block({ token, ...context }: BlockProps): ReactNode {
  const inline = () => <Inline tokens={('tokens' in token && token.tokens) || []} {...context} />
  const dir = directionOf(token.raw)
  switch (token.type) {
    case 'paragraph':
      return <p dir={dir}>{inline()}</p>
    case 'heading': {
      // The panel's title is level 2, so an answer's headings begin at 3.
      const Heading = as<Tokens.Heading>(token).depth <= 2 ? 'h3' : 'h4'
      return <Heading dir={dir}>{inline()}</Heading>
    }
    case 'code': {
      const { text, lang } = as<Tokens.Code>(token)
      return <CodeBlock code={text} language={lang} isGrowing={context.isGrowing} />
    }
    case 'list':
      return <List token={as<Tokens.List>(token)} {...context} />
    case 'blockquote':
      return (
        <blockquote dir={dir}>
          <Blocks tokens={as<Tokens.Blockquote>(token).tokens} {...context} />
        </blockquote>
      )
    case 'table':
      return <Table token={as<Tokens.Table>(token)} {...context} />
    case 'hr':
      return <hr />
    case 'html':
      return /^<!--/.test(token.raw) ? null : <p dir={dir}>{token.raw.trim()}</p>
    case 'space':
    case 'def':
      return null
    default:
      return <Inline tokens={[token]} {...context} />
  }
}

/** A link definition at the end of a text: half its address would already be the address of images far above it. */
const halfDefinition = /(?:^|\n)[ \t>*+\-\d.)]*\[[^\]\n]*\]:[ \t]*\n?[^\n]*$/

/** An answer's Markdown. Only its last blocks are read and rendered again while it grows. */
export function Markdown(properties: {
  text: string
  isGrowing: boolean
  reading: Reading
  /** Sentences of the text that no source says. */
  unsupported?: readonly string[]
}) {
  const { text, isGrowing, reading, unsupported } = properties
  const lexed = useRef<Lexed>(undefined)
  lexed.current = lexBlocks(isGrowing ? text.replace(halfDefinition, '') : text, lexed.current)
  const { blocks, definitions } = lexed.current
  const doubtful = useMemo(
    () =>
      blocks.filter(({ type, raw }) => type !== 'code' && unsupported?.some((sentence) => hasSentence(raw, sentence))),
    [blocks, unsupported],
  )
  const shown = isGrowing ? withClosedEnd(blocks) : blocks
  return (
    <div className="sn-prose" data-growing={isGrowing ? '' : undefined}>
      {shown.map((token, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
          key={index}
          token={token}
          reading={reading}
          definitions={definitions}
          isGrowing={isGrowing && index === shown.length - 1}
          isUnsupported={doubtful.includes(token)}
        />
      ))}
    </div>
  )
}

/** The last block is shown as if it ended well; what it really is stays in `blocks`. */
function withClosedEnd(blocks: readonly Token[]): readonly Token[] {
  const last = blocks.at(-1)
  if (!last || last.type === 'space') return blocks
  const closed = closeEnds(last.raw)
  return closed === last.raw ? blocks : [...blocks.slice(0, -1), ...lexBlocks(closed).blocks]
}
