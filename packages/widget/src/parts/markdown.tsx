import type { Token, Tokens } from 'marked'
import { Fragment, memo, type ReactNode, useRef } from 'react'
import { type Lexed, lexBlocks } from '../markdown/blocks.ts'
import { closeEnds } from '../markdown/close-ends.ts'
import { CodeBlock } from './code-block.tsx'
import { Inline, type Sources } from './inline.tsx'

interface BlockProps {
  readonly token: Token
  readonly sources: Sources
}

/** `marked` types its tokens as a union with an open member; the `type` field is what tells them apart. */
const as = <Kind extends Token>(token: Token): Kind => token as Kind

const Blocks = ({ tokens, sources }: { tokens: readonly Token[]; sources: Sources }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
  tokens.map((token, index) => <Fragment key={index}>{block({ token, sources })}</Fragment>)

function List({ token, sources }: { token: Tokens.List; sources: Sources }) {
  const items = token.items.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at the end
    <li key={index}>
      {entry.task ? <span aria-hidden="true">{entry.checked ? '☑ ' : '☐ '}</span> : null}
      <Blocks tokens={entry.tokens} sources={sources} />
    </li>
  ))
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ token, sources }: { token: Tokens.Table; sources: Sources }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'td' | 'th') =>
    row.map(({ tokens, align }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
      <Cell key={index} style={align ? { textAlign: align } : undefined}>
        <Inline tokens={tokens} sources={sources} />
      </Cell>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <div className="sn-table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at the end
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function block({ token, sources }: BlockProps): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return (
        <p>
          <Inline tokens={as<Tokens.Paragraph>(token).tokens} sources={sources} />
        </p>
      )
    case 'heading': {
      // The panel's title is level 2, so an answer's headings begin at 3.
      const Heading = as<Tokens.Heading>(token).depth <= 2 ? 'h3' : 'h4'
      return (
        <Heading>
          <Inline tokens={as<Tokens.Heading>(token).tokens} sources={sources} />
        </Heading>
      )
    }
    case 'code':
      return <CodeBlock code={as<Tokens.Code>(token).text} language={as<Tokens.Code>(token).lang} />
    case 'list':
      return <List token={as<Tokens.List>(token)} sources={sources} />
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={as<Tokens.Blockquote>(token).tokens} sources={sources} />
        </blockquote>
      )
    case 'table':
      return <Table token={as<Tokens.Table>(token)} sources={sources} />
    case 'hr':
      return <hr />
    case 'html':
      return /^<!--/.test(token.raw) ? null : <p>{token.raw.trim()}</p>
    case 'space':
    case 'def':
      return null
    default:
      return <Inline tokens={[token]} sources={sources} />
  }
}

const Block = memo(
  (properties: BlockProps) => block(properties),
  (before, after) =>
    before.token.type === after.token.type && before.token.raw === after.token.raw && before.sources === after.sources,
)

/** An answer's Markdown. Only its last blocks are read and rendered again while it grows. */
export function Markdown(properties: { text: string; isGrowing: boolean; sources: Sources }) {
  const { text, isGrowing, sources } = properties
  const lexed = useRef<Lexed>(undefined)
  lexed.current = lexBlocks(text, lexed.current)
  const { blocks } = lexed.current
  const shown = isGrowing ? withClosedEnd(blocks) : blocks
  return (
    <div className="sn-prose" data-growing={isGrowing ? '' : undefined}>
      {shown.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
        <Block key={index} token={token} sources={sources} />
      ))}
    </div>
  )
}

/** The last block is shown as if it ended well; what it really is stays in `blocks`. */
function withClosedEnd(blocks: readonly Token[]): readonly Token[] {
  const last = blocks.at(-1)
  if (!last || last.type === 'code' || last.type === 'space') return blocks
  const closed = closeEnds(last.raw)
  return closed === last.raw ? blocks : [...blocks.slice(0, -1), ...lexBlocks(closed).blocks]
}
