import type { Key, Project } from '@sidenote/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useAddressState } from '../../layout/address.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { formatAgo, formatTime } from '../../parts/format.ts'
import { Page as PageFrame, Section } from '../../parts/page.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { NewKey } from './new-key.tsx'

const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => api.get<{ keys: Key[] }>('/admin/v1/keys', { signal }).then(({ keys }) => keys),
})

const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) =>
    api.get<{ projects: Project[] }>('/admin/v1/projects', { signal }).then(({ projects }) => projects),
})

const nameOf = ({ name, hint }: Key): string => name ?? `Key …${hint}`

const State = ({ row }: { readonly row: Key }) => {
  if (row.revokedAt) return <Badge>Revoked</Badge>
  if (row.expiresAt && Date.parse(row.expiresAt) <= Date.now()) return <Badge>Expired</Badge>
  return row.expiresAt ? <Badge tone="warn">Until {formatTime(row.expiresAt)}</Badge> : <Badge tone="good">Valid</Badge>
}

const opensOf = ({ kind, site, scope }: Key): string =>
  kind === 'assistant' ? (site ?? '') : `administration, ${scope}`

const columns: readonly Column<Key>[] = [
  {
    name: 'Name',
    isMain: true,
    cell: nameOf,
    below: (row) => <span className="text-xs text-soft">{opensOf(row)}</span>,
  },
  { name: 'Opens', isWide: true, cell: opensOf },
  { name: 'Key', isWide: true, cell: ({ hint }) => <code className="font-mono text-xs text-soft">…{hint}</code> },
  { name: 'Last used', isWide: true, cell: ({ lastUsedAt }) => (lastUsedAt ? formatAgo(lastUsedAt) : 'never') },
  { name: 'State', cell: (row) => <State row={row} /> },
]

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 text-sm last:border-0">
    <dt className="text-soft">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </div>
)

const KeyDrawer = ({ row, onClose }: { readonly row: Key; readonly onClose: () => void }) => {
  const client = useQueryClient()
  const isOwner = useRole('owner')
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => api.delete(address`/admin/v1/keys/${row.id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['keys'] })
      sayDone(`${nameOf(row)} is revoked.`)
      setIsAsking(false)
      onClose()
    },
  })
  const users = row.kind === 'assistant' ? `readers of ${row.site}` : 'servers and scripts'
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={nameOf(row)}
      note={<State row={row} />}
      actions={
        isOwner && !row.revokedAt ? (
          <Button look="danger" onClick={() => setIsAsking(true)}>
            Revoke key
          </Button>
        ) : undefined
      }
    >
      <dl>
        <Fact name="Kind" value={row.kind} />
        <Fact name="Opens" value={row.site ?? `administration, ${row.scope}`} />
        <Fact name="Ends with" value={row.hint} />
        <Fact name="Web origins" value={row.origins.join(', ') || (row.site ? 'those of the site' : 'none')} />
        <Fact name="Addresses" value={row.addresses.join(', ') || 'any'} />
        <Fact name="Created" value={formatTime(row.createdAt)} />
        <Fact name="Last used" value={row.lastUsedAt ? formatTime(row.lastUsedAt) : 'never'} />
        <Fact name="Expires" value={row.expiresAt ? formatTime(row.expiresAt) : 'never'} />
      </dl>
      <p className="mt-4 text-sm text-soft text-pretty">
        To narrow a key, create one with fewer addresses or origins, use it, and revoke this one.
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Revoke ${nameOf(row)}?`}
        description={`It is refused from the next request on, and cannot be brought back: ${users} that use it get an error.`}
        verb="Revoke key"
        onConfirm={() => revoke.mutate()}
        isBusy={revoke.isPending}
        error={revoke.error}
      />
    </Drawer>
  )
}

const Projects = () => {
  const projects = useQuery(projectsQuery)
  return (
    <Section title="Project IDs" about="The agent’s operations name a project by its ID.">
      <QueryState query={projects}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No project yet">A project is a repository that the agent works on.</EmptyState>
          ) : (
            <ul className="flex flex-col gap-3">
              {list.map(({ id, name }) => (
                <li key={id} className="flex flex-col gap-1">
                  <span className="text-sm font-medium">{name}</span>
                  <CopyField label={`ID of ${name}`} value={id} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Section>
  )
}

const KeyList = () => {
  const keys = useQuery(keysQuery)
  const [{ key: opened }, changeAddress] = useAddressState()
  return (
    <Section title="Keys">
      <QueryState query={keys}>
        {(list) => {
          const row = list.find(({ id }) => id === opened)
          return list.length === 0 ? (
            <EmptyState title="No key yet">With an assistant key, the widget asks for readers.</EmptyState>
          ) : (
            <>
              <Table
                label="Keys"
                columns={columns}
                rows={list}
                keyOf={({ id }) => id}
                onOpen={({ id }) => changeAddress({ key: id })}
              />
              {row && <KeyDrawer row={row} onClose={() => changeAddress({ key: undefined })} />}
            </>
          )
        }}
      </QueryState>
    </Section>
  )
}

/** The keys of the organization, and the IDs of its projects. */
export const Page = () => {
  const isOwner = useRole('owner')
  const canRead = useRole('editor')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <PageFrame
      title="API keys"
      about="An assistant key is public and asks one site; an administrator key is a secret for your own servers."
      actions={
        isOwner && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden />
            New key
          </Button>
        )
      }
    >
      {canRead ? (
        <KeyList />
      ) : (
        <Section title="Keys">
          <EmptyState title="Editors and owners see the keys">Ask an owner for the role.</EmptyState>
        </Section>
      )}
      <Projects />
      {isAdding && <NewKey onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}
