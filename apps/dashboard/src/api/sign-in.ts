import type { Session } from '@sidenote/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signInWithPasskey } from './passkeys.ts'
import { queries } from './queries.ts'
import { api, RequestError } from './request.ts'
import { sessionKey } from './session.ts'

/** Forgets what one person has seen before another sees the page; the session itself stays watched by the frame. */
const replaceSession = (session: Session | null): void => {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  queries.setQueryData(sessionKey, session)
}

/** Signs somebody in by one of the operations that do. */
export const useSignIn = (path: string, onDone?: () => void) =>
  useMutation({
    mutationFn: (body: Readonly<Record<string, string>>) => api.post<Session>(path, { body }),
    onSuccess: (session) => {
      replaceSession(session)
      onDone?.()
    },
  })

/** Signs somebody in with a passkey that they choose. */
export const usePasskey = () =>
  useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: replaceSession,
  })

/** Signs out in this browser. */
export const signOut = async (): Promise<void> => {
  await api.command('/dashboard/auth/sign-out').catch((error: unknown) => {
    // Whose session has ended is signed out.
    if (!(error instanceof RequestError) || error.status !== 401) throw error
  })
  replaceSession(null)
}

/** The secret behind the `#` of a link, which no server has seen. It is taken out of the address at once. */
export const useLinkToken = (): string => {
  const [token, setToken] = useState(() => window.location.hash.slice(1))
  useEffect(() => {
    const take = () => {
      const { hash, pathname } = window.location
      if (!hash) return
      setToken(hash.slice(1))
      window.history.replaceState(window.history.state, '', pathname)
    }
    take()
    // Whoever pastes another link into the same tab loads nothing anew.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
