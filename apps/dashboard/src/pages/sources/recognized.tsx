import type { SyncedSource } from '@sidenote/contract'
import { countOf, formatCount } from '../../parts/format.ts'

/** How many pages have an address that is known, and what builds them. */
const sentenceOf = ({ generator, pages, addressed }: SyncedSource): string => {
  const known = `${formatCount(addressed)} of ${countOf(pages, 'page')} ${addressed === 1 ? 'has' : 'have'} a known address`
  const addresses =
    addressed === 0
      ? `${countOf(pages, 'page')}, each at an address like its file`
      : addressed < pages
        ? `${known}, the others one like their file`
        : known
  const named = generator ?? (addressed < pages || pages === 0 ? 'No generator was recognized' : undefined)
  return named === undefined ? addresses : `${named} · ${addresses}`
}

/** What a sync has recognized of a source’s pages: what builds them, and where one of them is published. */
export const Recognized = ({ source }: { readonly source: SyncedSource }) => (
  <p className="text-xs text-soft wrap-anywhere">
    {sentenceOf(source)}
    {source.example !== null && (
      <>
        {', such as '}
        <span className="font-mono">{source.example}</span>
      </>
    )}
  </p>
)
