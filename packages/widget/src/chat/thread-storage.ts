import { mayStore } from '../page/may-store.ts'
import type { WidgetOptions } from '../page/options.ts'

/** Where threads are stored: `localStorage`, `sessionStorage` or memory. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The storage that owner and reader allow. Throws if that's none, or if the browser forbids it. */
export function threadStorage(options: WidgetOptions): TextStorage {
  if (!mayStore(options)) throw new Error('This conversation is kept in memory only.')
  return options.storage === 'session' ? sessionStorage : localStorage
}

/** The identifier of the signed-in reader, which follows the signature. */
export const readerOf = ({ reader }: WidgetOptions): string | undefined => reader?.split('.')[3]

/** A storage that lives as long as the page. */
export function memoryStorage(): TextStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
