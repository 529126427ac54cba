import { useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import { directionOf } from '../markdown/direction.ts'
import type { PageContext } from '../page/page-context.ts'
import { FileChip } from './attachment-chip.tsx'
import { chipRow } from './class-names.ts'
import { ContextChip, PageChip } from './context-chip.tsx'

/** The text of a question. A long one, such as a log, is cut until the reader wants more. */
export function QuestionText({ question }: { question: string }) {
  const texts = useTexts()
  const text = useRef<HTMLSpanElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  // Text of several lines may have code in it: each line gets its own direction.
  const direction = question.includes('\n') ? undefined : directionOf(question)
  // In a layout effect, so that the whole text is never painted first.
  useLayoutEffect(() => {
    if (!text.current || isWhole) return
    const { current: span } = text
    const observer = new ResizeObserver(() => setLong(span.scrollHeight > span.clientHeight + 1))
    observer.observe(span)
    return () => observer.disconnect()
  }, [isWhole])
  return (
    <div className="sn-question min-w-0 rounded-2xl rounded-ee-sm bg-soft px-3.5 py-2 wrap-anywhere whitespace-pre-wrap forced-colors:border">
      <span className="sr-only">{texts.you}: </span>
      <span
        ref={text}
        className={`${isWhole ? '' : 'line-clamp-8'} ${direction ? '' : 'bidi-plaintext'}`}
        dir={direction}
      >
        {question}
      </span>
      {isLong ? (
        <button
          type="button"
          className="mt-1 block min-h-6 text-sm text-link hover:underline hover:underline-offset-[3px] pointer-coarse:relative pointer-coarse:-my-1.5 pointer-coarse:h-11"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.showLess : texts.showMore}
        </button>
      ) : null}
    </div>
  )
}

/** What a question is about: page, selections and names of files. */
export function AskedAbout(properties: {
  page: string | undefined
  contexts: readonly PageContext[]
  files: readonly string[]
}) {
  const { page, contexts, files } = properties
  const texts = useTexts()
  if (contexts.length + files.length === 0 && !page) return null
  return (
    <ul
      className={`sn-asked-about ${chipRow} max-w-[85%] justify-end-safe gap-2 *:min-w-0`}
      aria-label={texts.contextsOfQuestion}
    >
      {page ? (
        <li>
          <PageChip title={page} />
        </li>
      ) : null}
      {contexts.map((context) => (
        <li key={`${context.path} ${context.value}`}>
          <ContextChip context={context} />
        </li>
      ))}
      {files.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a question never change
        <li key={index}>
          <FileChip name={name} />
        </li>
      ))}
    </ul>
  )
}
