import type { Connection } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { formatAgo } from '../../parts/format.ts'
import { Section } from '../../parts/page.tsx'
import { QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { sayDone, sayError } from '../../parts/toast.tsx'

const key = ['connections']

/** The programs that read a site for the person; for an owner, those of everybody. */
export const Connections = () => {
  const isOwner = useRole('owner')
  const client = useQueryClient()
  const connections = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get<{ connections: Connection[] }>('/admin/v1/connections', { signal }).then((answer) => answer.connections),
  })
  const end = useMutation({
    mutationFn: (row: Connection) => api.delete(address`/admin/v1/connections/${row.id}`),
    onSuccess: (_, row) => {
      sayDone(`${row.client} is disconnected.`)
      return client.invalidateQueries({ queryKey: key })
    },
    onError: sayError,
  })
  const columns: readonly Column<Connection>[] = [
    {
      name: 'Program',
      isMain: true,
      cell: (row) => (
        <span className="flex min-w-0 flex-col leading-tight">
          <span className="truncate font-medium">{row.client}</span>
          {row.clientHost !== null && <span className="truncate text-xs text-soft">{row.clientHost}</span>}
        </span>
      ),
    },
    { name: 'Reads', cell: ({ site }) => site },
    ...(isOwner ? [{ name: 'For', isWide: true, cell: ({ person }: Connection) => person.name }] : []),
    {
      name: 'Last used',
      isWide: true,
      cell: ({ lastUsedAt }) => (
        <span className="whitespace-nowrap">{lastUsedAt === null ? 'never' : formatAgo(lastUsedAt)}</span>
      ),
    },
    {
      name: 'Act',
      isAct: true,
      cell: (row) => (
        <Button size="small" aria-label={`Disconnect ${row.client}`} onClick={() => end.mutate(row)}>
          Disconnect
        </Button>
      ),
    },
  ]
  return (
    <Section
      title={isOwner ? 'Connected programs' : 'Programs you have connected'}
      about="Claude, ChatGPT, an editor: what reads a site over MCP for somebody who has signed in for it."
    >
      <QueryState query={connections}>
        {(list) =>
          list.length > 0 ? (
            <Table label="Connected programs" columns={columns} rows={list} keyOf={({ id }) => id} />
          ) : (
            <p className="text-sm text-soft">None.</p>
          )
        }
      </QueryState>
    </Section>
  )
}
