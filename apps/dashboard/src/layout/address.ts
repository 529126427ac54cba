import { useNavigate, useParams, useSearch } from '@tanstack/react-router'

/** The site of the address. Only for pages below `/{domain}`. */
export const useDomain = (): string => {
  const { domain } = useParams({ strict: false })
  if (domain === undefined) throw new Error('This page is not below the address of a site.')
  return domain
}

/** What the address says after the question mark: filters, the opened row. */
export type AddressState = Readonly<Record<string, string | undefined>>

/**
 * What the address says after the question mark, and a function that changes some of it; `undefined` takes a part away.
 * A change is a step in the browser’s history, so that Back takes it back.
 */
export const useAddressState = (): readonly [AddressState, (change: AddressState) => void] => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const change = (changes: AddressState) => void navigate({ to: '.', search: { ...state, ...changes } })
  return [state, change]
}
