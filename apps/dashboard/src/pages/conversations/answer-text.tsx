import type { Turn } from '@sidenote/contract'

type Source = Pick<Turn['sources'][number], 'url' | 'path'> & Partial<Turn['sources'][number]>

/** Only addresses of the web open; anything else that a page’s address may be is text. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** The page that a number of an answer stands for. */
export const SourceLink = ({ source }: { readonly source: Source }) => {
  const name = source.title ?? (source.path || '/')
  if (!isWebAddress(source.url)) return <span className="min-w-0 truncate">{name}</span>
  return (
    <a
      href={source.url}
      target="_blank"
      rel="noreferrer noopener"
      className="min-w-0 truncate text-accent underline-offset-2 hover:underline"
    >
      {name}
    </a>
  )
}

/** An answer as plain text: nothing that a model or a page has written becomes markup here. Its numbers name the sources. */
export const AnswerText = ({ text, sources = [] }: { readonly text: string; readonly sources?: readonly Source[] }) => (
  <div className="whitespace-pre-wrap wrap-anywhere">
    {text.split(/(\[\d{1,3}\])/).map((part, index) => {
      const number = /^\[(\d+)\]$/.exec(part)?.[1]
      const source = number && sources.find((one) => one.number === Number(number))
      if (!source) return part
      return (
        <sup key={index} className="figures text-xs text-accent" title={source.title ?? source.path}>
          {number}
        </sup>
      )
    })}
  </div>
)
