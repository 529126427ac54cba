import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddressState } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { inputStyle } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import { opinions, outcomes, readers } from './outcome.ts'

/** What narrows the list beside outcome and feedback: chosen elsewhere, and shown to be taken away. */
const others = [
  { name: 'page', label: 'Asked from' },
  { name: 'cited', label: 'Cites' },
  { name: 'model', label: 'Model' },
  { name: 'language', label: 'Language' },
  { name: 'fp', label: 'Reader' },
] as const

/** Who types isn’t done yet within this time. */
const pauseMilliseconds = 300

/** What the list is narrowed to, as the address has it. */
export const useFilters = () => {
  const [state] = useAddressState()
  const { search, status, feedback, reader, page, cited, model, language, fp } = state
  return { search, status, feedback, reader, page, cited, model, language, fp }
}

const SearchField = () => {
  const [{ search = '' }, change] = useAddressState()
  const [text, setText] = useState(search)
  const wanted = useRef(search)
  const changeLater = useEffectEvent(() => {
    wanted.current = text.trim()
    if (wanted.current !== search) change({ search: wanted.current || undefined }, { isStep: false })
  })
  useEffect(() => {
    // Somebody went back, or took the filter away: what they type themselves stays as they typed it.
    if (search !== wanted.current) setText(search)
    wanted.current = search
  }, [search])
  useEffect(() => {
    const timer = setTimeout(changeLater, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className="relative max-lg:col-span-full">
      <span className="sr-only">Search questions and answers</span>
      <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft" aria-hidden />
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Search questions and answers"
        className={`${inputStyle} h-8.5 pl-8.5`}
      />
    </label>
  )
}

/** Narrows the list of conversations; everything is kept in the address. */
export const Filters = () => {
  const [state, change] = useAddressState()
  const chosen = others.filter(({ name }) => state[name] !== undefined)
  const choose = (name: string) => (value: string) => change({ [name]: value === 'all' ? undefined : value })
  return (
    <div className="mb-4 flex flex-col gap-2.5">
      <div className="grid gap-2 sm:grid-cols-3 lg:grid-cols-[1fr_10rem_11rem_11rem] max-sm:grid-cols-2">
        <SearchField />
        <Select label="Outcome" choices={outcomes} value={state.status ?? 'all'} onChange={choose('status')} />
        <Select label="Feedback" choices={opinions} value={state.feedback ?? 'all'} onChange={choose('feedback')} />
        <Select
          label="Readers"
          choices={readers}
          value={state.reader ?? 'all'}
          onChange={choose('reader')}
          className="max-sm:col-span-2"
        />
      </div>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map(({ name, label }) => (
            <li key={name}>
              <Button
                size="small"
                aria-label={`Remove the filter ${label} ${state[name]}`}
                onClick={() => change({ [name]: undefined })}
              >
                <span className="text-soft">{label}</span>
                <span className="max-w-56 truncate">{state[name] || '/'}</span>
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
