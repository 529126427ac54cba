import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPanelStore, type PanelStore } from '../chat/panel-store.ts'
import { useSlice } from '../chat/use-store.ts'
import type { WidgetOptions } from '../page/options.ts'
import { HeadlessContext } from './context.ts'

/** Properties of `SidenoteProvider`. React reserves `key`, so the site's key is `publicKey` here. */
export type SidenoteProviderProps = Pick<
  WidgetOptions,
  'domain' | 'url' | 'filter' | 'reader' | 'retrievalPageSize' | 'storage' | 'storageDays' | 'supportUrl'
> & { readonly publicKey: string; readonly children?: ReactNode }

const loadChat = () => import('./chat-file.tsx')

const Follower = lazy(async () => ({ default: (await loadChat()).ChatFollower }))

function Chat({ store }: { store: PanelStore }) {
  const session = useSlice(store.conversation.session)
  return session ? (
    <Suspense fallback={null}>
      <Follower session={session} />
    </Suspense>
  ) : null
}

/**
 * Gives the components below it a site's conversation, which `useSidenote` returns. It draws nothing.
 * @example <SidenoteProvider domain="acme" publicKey="svc_dsc_…" url="https://sidenote.acme.com">…</SidenoteProvider>
 */
export function SidenoteProvider({ children, publicKey, ...site }: SidenoteProviderProps) {
  const options: WidgetOptions = { ...site, key: publicKey }
  const [store, setStore] = useState<PanelStore>()
  const waiting = useRef<((store: PanelStore) => void)[]>([])
  const { domain, url, reader } = options

  // biome-ignore lint/correctness/useExhaustiveDependencies: another site or reader is another conversation; the effect below handles changes
  useEffect(() => {
    const created = createPanelStore({
      options,
      seam: { fetch: (...request) => fetch(...request), emit: () => {} },
      loadSession: async () => (await loadChat()).createSession,
    })
    setStore(created)
    for (const act of waiting.current.splice(0)) act(created)
    return () => {
      created.close()
      setStore(undefined)
    }
  }, [domain, url, reader])

  const optionsText = JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the options
  useEffect(() => store?.options.set(options), [store, optionsText])

  const latest = useRef(store)
  latest.current = store
  const run = useCallback((act: (store: PanelStore) => void) => {
    if (latest.current) act(latest.current)
    else waiting.current.push(act)
  }, [])
  const headless = useMemo(() => ({ store, run }), [store, run])
  return (
    <HeadlessContext.Provider value={headless}>
      {children}
      {store ? <Chat store={store} /> : null}
    </HeadlessContext.Provider>
  )
}
