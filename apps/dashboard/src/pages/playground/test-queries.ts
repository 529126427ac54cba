import type { TestQuestion, TestRun, TestRunResults } from '@sidenote/contract'
import { queryOptions } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'

const progressMilliseconds = 1_500

/** The test questions of a site. */
export const testQuestionsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['test-questions', domain],
    queryFn: ({ signal }) =>
      api
        .get<{ questions: TestQuestion[] }>(address`/admin/v1/sites/${domain}/test-questions`, { signal })
        .then(({ questions }) => questions),
  })

/** The runs of a site’s test questions, the latest first; how far one is that is under way. */
export const testRunsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['test-runs', domain],
    queryFn: ({ signal }) =>
      api.get<{ runs: TestRun[] }>(address`/admin/v1/sites/${domain}/test-runs`, { signal }).then(({ runs }) => runs),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? progressMilliseconds : false,
  })

/** A run with what became of each question. @param comparedWith another run; the one before it by default */
export const testRunQuery = (domain: string, id: string, comparedWith?: string) =>
  queryOptions({
    queryKey: ['test-runs', domain, id, comparedWith],
    queryFn: ({ signal }) =>
      api.get<TestRunResults>(address`/admin/v1/sites/${domain}/test-runs/${id}`, { query: { comparedWith }, signal }),
    refetchInterval: ({ state }) => (state.data?.run.status === 'running' ? progressMilliseconds : false),
  })
