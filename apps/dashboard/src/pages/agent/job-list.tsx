import type { AgentJob } from '@sidenote/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { formatAgo } from '../../parts/format.ts'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { jobsQuery, reportQuery, toneOf } from './agent-queries.ts'

/** The first line that a job was told; a job record has none. */
const JobTitle = ({ projectId, id }: { readonly projectId: string; readonly id: string }) => {
  const { data } = useQuery({ ...reportQuery(projectId, id), staleTime: Number.POSITIVE_INFINITY })
  return data ? (data.turns[0]?.prompts[0] ?? data.waiting[0] ?? id) : '…'
}

interface JobListProps {
  readonly projectId: string
  readonly onOpen: (job: AgentJob) => void
}

/** The jobs of a project. */
export const JobList = ({ projectId, onOpen }: JobListProps) => {
  const jobs = useInfiniteQuery(jobsQuery(projectId))
  return (
    <QueryState query={jobs}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.jobs)
        if (rows.length === 0) {
          return (
            <EmptyState title="No job yet">
              Tell the agent what the documentation lacks; it opens a pull request.
            </EmptyState>
          )
        }
        return (
          <div className="flex flex-col items-start gap-3 *:w-full">
            <Table
              label="Jobs"
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={onOpen}
              columns={[
                {
                  name: 'Instruction',
                  isMain: true,
                  cell: ({ id }) => <JobTitle projectId={projectId} id={id} />,
                  below: ({ status, createdAt }) => (
                    <span className="flex items-center gap-2 text-xs text-soft">
                      <Badge tone={toneOf(status)}>{status}</Badge>
                      <span className="ml-auto">{formatAgo(createdAt)}</span>
                    </span>
                  ),
                },
                { name: 'State', isWide: true, cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
                { name: 'Pull request', isWide: true, cell: ({ prLink }) => (prLink ? 'yes' : '') },
                { name: 'Created', isFigure: true, isWide: true, cell: ({ createdAt }) => formatAgo(createdAt) },
              ]}
            />
            {jobs.hasNextPage && (
              <Button isBusy={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
                Show older jobs
              </Button>
            )}
          </div>
        )
      }}
    </QueryState>
  )
}
