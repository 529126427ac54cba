import { Fragment } from 'react'

/** A line of text in which `code` may stand in backticks. Nothing else of Markdown is read. */
export function CodeText({ text }: { text: string }) {
  const pieces = text.split(/`([^`]+)`/)
  return pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
    index % 2 === 1 ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
  )
}
