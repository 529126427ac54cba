import { versionName } from '../chat/answer-state.ts'
import type { Source } from '../chat/exchange.ts'
import { sourceAddress } from './citation-card.tsx'
import { caption, sourceNumber } from './class-names.ts'
import { icons } from './icons.tsx'

/** What distinguishes sections of the same page, and pages with the same title. */
function detailOf({ title, section, breadcrumbs, version }: Source): string {
  const place = section && section !== title ? section : breadcrumbs.filter((crumb) => crumb !== title).join(' › ')
  return [place, version && versionName(version)].filter(Boolean).join(' · ')
}

/** A list of sources, numbered in the order of their citations, or of pages without numbers. */
export function Sources(properties: { title: string; sources: readonly Source[]; isNumbered: boolean }) {
  const { title, sources, isNumbered } = properties
  return (
    <div className="mt-4">
      <h3 className={caption}>{title}</h3>
      <ol className="sn-sources" aria-label={title}>
        {sources.map((source, index) => (
          <li key={source.number}>
            <a
              className="-mx-2 flex min-h-8 items-center gap-2.5 rounded-lg px-2 py-1 text-sm visited:text-muted hover:bg-soft pointer-coarse:min-h-11 [&>svg]:m-px [&>svg]:text-muted"
              href={sourceAddress(source)}
            >
              {isNumbered ? <span className={`sn-number ${sourceNumber}`}>{index + 1}</span> : icons.page}
              <span className="bidi-row min-w-0 flex-1 truncate">
                <span className="font-medium">{source.title}</span>
                {detailOf(source) ? <span className="text-muted"> · {detailOf(source)}</span> : null}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  )
}
