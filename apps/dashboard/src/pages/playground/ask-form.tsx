import type { TrialRequest } from '@sidenote/contract'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useAddressState } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Input, TextArea } from '../../parts/field.tsx'
import { Card } from '../../parts/page.tsx'
import { noSettings, SettingsFields, settingsOf } from './settings-fields.tsx'

interface AskFormProps {
  readonly isBusy: boolean
  readonly onAsk: (question: TrialRequest) => void
}

const isSendKey = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean => key === 'Enter' && (metaKey || ctrlKey)

/** What is asked, from which page, and with which settings. The question stands in the address. */
export const AskForm = ({ isBusy, onAsk }: AskFormProps) => {
  const [state, change] = useAddressState()
  const [question, setQuestion] = useState(state.question ?? '')
  const [page, setPage] = useState(state.page ?? '')
  const [texts, setTexts] = useState(noSettings)
  const settings = settingsOf(texts)
  const send = () => {
    if (question.trim() === '' || isBusy) return
    change({ question: question.trim(), page: page.trim() || undefined })
    onAsk({
      question: question.trim(),
      ...(page.trim() && { currentPath: page.trim() }),
      ...(Object.keys(settings).length > 0 && { settings }),
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Card className="mb-6">
      <form aria-label="Ask a question" onSubmit={submit} className="flex flex-col gap-4 p-5">
        <Field label="Question">
          <TextArea
            rows={2}
            required
            maxLength={12_000}
            value={question}
            placeholder="How do I rotate a key?"
            onChange={(event) => setQuestion(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => isSendKey(event) && send()}
          />
        </Field>
        <details open={Object.keys(settings).length > 0}>
          <summary className="text-sm font-medium text-soft hover:text-ink">Try other settings</summary>
          <div className="mt-3 flex flex-col gap-4">
            <SettingsFields texts={texts} about="for this question alone" onChange={setTexts} />
          </div>
        </details>
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Asked from the page" className="min-w-48 flex-1 sm:max-w-80">
            <Input
              maxLength={200}
              value={page}
              placeholder="any page, such as /guide/start"
              onChange={(event) => setPage(event.target.value)}
            />
          </Field>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={question.trim() === ''} className="ml-auto">
            {isBusy ? 'Asking…' : 'Ask'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
