import type { OptionChanges, WidgetOptions } from '../page/options.ts'
import { keyHeader, lookAddress } from './server-address.ts'

/** Options that are stored with the site. */
export type Look = OptionChanges

/** How long the panel waits for them, in ms. */
const patience = 2_000

/** Fetches the options that are stored with the site: none if there are none, or the server doesn’t tell in time. */
export async function fetchLook(options: WidgetOptions, fetch: typeof window.fetch): Promise<Look> {
  try {
    const response = await fetch(lookAddress(options), {
      credentials: 'omit',
      headers: keyHeader(options),
      signal: AbortSignal.timeout(patience),
    })
    return response.ok ? { ...(await response.json()) } : {}
  } catch {
    return {}
  }
}

/**
 * What to change in the page's options when another look takes the place of one: what the page itself says stays.
 * @param given the page's options, with the earlier look in them
 */
export function changesOfLook(given: OptionChanges, earlier: Look, look: Look): OptionChanges {
  const valueIn = (options: object, name: string): unknown => Reflect.get(options, name)
  const isOwn = (name: string) => {
    const value = valueIn(given, name)
    return value !== undefined && value !== valueIn(earlier, name)
  }
  const names = [...Object.keys(earlier), ...Object.keys(look)].filter((name) => !isOwn(name))
  return Object.fromEntries(names.map((name) => [name, Reflect.get(look, name)]))
}
