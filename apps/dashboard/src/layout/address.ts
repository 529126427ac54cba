import { useNavigate, useParams, useSearch } from '@tanstack/react-router'

/** The site of the address. Only for pages below `/{domain}`. */
export const useDomain = (): string => {
  const { domain } = useParams({ strict: false })
  if (domain === undefined) throw new Error('This page is not below the address of a site.')
  return domain
}

/** What the address says after the question mark: filters, the opened row. */
export type AddressState = Readonly<Record<string, string | undefined>>

/** Reads what stands after the question mark: each value is a text, whatever it looks like. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** Writes what stands after the question mark, without parts that have no value. */
export const writeSearch = (state: Readonly<Record<string, unknown>>): string => {
  const parts = Object.entries(state).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts)}`
}

type ChangeAddress = (changes: AddressState, options?: { readonly isStep?: boolean }) => void

/**
 * What the address says after the question mark, and a function that changes some of it; `undefined` takes a part away.
 * A change is a step in the browser’s history, so that Back takes it back; one that `isStep: false` makes belongs to the last step.
 */
export const useAddressState = (): readonly [AddressState, ChangeAddress] => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const change: ChangeAddress = (changes, { isStep = true } = {}) =>
    void navigate({ to: '.', search: { ...state, ...changes }, replace: !isStep })
  return [state, change]
}
