import type { SiteSettings } from '@sidenote/contract'
import { Plus, X } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { inputStyle } from '../../parts/field.tsx'

type Entries = SiteSettings['glossary']

interface GlossaryFieldsProps {
  readonly entries: Entries
  readonly mayChange: boolean
  readonly onChange: (entries: Entries) => void
}

/** The product’s own words, and what they mean. */
export const GlossaryFields = ({ entries, mayChange, onChange }: GlossaryFieldsProps) => {
  const change = (index: number, part: Partial<Entries[number]>) =>
    onChange(entries.map((entry, each) => (each === index ? { ...entry, ...part } : entry)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">Glossary</legend>
      {entries.map(({ term, meaning }, index) => (
        <div key={`${index + 1}`} className="flex flex-wrap gap-2 sm:flex-nowrap">
          <input
            aria-label={`Term ${index + 1}`}
            maxLength={100}
            value={term}
            onChange={(event) => change(index, { term: event.target.value })}
            className={`${inputStyle} h-8.5 sm:w-48`}
          />
          <input
            aria-label={`Meaning ${index + 1}`}
            maxLength={500}
            value={meaning}
            onChange={(event) => change(index, { meaning: event.target.value })}
            className={`${inputStyle} h-8.5 flex-1`}
          />
          {mayChange && (
            <Button
              look="quiet"
              size="icon"
              aria-label={`Remove term ${index + 1}`}
              onClick={() => onChange(entries.filter((_, each) => each !== index))}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      ))}
      {entries.length === 0 && <p className="text-xs text-soft">Words of your product that readers may not know.</p>}
      {mayChange && (
        <Button size="small" className="self-start" onClick={() => onChange([...entries, { term: '', meaning: '' }])}>
          <Plus aria-hidden />
          Add a word
        </Button>
      )}
    </fieldset>
  )
}
