import type { ConnectionRequest } from '@sidenote/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { api, sentenceOf } from '../../api/request.ts'
import { keepAddress } from '../../api/return-address.ts'
import { sessionQuery } from '../../api/session.ts'
import { signOut } from '../../api/sign-in.ts'
import { useAddressState } from '../../layout/address.ts'
import { SmallFrame } from '../../layout/small-frame.tsx'
import { Button } from '../../parts/button.tsx'
import { Loading, QueryState } from '../../parts/states.tsx'
import { sayError } from '../../parts/toast.tsx'

const SignIn = lazy(() => import('../sign-in/sign-in.tsx').then((module) => ({ default: module.SignIn })))

/** Who asks, what for, and where the answer goes. */
const Facts = ({ client, redirectHost, site }: ConnectionRequest) => {
  const facts = [
    {
      name: 'Program',
      text: client.name,
      more: client.host === null ? 'It says so itself; nobody vouches for the name.' : `${client.host} says so.`,
    },
    {
      name: 'May',
      text: `Search, read and ask ${site.name}`,
      more: 'As you, until you disconnect it. It can change nothing, and reads no other site.',
    },
    {
      name: 'Back to',
      text: redirectHost ?? 'A program on this computer',
      more: redirectHost === null ? 'Allow it only if you have just started this there.' : undefined,
    },
  ]
  return (
    <dl className="flex flex-col divide-y divide-line rounded-lg border border-line bg-raised shadow-low">
      {facts.map(({ name, text, more }) => (
        <div key={name} className="flex flex-col gap-0.5 px-4 py-3 text-sm">
          <dt className="text-xs text-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{text}</dd>
          {more && <dd className="text-xs text-soft text-pretty">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

const leaveTo = (url: string): void => window.location.assign(url)

/** Asks whether the program may read, and brings it the answer. */
const Question = () => {
  const [query] = useAddressState()
  const { data: session } = useQuery(sessionQuery)
  const request = useQuery({
    queryKey: ['connection-request', query],
    queryFn: ({ signal }) => api.get<ConnectionRequest>('/admin/v1/connections/request', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const allow = useMutation({
    mutationFn: () => api.post<{ url: string }>('/admin/v1/connections', { body: query }),
    onSuccess: ({ url }) => leaveTo(url),
  })
  return (
    <SmallFrame
      title={request.data ? `Connect ${request.data.client.name}?` : 'Connect a program'}
      about={allow.isSuccess && 'Connected. If nothing else happens, go back to the program: this page can be closed.'}
    >
      <QueryState query={request}>
        {(asked) => (
          <>
            <Facts {...asked} />
            {allow.error && (
              <p role="alert" className="text-sm font-medium text-bad">
                {sentenceOf(allow.error)}
              </p>
            )}
            {!allow.isSuccess && (
              <div className="flex gap-2">
                <Button look="primary" isBusy={allow.isPending} onClick={() => allow.mutate()}>
                  Allow
                </Button>
                <Button disabled={allow.isPending} onClick={() => leaveTo(asked.cancelAddress)}>
                  Cancel
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4 text-xs text-soft">
        <span>
          Signed in as {session?.person?.email} · {session?.organization.name}
        </span>
        <Button look="quiet" size="small" onClick={() => void signOut().catch(sayError)}>
          Sign out
        </Button>
      </p>
    </SmallFrame>
  )
}

/** Where an MCP client sends a person who is to let it read a site. */
export const Page = () => {
  const session = useQuery(sessionQuery)
  const isOut = session.data === null
  // Whoever signs in by a provider of identities comes back to another address.
  useEffect(() => keepAddress(isOut), [isOut])
  if (isOut) {
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    )
  }
  return session.data ? (
    <Question />
  ) : (
    <QueryState query={session} skeleton={<Loading />}>
      {() => null}
    </QueryState>
  )
}
