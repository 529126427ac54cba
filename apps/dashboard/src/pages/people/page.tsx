import type { Invitation, Member, Role } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { sessionQuery, useRole } from '../../api/session.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatAgo } from '../../parts/format.ts'
import { Page as PageFrame, Section } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import { QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { sayDone, sayError } from '../../parts/toast.tsx'
import { Connections } from './connections.tsx'
import { Invite } from './invite.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

interface People {
  readonly members: Member[]
  readonly invitations: Invitation[]
}

const roleNames: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'editor', label: 'Editor' },
  { value: 'owner', label: 'Owner' },
]

const RoleCell = ({ member, isOwner }: { readonly member: Member; readonly isOwner: boolean }) => {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (role: Role) => api.patch<Member>(address`/admin/v1/members/${member.id}`, { body: { role } }),
    onSuccess: ({ name, role }) => {
      sayDone(`${name} is ${role} now.`)
      return client.invalidateQueries()
    },
    onError: sayError,
  })
  if (!isOwner) return member.role
  return (
    <Select
      label={`Role of ${member.name}`}
      choices={roleNames}
      value={member.role}
      onChange={(role) => change.mutate(role)}
      disabled={change.isPending}
      className="min-w-28"
    />
  )
}

const Remove = ({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(address`/admin/v1/members/${member.id}`),
    onSuccess: async () => {
      await client.invalidateQueries()
      sayDone(`${member.name} is removed.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${member.name}?`}
      description="They are signed out everywhere at once, and the programs that they have connected are disconnected. What they did stays in the audit log."
      verb="Remove person"
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  )
}

const Members = ({ members, isOwner }: { readonly members: readonly Member[]; readonly isOwner: boolean }) => {
  const { data: session } = useQuery(sessionQuery)
  const [removed, setRemoved] = useState<Member>()
  const columns: readonly Column<Member>[] = [
    {
      name: 'Person',
      isMain: true,
      cell: ({ id, name, email }) => (
        <span className="flex min-w-0 flex-col leading-tight">
          <span className="truncate font-medium">
            {name} {id === session?.person?.id && <Badge tone="accent">You</Badge>}
          </span>
          <span className="truncate text-xs text-soft">{email}</span>
        </span>
      ),
      below: (member) => <RoleCell member={member} isOwner={isOwner} />,
    },
    {
      name: 'Last here',
      isWide: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatAgo(lastUsedAt) : 'never'),
    },
    { name: 'Role', isWide: true, cell: (member) => <RoleCell member={member} isOwner={isOwner} /> },
    ...(isOwner
      ? [
          {
            name: 'Act',
            isAct: true,
            cell: (member: Member) => (
              <Button look="quiet" size="small" aria-label={`Remove ${member.name}`} onClick={() => setRemoved(member)}>
                Remove
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <Table label="People" columns={columns} rows={members} keyOf={({ id }) => id} />
      {removed && <Remove member={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

const Invitations = ({ rows, isOwner }: { readonly rows: readonly Invitation[]; readonly isOwner: boolean }) => {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(address`/admin/v1/invitations/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['members'] }),
    onError: sayError,
  })
  const columns: readonly Column<Invitation>[] = [
    { name: 'E-mail', isMain: true, cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => role },
    { name: 'Invited', isWide: true, cell: ({ createdAt }) => formatAgo(createdAt) },
    ...(isOwner
      ? [
          {
            name: 'Act',
            isAct: true,
            cell: ({ id }: Invitation) => (
              <Button look="quiet" size="small" onClick={() => remove.mutate(id)}>
                Take back
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section title="Invited">
      <Table label="Invitations" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </Section>
  )
}

/** The people of the organization, and where the reader is signed in. */
export const Page = () => {
  const isOwner = useRole('owner')
  const [isInviting, setIsInviting] = useState(false)
  const people = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => api.get<People>('/admin/v1/members', { signal }),
  })
  return (
    <PageFrame
      title="People"
      about="Viewers read, editors change sites, sources, settings and jobs, owners also keys and people."
      actions={
        isOwner && (
          <Button look="primary" onClick={() => setIsInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        )
      }
    >
      <QueryState query={people}>
        {({ members, invitations }) => (
          <>
            <Section title="Can sign in">
              <Members members={members} isOwner={isOwner} />
            </Section>
            {invitations.length > 0 && <Invitations rows={invitations} isOwner={isOwner} />}
          </>
        )}
      </QueryState>
      <Passkeys />
      <Sessions />
      <Connections />
      {isInviting && <Invite onClose={() => setIsInviting(false)} />}
    </PageFrame>
  )
}
