import type { TestResult, TestRunResults } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useAddressState } from '../../layout/address.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { formatCost, formatLarge } from '../../parts/figures.tsx'
import { countOf, formatTime } from '../../parts/format.ts'
import { QueryState } from '../../parts/states.tsx'
import { AnswerText } from '../conversations/answer-text.tsx'
import { outcomeOf } from '../conversations/outcome.ts'
import { ComparedWith } from './compared-with.tsx'
import { Share } from './share.tsx'
import { testRunQuery } from './test-queries.ts'

/** What has changed comes first, then what is missed. */
const weightOf = ({ isMissed, before }: TestResult): number =>
  (before && before.isMissed !== isMissed ? 2 : 0) + (isMissed ? 1 : 0)

const changeOf = ({ isMissed, before }: TestResult) => {
  if (!before || before.isMissed === isMissed) return null
  return isMissed ? <Badge tone="bad">worse</Badge> : <Badge tone="good">better</Badge>
}

const Answer = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className="flex flex-col gap-1">
    <h4 className="text-xs font-medium text-soft">{label}</h4>
    <div className="text-sm">
      <AnswerText text={text || '(nothing)'} />
    </div>
  </div>
)

const Result = ({ result }: { readonly result: TestResult }) => {
  const { name, tone } = outcomeOf(result)
  const { question, pages, sources, answer, error, before, isMissed } = result
  return (
    <li className="border-b border-line last:border-0">
      <details className="group">
        <summary className="flex flex-wrap items-center gap-2 px-4 py-2.5 text-sm hover:bg-hover">
          <ChevronRight className="size-4 shrink-0 text-soft group-open:rotate-90" aria-hidden />
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{question}</span>
          <span className="flex gap-2 max-sm:pl-6">
            {changeOf(result)}
            {isMissed && <Badge tone="warn">missed</Badge>}
            <Badge tone={tone}>{name}</Badge>
          </span>
        </summary>
        <div className="flex flex-col gap-3 px-4 pb-4">
          {error && <p className="text-sm font-medium text-bad">{error}</p>}
          <div className={before ? 'grid gap-4 sm:grid-cols-2' : ''}>
            <Answer label="Answer" text={answer} />
            {before && <Answer label="In the run that it is compared with" text={before.answer} />}
          </div>
          <p className="text-xs text-soft wrap-anywhere">
            {pages !== null && `Expected: ${pages.map((page) => page || '/').join(', ') || 'to be refused'}. `}
            {`Sources: ${[...new Set(sources)].map((page) => page || '/').join(', ') || 'none'}.`}
          </p>
        </div>
      </details>
    </li>
  )
}

const columns = ['answered', 'refused', 'recall', 'first'] as const
const headings = { answered: 'Answered', refused: 'Refused', recall: 'Pages found', first: 'First source' }

const Figures = ({ run, before }: TestRunResults) => (
  <div className="overflow-x-auto rounded-lg border border-line bg-raised">
    <table className="w-full text-sm">
      <thead>
        <tr className="text-xs text-soft">
          <th scope="col" className="px-4 py-2 text-left font-medium">
            Tag
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className="px-3 py-2 text-right font-medium last:pr-4">
              {headings[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {run.figures.map((row) => (
          <tr key={row.tag} className="border-t border-line">
            <td className="px-4 py-2 whitespace-nowrap">{`${row.tag} (${row.questions})`}</td>
            {columns.map((name) => (
              <td key={name} className="figures px-3 py-2 text-right whitespace-nowrap last:pr-4">
                <Share now={row[name]} before={before?.figures.find(({ tag }) => tag === row.tag)?.[name] ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface RunDrawerProps {
  readonly domain: string
  readonly id: string
  readonly onClose: () => void
}

/** What became of each question in a run, beside another run: the one before, or one with other settings. */
export const RunDrawer = ({ domain, id, onClose }: RunDrawerProps) => {
  const queries = useQueryClient()
  const mayChange = useRole('editor')
  const [{ with: comparedWith }] = useAddressState()
  const run = useQuery(testRunQuery(domain, id, comparedWith))
  const [asksToDelete, setAsksToDelete] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.delete(address`/admin/v1/sites/${domain}/test-runs/${id}`),
    onSuccess: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: ['test-runs', domain], exact: true })
    },
  })
  const isRunning = run.data?.run.status === 'running'
  return (
    <Drawer
      isOpen
      title="Run of the test questions"
      note={
        run.data &&
        [
          formatTime(run.data.run.startedAt),
          `${formatLarge(run.data.run.tokens)} tokens`,
          run.data.run.cost > 0 && `cost ${formatCost(run.data.run.cost)}`,
        ]
          .filter(Boolean)
          .join(' · ')
      }
      onClose={onClose}
      actions={
        mayChange &&
        run.data && (
          <Button look="danger" onClick={() => setAsksToDelete(true)}>
            <Trash2 aria-hidden />
            {isRunning ? 'End' : 'Delete'}
          </Button>
        )
      }
    >
      <QueryState query={run}>
        {(data) => (
          <div className="flex flex-col gap-5">
            {data.run.error && (
              <p role="alert" className="rounded-md bg-bad-soft px-4 py-3 text-sm font-medium text-bad wrap-anywhere">
                {data.run.error}
              </p>
            )}
            <ComparedWith domain={domain} run={data.run} before={data.before} />
            {data.run.figures.length > 0 && <Figures {...data} />}
            {isRunning && (
              <p role="status" className="text-sm text-soft">
                {`${data.run.asked} of ${countOf(data.run.questions, 'question')} asked`}
              </p>
            )}
            <ul className="rounded-lg border border-line bg-raised">
              {data.results
                .toSorted((one, other) => weightOf(other) - weightOf(one))
                .map((result) => (
                  <Result key={result.question} result={result} />
                ))}
            </ul>
          </div>
        )}
      </QueryState>
      <ConfirmDialog
        isOpen={asksToDelete}
        title={isRunning ? 'End this run?' : 'Delete this run?'}
        description={`What became of ${countOf(run.data?.results.length ?? 0, 'question')} will be gone for good.`}
        verb={isRunning ? 'End run' : 'Delete run'}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setAsksToDelete(false)}
        onConfirm={() => remove.mutate()}
      />
    </Drawer>
  )
}
