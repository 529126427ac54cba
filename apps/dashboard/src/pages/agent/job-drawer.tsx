import type { AgentJob, AgentJobReport } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, buttonStyle } from '../../parts/button.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { inputStyle } from '../../parts/field.tsx'
import { countOf, formatClock, formatCount, formatTime } from '../../parts/format.ts'
import { webAddress } from '../../parts/link.ts'
import { QueryState } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { sayError } from '../../parts/toast.tsx'
import { jobsQuery, reportQuery, toneOf } from './agent-queries.ts'
import { FileDiff } from './diff.tsx'
import { changesOf, sentenceOfEvent, useJobEvents } from './events.ts'

interface JobProps {
  readonly projectId: string
  readonly id: string
}

/** What can be done with a job, each followed by a fresh look at it. */
const useJobActions = ({ projectId, id }: JobProps) => {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: reportQuery(projectId, id).queryKey, exact: true }),
      queries.invalidateQueries({ queryKey: jobsQuery(projectId).queryKey, exact: true }),
    ])
  const path = address`/v2/agent/${projectId}/job/${id}`
  const options = { onError: sayError, onSettled: refresh }
  return {
    send: useMutation({
      mutationFn: (prompt: string) => api.post<AgentJob>(`${path}/message`, { body: { prompt } }),
      ...options,
    }),
    cancel: useMutation({ mutationFn: () => api.post<AgentJob>(`${path}/cancel`), ...options }),
    archive: useMutation({ mutationFn: () => api.post<AgentJob>(`${path}/archive`), ...options }),
  }
}

const MessageForm = (props: JobProps) => {
  const [text, setText] = useState('')
  const { send } = useJobActions(props)
  return (
    <form
      aria-label="Answer the agent"
      className="flex w-full gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(text, { onSuccess: () => setText('') })
      }}
    >
      <input
        required
        aria-label="Message to the agent"
        placeholder="Tell the agent what to change"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${inputStyle} h-8.5 flex-1`}
      />
      <Button type="submit" look="primary" isBusy={send.isPending}>
        Send
      </Button>
    </form>
  )
}

const Actions = ({ job, ...props }: JobProps & { readonly job: AgentJob }) => {
  const { cancel, archive } = useJobActions(props)
  if (job.status === 'archived') return null
  return (
    <>
      <MessageForm {...props} />
      {job.status === 'active' && (
        <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel job
        </Button>
      )}
      <Button size="small" isBusy={archive.isPending} onClick={() => archive.mutate()}>
        Archive
      </Button>
    </>
  )
}

const Cost = ({ usage }: Pick<AgentJobReport, 'usage'>) => (
  <span className="figures">
    {countOf(usage.modelCalls, 'model call')}, {formatCount(usage.inputTokens + usage.outputTokens)} tokens
    {usage.cost !== null && `, cost ${usage.cost.toFixed(2)}`}
  </span>
)

const JobBody = ({ report, projectId }: { readonly report: AgentJobReport; readonly projectId: string }) => {
  const [tab, setTab] = useState<'events' | 'changes'>('events')
  const events = useJobEvents({ projectId, id: report.job.id, status: report.job.status })
  const files = changesOf(events)
  const pullRequest = webAddress(report.job.prLink)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm wrap-anywhere whitespace-pre-wrap">{report.turns[0]?.prompts[0] ?? report.waiting[0]}</p>
      <p className="text-sm text-soft">
        <Cost usage={report.usage} />
      </p>
      {pullRequest && (
        <a href={pullRequest} target="_blank" rel="noreferrer noopener" className={`${buttonStyle()} self-start`}>
          <ExternalLink aria-hidden />
          Open the pull request
        </a>
      )}
      <Tabs
        label="Job"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            name: 'events',
            label: 'Events',
            content: (
              <ol className="flex flex-col gap-2.5" aria-live="polite">
                {events.map((event) => (
                  <li key={event.number} className="flex items-baseline gap-3 text-sm">
                    <time
                      dateTime={event.at}
                      title={formatTime(event.at)}
                      className="figures shrink-0 text-xs text-soft"
                    >
                      {formatClock(event.at)}
                    </time>
                    <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{sentenceOfEvent(event)}</span>
                  </li>
                ))}
              </ol>
            ),
          },
          {
            name: 'changes',
            label: `Changes (${files.length})`,
            content: (
              <div className="flex flex-col gap-3">
                {files.length === 0 && <p className="text-sm text-soft">No file has been changed.</p>}
                {files.map((file) => (
                  <FileDiff key={file.path} {...file} />
                ))}
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}

/** A job: what it was told, what it does, what it changed. */
export const JobDrawer = ({ projectId, id, onClose }: JobProps & { readonly onClose: () => void }) => {
  const report = useQuery(reportQuery(projectId, id))
  const mayChange = useRole('editor')
  const job = report.data?.job
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title="Job"
      note={
        job && (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={toneOf(job.status)}>{job.status}</Badge>
            {formatTime(job.createdAt)} · {job.model}
          </span>
        )
      }
      actions={mayChange && job && <Actions job={job} projectId={projectId} id={id} />}
    >
      <QueryState query={report}>{(data) => <JobBody report={data} projectId={projectId} />}</QueryState>
    </Drawer>
  )
}
