import type { Mail } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { lookMilliseconds, Queued } from '../../parts/queued.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'

interface MailsProps {
  readonly domain: string
  /** Who gets mail about the site now. */
  readonly addresses: readonly string[]
  readonly onClose: () => void
}

/** The mails about a site of the last 30 days, and why one was not taken. */
const Mails = ({ domain, addresses, onClose }: MailsProps) => {
  const mayChange = useRole('editor')
  const path = address`/admin/v1/sites/${domain}/mails`
  const queryKey = ['sites', domain, 'mails']
  const mails = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ mails: Mail[] }>(path, { signal }).then((list) => list.mails),
    refetchInterval: lookMilliseconds,
  })
  return (
    <Drawer isOpen onClose={onClose} title="Mails">
      <QueryState query={mails}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No mail yet">
              Mails about this site appear here for 30 days. Test mails do not.
            </EmptyState>
          ) : (
            <ul className="rounded-lg border border-line bg-raised shadow-low">
              {list.map((mail) => (
                <Queued
                  key={mail.id}
                  name={mail.subject}
                  note={mail.to}
                  queued={mail}
                  resend={
                    mayChange && addresses.includes(mail.to)
                      ? { path: `${path}${address`/${mail.id}/resend`}`, queryKey }
                      : undefined
                  }
                />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Drawer>
  )
}

/** Opens the mails about a site. */
export const MailsButton = (props: Omit<MailsProps, 'onClose'>) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Mails
      </Button>
      {isOpen && <Mails {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
