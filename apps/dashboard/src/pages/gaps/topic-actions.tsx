import type { AgentJob, Project, Topic } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, RotateCcw, X } from 'lucide-react'
import { address, api } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { countOf } from '../../parts/format.ts'
import { sayDone, sayError } from '../../parts/toast.tsx'

/** What the server asks again in one request. */
const mostAgain = 20

interface TopicActionsProps {
  readonly domain: string
  readonly topic: Topic
  readonly state: 'open' | 'resolved' | 'dismissed'
}

/** What can be done about a topic: changes of its questions, and a job of the agent. */
const useTopic = (domain: string, topic: Topic) => {
  const queries = useQueryClient()
  const ids = topic.questions.map(({ id }) => id)
  const options = {
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['topics', domain] }),
  }
  const change = useMutation({
    ...options,
    mutationFn: (state: string) =>
      api.patch<{ changed: number }>(address`/admin/v1/sites/${domain}/questions`, { body: { ids, state } }),
    onSuccess: ({ changed }, state) =>
      sayDone(`${countOf(changed, 'question')} ${state === 'open' ? 'opened again' : state}.`),
  })
  const again = useMutation({
    ...options,
    mutationFn: () =>
      api.post<{ resolved: number; open: number }>(address`/admin/v1/sites/${domain}/questions/again`, {
        body: { ids: ids.slice(0, mostAgain) },
      }),
    onSuccess: ({ resolved, open }) => sayDone(`Asked again: ${resolved} answered, ${open} still open.`),
  })
  const start = useMutation({
    ...options,
    mutationFn: (project: Project) =>
      api.post<AgentJob>(address`/admin/v1/projects/${project.id}/question-groups/job`, { body: { questions: ids } }),
    onSuccess: () => sayDone('A job has begun. Its pull request appears here.'),
  })
  return { change, again, start }
}

/** The buttons of a topic. */
export const TopicActions = ({ domain, topic, state }: TopicActionsProps) => {
  const { change, again, start } = useTopic(domain, topic)
  const projects = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => api.get<{ projects: Project[] }>('/admin/v1/projects', { signal }),
  })
  const project = projects.data?.projects.find(({ site }) => site === domain)
  const isBusy = change.isPending || again.isPending || start.isPending
  if (state !== 'open') {
    return (
      <Button size="small" isBusy={isBusy} onClick={() => change.mutate('open')}>
        Open again
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" look="quiet" isBusy={isBusy} onClick={() => change.mutate('dismissed')}>
        <X aria-hidden />
        Dismiss
      </Button>
      <Button size="small" look="quiet" isBusy={isBusy} onClick={() => change.mutate('resolved')}>
        <Check aria-hidden />
        Resolve
      </Button>
      <Button size="small" isBusy={isBusy} onClick={() => again.mutate()}>
        <RotateCcw aria-hidden />
        {again.isPending ? 'Asking…' : 'Ask again'}
      </Button>
      {project && (
        <Button size="small" look="primary" isBusy={isBusy} onClick={() => start.mutate(project)}>
          Start a job
        </Button>
      )}
    </div>
  )
}
