import type { Statistics } from '@sidenote/contract'
import { ThumbsDown } from 'lucide-react'
import { formatCount } from '../../parts/format.ts'
import { type Share, ShareList } from '../../parts/share-list.tsx'

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

const nameOfLanguage = (code: string): string => {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

type Value = Statistics['pages'][number]

const shareOf = (row: Value): Share => ({ value: row.value, label: row.value || '/', count: row.questions })

const citedShare = (row: Value): Share => ({
  ...shareOf(row),
  note: row.unhelpful > 0 && (
    <span className="inline-flex items-center gap-1 text-bad">
      <ThumbsDown className="size-3" aria-hidden />
      <span className="sr-only">not helpful:</span>
      {formatCount(row.unhelpful)}
    </span>
  ),
})

interface ListsProps {
  readonly statistics: Statistics
  readonly onFilter: (dimension: string, value: string) => void
}

/** Where questions come from and what they are answered with; a click filters the figures. */
export const Lists = ({ statistics, onFilter }: ListsProps) => {
  const { pages, cited, languages: spoken, models } = statistics
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ShareList
        title="Pages asked from"
        none="No question came from a page of the site."
        shares={pages.map(shareOf)}
        onChoose={(value) => onFilter('page', value)}
      />
      <ShareList
        title="Pages most cited"
        none="No answer has cited a page."
        shares={cited.map(citedShare)}
        onChoose={(value) => onFilter('cited', value)}
      />
      <ShareList
        title="Languages"
        none="No question yet."
        shares={spoken.map((row) => ({ ...shareOf(row), label: nameOfLanguage(row.value) }))}
        onChoose={(value) => onFilter('language', value)}
      />
      <ShareList
        title="Models"
        none="No question yet."
        shares={models.map(shareOf)}
        onChoose={(value) => onFilter('model', value)}
      />
    </div>
  )
}
