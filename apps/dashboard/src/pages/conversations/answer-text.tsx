import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { linkStyle } from '../../parts/link.ts'
import { childrenOf, isWebAddress, type Source, writeLine } from './answer-line.tsx'

/** The page that a number of an answer stands for. */
export const SourceLink = ({ source }: { readonly source: Source }) => {
  const name = source.title ?? (source.path || '/')
  if (!isWebAddress(source.url)) return <span className="min-w-0 truncate">{name}</span>
  return (
    <a href={source.url} target="_blank" rel="noreferrer noopener" className={`min-w-0 truncate ${linkStyle}`}>
      {name}
    </a>
  )
}

interface AnswerTextProps {
  readonly text: string
  readonly sources?: readonly Source[]
  /** Statements that no source supports. */
  readonly unsupported?: readonly string[] | undefined
}

/** An answer as its reader saw it. Of its Markdown only text, lists, tables, code and links of the web become elements. */
export const AnswerText = ({ text, sources = [], unsupported = [] }: AnswerTextProps) => {
  const line = (inner: readonly Token[]): ReactNode => writeLine(inner, { sources, unsupported })
  const writeBlocks = (tokens: readonly Token[]): ReactNode =>
    tokens.map((token, index) => {
      const inner = childrenOf(token) ?? []
      if (token.type === 'space' || token.type === 'def') return null
      if (token.type === 'heading') {
        return (
          <p key={index} className="font-semibold">
            {line(inner)}
          </p>
        )
      }
      if (token.type === 'code') {
        return (
          <pre
            key={index}
            className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs"
          >
            {token.text}
          </pre>
        )
      }
      if (token.type === 'blockquote') {
        return (
          <blockquote key={index} className="flex flex-col gap-2 border-l-2 border-edge pl-3 text-soft">
            {writeBlocks(inner)}
          </blockquote>
        )
      }
      if (token.type === 'hr') return <hr key={index} className="border-line" />
      if (token.type === 'list') {
        const { ordered, items } = token as Tokens.List
        const List = ordered ? 'ol' : 'ul'
        return (
          <List key={index} className={`flex flex-col gap-1 pl-5 ${ordered ? 'list-decimal' : 'list-disc'}`}>
            {items.map((item, place) => (
              <li key={place} className="pl-0.5">
                {writeBlocks(item.tokens)}
              </li>
            ))}
          </List>
        )
      }
      if (token.type === 'table') return <AnswerTable key={index} table={token as Tokens.Table} writeLine={line} />
      if (token.type === 'paragraph') return <p key={index}>{line(inner)}</p>
      if (token.type === 'text') return <Fragment key={index}>{line(inner.length > 0 ? inner : [token])}</Fragment>
      return <p key={index}>{token.raw}</p>
    })
  return <div className="flex flex-col gap-2.5 leading-relaxed wrap-anywhere">{writeBlocks(lexer(text))}</div>
}

interface AnswerTableProps {
  readonly table: Tokens.Table
  readonly writeLine: (tokens: readonly Token[]) => ReactNode
}

const AnswerTable = ({ table: { header, rows }, writeLine }: AnswerTableProps) => (
  <div className="overflow-x-auto">
    <table className="border-collapse text-sm">
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} className="border border-line px-2 py-1 text-left font-medium">
              {writeLine(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={index} className="border border-line px-2 py-1">
                {writeLine(cell.tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
