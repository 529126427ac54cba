import { useMemo, useRef, useState } from 'react'
import type { WidgetOptions } from '../page/options.ts'
import { readerOf, threadStorage } from './thread-storage.ts'
import { createThreadStore } from './thread-store.ts'

/** The site's conversations in the browser, and the one that is open. */
export function useThreads(options: WidgetOptions) {
  const latest = useRef(options)
  latest.current = options
  const { domain, storageDays: days } = options
  const reader = readerOf(options)
  const store = useMemo(
    () => createThreadStore({ domain, reader, days, open: () => threadStorage(latest.current) }),
    [domain, reader, days],
  )
  const [thread, setThread] = useState(() => store.read())
  const [earlier, setEarlier] = useState(() => store.earlier())
  return { store, thread, setThread, earlier, refreshEarlier: () => setEarlier(store.earlier()) }
}
