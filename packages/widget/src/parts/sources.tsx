import { versionName } from '../chat/answer-state.ts'
import type { Source } from '../chat/exchange.ts'
import { sourceAddress } from './citation-card.tsx'
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
    <section className="mt-16px" aria-label={title}>
      <h3 className="sn-caption">{title}</h3>
      <ol className="sn-sources">
        {sources.map((source, index) => (
          <li key={source.number}>
            <a href={sourceAddress(source)}>
              {isNumbered ? <span className="sn-number">{index + 1}</span> : icons.page}
              <span className="min-w-0 flex-1 truncate">
                <span className="font-medium">{source.title}</span>
                {detailOf(source) ? <span className="text-muted"> · {detailOf(source)}</span> : null}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
