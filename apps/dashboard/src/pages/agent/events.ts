import type { AgentEvent } from '@sidenote/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { address } from '../../api/request.ts'
import { sessionKey } from '../../api/session.ts'
import { jobsQuery, reportQuery } from './agent-queries.ts'

const types: readonly AgentEvent['type'][] = [
  'asked',
  'started',
  'read',
  'plan',
  'searching',
  'reading',
  'editing',
  'checking',
  'refused',
  'said',
  'publishing',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'archived',
]

interface Job {
  readonly projectId: string
  readonly id: string
  /** Another state opens the stream again: a message makes an ended job active. */
  readonly status: string | undefined
}

/** The events of a job as they come: all that there were, and those that follow while it works. */
export const useJobEvents = ({ projectId, id, status }: Job): readonly AgentEvent[] => {
  const queries = useQueryClient()
  const [events, setEvents] = useState<readonly AgentEvent[]>([])
  useEffect(() => {
    if (status === undefined) return
    const source = new EventSource(address`/v2/agent/${projectId}/job/${id}/events`)
    const add = ({ data }: MessageEvent<string>) => {
      const event: AgentEvent = JSON.parse(data)
      setEvents((current) => [...current.filter(({ number }) => number < event.number), event])
    }
    for (const type of types) source.addEventListener(type, add)
    // The server has ended it for good: the session may be over.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) void queries.invalidateQueries({ queryKey: sessionKey })
    })
    source.addEventListener('done', () => {
      source.close()
      void queries.invalidateQueries({ queryKey: reportQuery(projectId, id).queryKey, exact: true })
      void queries.invalidateQueries({ queryKey: jobsQuery(projectId).queryKey, exact: true })
    })
    return () => source.close()
  }, [projectId, id, status, queries])
  return events
}

/** The last state of each file that was changed, from the events. */
export const changesOf = (events: readonly AgentEvent[]) => {
  const files = new Map<string, { change: string; diffs: string[] }>()
  for (const event of events) {
    if (event.type !== 'editing') continue
    const { path, change, diff } = event.data
    files.set(path, { change, diffs: [...(files.get(path)?.diffs ?? []), diff] })
  }
  return [...files].map(([path, file]) => ({ path, ...file }))
}

const verbs = { added: 'Added', modified: 'Changed', deleted: 'Deleted' } as const
const stages = { commit: 'Committed', push: 'Pushed', 'pull-request': 'Opened the pull request:' } as const

/** What happened, in a sentence. */
export const sentenceOfEvent = ({ type, data }: AgentEvent): string => {
  switch (type) {
    case 'asked':
      return `Asked: ${data.prompt}`
    case 'started':
      return `Began on ${data.ref}${data.attempt > 1 ? `, attempt ${data.attempt}` : ''}`
    case 'read':
      return 'Read the message'
    case 'plan':
      return `Plan: ${data.items.map(({ title, status }) => `${title} (${status})`).join(', ')}`
    case 'searching':
      return `Searched for “${data.query}”: ${data.hits} found`
    case 'reading':
      return `Read ${data.path}`
    case 'editing':
      return `${verbs[data.change]} ${data.path}`
    case 'checking':
      if (data.problems.length === 0) return 'Checked: no problems'
      return `Checked: ${data.problems.map(({ path, line, message }) => `${path}:${line} ${message}`).join('; ')}`
    case 'refused':
      return `Refused ${data.tool}: ${data.reason}`
    case 'said':
      return data.text
    case 'publishing':
      return `${stages[data.stage]} ${data.detail}`
    case 'waiting':
      return `Waits ${data.seconds} s: ${data.reason}`
    case 'completed':
      return data.summary
    case 'failed':
      return `Failed: ${data.reason}`
    case 'cancelled':
      return `Stopped: ${data.reason}`
    case 'archived':
      return 'Archived'
  }
}
