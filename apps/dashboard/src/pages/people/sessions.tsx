import type { PersonSession } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { formatAgo } from '../../parts/format.ts'
import { Section } from '../../parts/page.tsx'
import { QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { sayError } from '../../parts/toast.tsx'

const browsers = [/Edg/, /Firefox/, /Chrome/, /Safari/] as const
const names = ['Edge', 'Firefox', 'Chrome', 'Safari'] as const

/** The name of a browser, from the long text by which it names itself. */
const browserOf = ({ browser }: PersonSession): string => {
  const index = browsers.findIndex((pattern) => pattern.test(browser ?? ''))
  return names[index] ?? (browser?.slice(0, 40) || 'Unknown browser')
}

/** Where the person is signed in. */
export const Sessions = () => {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) =>
      api.get<{ sessions: PersonSession[] }>('/admin/v1/sessions', { signal }).then((answer) => answer.sessions),
  })
  const end = useMutation({
    mutationFn: (id: string) => api.delete(address`/admin/v1/sessions/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    onError: sayError,
  })
  const columns: readonly Column<PersonSession>[] = [
    { name: 'Browser', isMain: true, cell: browserOf },
    { name: 'Address', isWide: true, cell: (row) => row.address },
    { name: 'Signed in', cell: (row) => <span className="whitespace-nowrap">{formatAgo(row.createdAt)}</span> },
    {
      name: 'Act',
      isAct: true,
      cell: (row) =>
        row.isCurrent ? (
          <Badge tone="good">This one</Badge>
        ) : (
          <Button size="small" onClick={() => end.mutate(row.id)}>
            Sign out
          </Button>
        ),
    },
  ]
  return (
    <Section title="Where you are signed in">
      <QueryState query={sessions}>
        {(list) => <Table label="Your sessions" columns={columns} rows={list} keyOf={({ id }) => id} />}
      </QueryState>
    </Section>
  )
}
