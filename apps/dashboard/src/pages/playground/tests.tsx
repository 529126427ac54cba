import type { TestQuestion, TestRun } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useAddressState } from '../../layout/address.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatAgo } from '../../parts/format.ts'
import { Section } from '../../parts/page.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { sayError } from '../../parts/toast.tsx'
import { RunDialog, useStartRun } from './run-dialog.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { TestDialog } from './save-test.tsx'
import { Share } from './share.tsx'
import { testQuestionsQuery, testRunsQuery } from './test-queries.ts'

const describeExpectation = ({ pages }: TestQuestion): string => {
  if (pages === null) return 'any page'
  return pages.length === 0 ? 'to be refused' : pages.map((page) => page || '/').join(', ')
}

interface QuestionsProps {
  readonly domain: string
  readonly questions: readonly TestQuestion[]
  readonly mayChange: boolean
}

const Questions = ({ domain, questions, mayChange }: QuestionsProps) => {
  const queries = useQueryClient()
  const [deletion, setDeletion] = useState<TestQuestion>()
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(address`/admin/v1/sites/${domain}/test-questions/${id}`),
    onSuccess: () => {
      setDeletion(undefined)
      return queries.invalidateQueries({ queryKey: ['test-questions', domain] })
    },
  })
  const columns: Column<TestQuestion>[] = [
    { name: 'Question', isMain: true, cell: ({ question }) => question },
    {
      name: 'Expected',
      isWide: true,
      cell: (question) => <span className="block max-w-64 truncate text-soft">{describeExpectation(question)}</span>,
    },
    {
      name: 'Tags',
      isWide: true,
      cell: ({ tags }) => (
        <span className="flex gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
  ]
  const withDelete: Column<TestQuestion>[] = [
    ...columns,
    {
      name: 'Act',
      isAct: true,
      cell: (row) => (
        <Button size="icon" look="quiet" aria-label={`Delete “${row.question}”`} onClick={() => setDeletion(row)}>
          <Trash2 aria-hidden />
        </Button>
      ),
    },
  ]
  return (
    <>
      <Table
        label="Test questions"
        rows={questions}
        keyOf={({ id }) => id}
        columns={mayChange ? withDelete : columns}
      />
      <ConfirmDialog
        isOpen={deletion !== undefined}
        title="Delete this test question?"
        description={deletion?.question}
        verb="Delete question"
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setDeletion(undefined)}
        onConfirm={() => deletion && remove.mutate(deletion.id)}
      />
    </>
  )
}

const tones = { running: 'accent', completed: 'good', failed: 'bad' } as const

/** The runs, each compared with the complete run before it. */
const Runs = ({ runs, onOpen }: { readonly runs: readonly TestRun[]; readonly onOpen: (run: TestRun) => void }) => {
  const before = (run: TestRun) =>
    runs.slice(runs.indexOf(run) + 1).find(({ status }) => status === 'completed')?.figures[0]
  const share = (
    name: 'recall' | 'first' | 'answered' | 'refused',
    label: string,
    isWide = false,
  ): Column<TestRun> => ({
    name: label,
    isFigure: true,
    isWide,
    cell: (run) => <Share now={run.figures[0]?.[name] ?? null} before={before(run)?.[name] ?? null} />,
  })
  return (
    <Table
      label="Runs"
      rows={runs}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      columns={[
        { name: 'Started', cell: ({ startedAt }) => formatAgo(startedAt) },
        {
          name: 'State',
          cell: ({ status, asked, questions }) => (
            <Badge tone={tones[status]}>{status === 'running' ? `${asked} of ${questions}` : status}</Badge>
          ),
        },
        { name: 'Settings', isWide: true, cell: ({ settings }) => (settings ? 'tried' : 'of the site') },
        share('answered', 'Answered'),
        share('refused', 'Refused', true),
        share('recall', 'Pages found', true),
        share('first', 'First source', true),
      ]}
    />
  )
}

/** The questions that are asked again and again, and what became of them each time. */
export const Tests = ({ domain }: { readonly domain: string }) => {
  const mayChange = useRole('editor')
  const [{ run }, change] = useAddressState()
  const [adds, setAdds] = useState(false)
  const [triesSettings, setTriesSettings] = useState(false)
  const questions = useQuery(testQuestionsQuery(domain))
  const runs = useQuery(testRunsQuery(domain))
  const isRunning = runs.data?.some(({ status }) => status === 'running') ?? false
  const start = useStartRun(domain)
  const addButton = mayChange && (
    <Button onClick={() => setAdds(true)}>
      <Plus aria-hidden />
      Add
    </Button>
  )
  return (
    <>
      <Section
        title="Questions"
        about="Ask them before and after you change pages, settings or the model."
        actions={
          mayChange &&
          (questions.data?.length ?? 0) > 0 && (
            <>
              {addButton}
              <Button disabled={isRunning} onClick={() => setTriesSettings(true)}>
                Try other settings
              </Button>
              <Button
                look="primary"
                isBusy={start.isPending || isRunning}
                onClick={() => start.mutate(null, { onError: sayError })}
              >
                <Play aria-hidden />
                {isRunning ? 'Running…' : 'Ask all'}
              </Button>
            </>
          )
        }
      >
        <QueryState query={questions}>
          {(data) =>
            data.length === 0 ? (
              <EmptyState title="No test question yet" action={addButton}>
                Save one from a question you tried, or add it here. Some that the documentation cannot answer belong to
                them, too.
              </EmptyState>
            ) : (
              <Questions domain={domain} questions={data} mayChange={mayChange} />
            )
          }
        </QueryState>
      </Section>
      <Section title="Runs">
        <QueryState query={runs}>
          {(data) =>
            data.length === 0 ? (
              <EmptyState title="Not asked yet">A run asks all questions and measures the answers.</EmptyState>
            ) : (
              <Runs runs={data} onOpen={({ id }) => change({ run: id })} />
            )
          }
        </QueryState>
      </Section>
      {adds && <TestDialog domain={domain} onClose={() => setAdds(false)} />}
      {triesSettings && <RunDialog domain={domain} onClose={() => setTriesSettings(false)} />}
      {run && <RunDrawer domain={domain} id={run} onClose={() => change({ run: undefined, with: undefined })} />}
    </>
  )
}
