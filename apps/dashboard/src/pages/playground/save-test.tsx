import type { TestQuestion, TestQuestionRequest, Trial } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { address, api, issueOf } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { TestFields } from './test-fields.tsx'

interface SaveTestProps {
  readonly domain: string
  readonly trial: Trial
}

/** The pages that the answer cites, if it is one. */
const citedPages = ({ status, citations, sources }: Trial): string[] => {
  if (status !== 'answered') return []
  const cited = new Set(citations.map(({ number }) => number))
  return [
    ...new Set(sources.flatMap(({ number, path }) => (number !== null && cited.has(number) ? [path || '/'] : []))),
  ]
}

/** Keeps a question that was tried among the test questions. */
export const SaveTest = ({ domain, trial }: SaveTestProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <ListPlus aria-hidden />
        Save as test question
      </Button>
      {isOpen && (
        <TestDialog
          domain={domain}
          question={trial.question}
          pages={citedPages(trial)}
          currentPath={trial.currentPath}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface TestDialogProps {
  readonly domain: string
  readonly question?: string
  readonly pages?: readonly string[]
  readonly currentPath?: string | null
  readonly onClose: () => void
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** `''` says that nobody knows; a dash, that no page answers it. */
const pagesOf = (text: string | undefined): string[] | null => {
  if (text?.trim() === '') return null
  return text?.trim() === '-' ? [] : listOf(text)
}

/** Asks for a test question. */
export const TestDialog = ({ domain, question = '', pages = [], currentPath = null, onClose }: TestDialogProps) => {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (body: TestQuestionRequest) =>
      api.post<TestQuestion>(address`/admin/v1/sites/${domain}/test-questions`, { body }),
    onSuccess: async () => {
      sayDone('Test question saved.')
      await queries.invalidateQueries({ queryKey: ['test-questions', domain] })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Save a test question"
      submit="Save"
      save={add}
      onSubmit={(values) =>
        add.mutate({
          question: values.question ?? '',
          pages: pagesOf(values.pages),
          tags: listOf(values.tags),
          currentPath,
        })
      }
      onClose={onClose}
    >
      <Field label="Question" error={issueOf(add.error, 'question')}>
        <TextArea name="question" rows={2} required maxLength={1_000} defaultValue={question} />
      </Field>
      <TestFields pages={pages.join(' ')} />
    </FormDialog>
  )
}
