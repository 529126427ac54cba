import type { Token, Tokens } from 'marked'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import { alertOf, type DetailsToken } from '../markdown/answer-tokens.ts'
import { closeEnds } from '../markdown/close-ends.ts'
import { directionOf } from '../markdown/direction.ts'
import { type BlockList, lexBlocks } from '../markdown/lex-blocks.ts'
import { hasSentence } from '../markdown/sentences.ts'
import type { AnswerContext } from './answer-context.ts'
import { CodeBlock } from './code-block.tsx'
import { as, Inline } from './inline.tsx'
import { WideTable } from './table-sheet.tsx'

interface BlockProps {
  readonly token: Token
  readonly context: AnswerContext
  /** It's the end of a growing text. */
  readonly isGrowing: boolean
  /** All link definitions of the text, since a late one may change any block. */
  readonly definitions: string
  /** It has a sentence that no source supports. */
  readonly isUnsupported?: boolean
}

const isSame = (before: BlockProps, after: BlockProps): boolean =>
  (before.token === after.token || (before.token.type === after.token.type && before.token.raw === after.token.raw)) &&
  before.context === after.context &&
  before.isGrowing === after.isGrowing &&
  before.definitions === after.definitions &&
  before.isUnsupported === after.isUnsupported

/** Finished blocks are never rendered again, so that a long answer costs no more than a short one while it grows. */
const Block = memo(({ isUnsupported, ...properties }: BlockProps) => {
  const texts = useTexts()
  if (!isUnsupported) return block(properties)
  return (
    <div className="sn-unsupported border-s-2 border-caution ps-3">
      {block(properties)}
      <p className="mt-1! text-xs text-amber">{texts.unsupported}</p>
    </div>
  )
}, isSame)

type BlockSettings = Pick<BlockProps, 'context' | 'isGrowing' | 'definitions'>

const Blocks = ({ tokens, isGrowing, ...settings }: { tokens: readonly Token[] } & BlockSettings) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
    <Block key={index} token={token} isGrowing={isGrowing && index === tokens.length - 1} {...settings} />
  ))

function List({ token, isGrowing, ...settings }: { token: Tokens.List } & BlockSettings) {
  const dir = directionOf(token.raw)
  const items = token.items.map((entry, index) => {
    const own = directionOf(entry.text)
    const blocks = (
      <Blocks tokens={entry.tokens} isGrowing={isGrowing && index === token.items.length - 1} {...settings} />
    )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at the end
      <li key={index} className={entry.task ? 'sn-task' : undefined}>
        {/* Not on the item, whose number or bullet stands on the list's side. */}
        {own === dir || !own ? blocks : <div dir={own}>{blocks}</div>}
      </li>
    )
  })
  return token.ordered ? (
    <ol start={Number(token.start) || 1} dir={dir}>
      {items}
    </ol>
  ) : (
    <ul dir={dir}>{items}</ul>
  )
}

/** A longer cell counts as prose, and gets a minimum width. */
const longCell = 32

interface RowProps extends BlockSettings {
  readonly cells: readonly Tokens.TableCell[]
  readonly isHead: boolean
}

const textOf = ({ cells }: RowProps): string => cells.map(({ text }) => text).join('|')

const Row = memo(
  ({ cells, isHead, context, isGrowing }: RowProps) => {
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
            <Inline tokens={tokens} context={context} isGrowing={isGrowing} />
          </Cell>
        ))}
      </tr>
    )
  },
  (before, after) =>
    before.context === after.context &&
    before.isGrowing === after.isGrowing &&
    before.definitions === after.definitions &&
    textOf(before) === textOf(after),
)

function Table({ token, isGrowing, ...settings }: { token: Tokens.Table } & BlockSettings) {
  const texts = useTexts()
  const table = (
    <table>
      <thead>
        <Row cells={token.header} isHead isGrowing={false} {...settings} />
      </thead>
      <tbody>
        {token.rows.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at the end
            key={index}
            cells={row}
            isHead={false}
            isGrowing={isGrowing && index === token.rows.length - 1}
            {...settings}
          />
        ))}
      </tbody>
    </table>
  )
  const label = texts.table(token.header.map(({ text }) => text).join(', '))
  return <WideTable table={table} label={label} dir={directionOf(token.raw)} isGrowing={isGrowing} />
}

function block({ token, ...settings }: BlockProps): ReactNode {
  const inline = () => <Inline tokens={('tokens' in token && token.tokens) || []} {...settings} />
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
      return <CodeBlock code={text} language={lang} isGrowing={settings.isGrowing} />
    }
    case 'list':
      return <List token={as<Tokens.List>(token)} {...settings} />
    case 'blockquote': {
      const alert = alertOf(as<Tokens.Blockquote>(token))
      return (
        <blockquote dir={dir}>
          {alert && (
            <p>
              <strong>{alert.label}</strong>
            </p>
          )}
          <Blocks tokens={alert?.tokens ?? as<Tokens.Blockquote>(token).tokens} {...settings} />
        </blockquote>
      )
    }
    case 'details': {
      const { summary, tokens } = as<DetailsToken>(token)
      return (
        <details dir={dir}>
          {summary.length > 0 && (
            <summary>
              <Inline tokens={summary} {...settings} />
            </summary>
          )}
          <Blocks tokens={tokens} {...settings} />
        </details>
      )
    }
    case 'table':
      return <Table token={as<Tokens.Table>(token)} {...settings} />
    case 'hr':
      return <hr />
    case 'html':
      return token.raw.startsWith('<!--') ? null : <p dir={dir}>{token.raw.trim()}</p>
    case 'space':
    case 'def':
      return null
    default:
      return <Inline tokens={[token]} {...settings} />
  }
}

/** A link definition at the end of a text. Half of its address would already load images far above it. */
const halfDefinition = /(?:^|\n)[ \t>*+\-\d.)]*\[[^\]\n]*\]:[ \t]*\n?[^\n]*$/

/** An answer's Markdown. While it grows, only its last blocks are lexed and rendered again. */
export function Markdown(properties: {
  text: string
  isGrowing: boolean
  context: AnswerContext
  /** Sentences of the text that no source supports. */
  unsupported?: readonly string[]
}) {
  const { text, isGrowing, context, unsupported } = properties
  const list = useRef<BlockList>(undefined)
  list.current = lexBlocks(isGrowing ? text.replace(halfDefinition, '') : text, list.current)
  const { blocks, definitions } = list.current
  const unsupportedBlocks = useMemo(
    () =>
      blocks.filter(({ type, raw }) => type !== 'code' && unsupported?.some((sentence) => hasSentence(raw, sentence))),
    [blocks, unsupported],
  )
  const visible = isGrowing ? withClosedEnd(blocks) : blocks
  return (
    <div className="sn-prose" data-growing={isGrowing ? '' : undefined}>
      {visible.map((token, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
          key={index}
          token={token}
          context={context}
          definitions={definitions}
          isGrowing={isGrowing && index === visible.length - 1}
          isUnsupported={unsupportedBlocks.includes(token)}
        />
      ))}
    </div>
  )
}

/** The blocks to show, with the end of the last one closed. */
function withClosedEnd(blocks: readonly Token[]): readonly Token[] {
  const last = blocks.at(-1)
  if (!last || last.type === 'space') return blocks
  const closed = closeEnds(last.raw)
  return closed === last.raw ? blocks : [...blocks.slice(0, -1), ...lexBlocks(closed).blocks]
}
