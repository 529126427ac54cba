import { useState } from 'react'
import type { Assistant } from '../assistant.ts'
import { type Answer, asMarkdown } from '../conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { useCopy } from './use-copy.ts'

/** Copy, ask again, and whether it helped. */
export function AnswerActions(properties: { answer: Answer; assistant: Assistant; canRetry: boolean }) {
  const { answer, assistant, canRetry } = properties
  const texts = useTexts()
  const { isCopied, copy } = useCopy()
  const [note, setNote] = useState('')
  const given = assistant.feedback[answer.id]
  const rate = async (helpful: boolean) => {
    setNote('')
    setNote((await assistant.rate(answer.id, helpful)) ? texts.thanks : texts.feedbackFailed)
  }
  return (
    <div className="sn-actions">
      <IconButton
        label={isCopied ? texts.copied : texts.copyAnswer}
        icon={isCopied ? icons.done : icons.copy}
        onClick={() => copy(asMarkdown(answer))}
      />
      {canRetry ? <IconButton label={texts.retry} icon={icons.retry} onClick={assistant.retry} /> : null}
      <IconButton label={texts.helpful} icon={icons.up} isPressed={given === true} onClick={() => void rate(true)} />
      <IconButton
        label={texts.notHelpful}
        icon={icons.down}
        isPressed={given === false}
        onClick={() => void rate(false)}
      />
      <span className="text-small text-muted" role="status">
        {note}
      </span>
    </div>
  )
}
