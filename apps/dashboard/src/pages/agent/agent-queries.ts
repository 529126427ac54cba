import type { AgentJob, AgentJobReport, AgentJobs, Project } from '@sidenote/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import type { Tone } from '../../parts/badge.tsx'

const activeMilliseconds = 3_000

/** All projects of the organization. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) =>
    api.get<{ projects: Project[] }>('/admin/v1/projects', { signal }).then(({ projects }) => projects),
})

/** The jobs of a project, newest first, followed while one is active. */
export const jobsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', projectId, 'jobs'],
    queryFn: ({ pageParam, signal }) =>
      api.get<AgentJobs>(address`/v2/agent/${projectId}/jobs`, { query: { limit: 25, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(({ status }) => status === 'active')) && activeMilliseconds,
  })

/** What a job was told, what it did and what it cost. */
export const reportQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'jobs', id],
    queryFn: ({ signal }) => api.get<AgentJobReport>(address`/v2/agent/${projectId}/job/${id}/report`, { signal }),
  })

/** How the state of a job looks. */
export const toneOf = (status: AgentJob['status']): Tone =>
  (({ active: 'accent', completed: 'good', failed: 'bad', archived: 'neutral' }) as const)[status]
