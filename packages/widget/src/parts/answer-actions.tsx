import { type KeyboardEvent, useRef, useState } from 'react'
import { answerMarkdown } from '../chat/conversation-markdown.ts'
import type { Answer } from '../chat/exchange.ts'
import type { Rating } from '../chat/post-feedback.ts'
import { useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { Complaint } from './feedback-reasons.tsx'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { useCopy } from './use-copy.tsx'
import { useLazy } from './use-lazy.ts'

/** A link that opens this page and asks the question. */
function linkTo(question: string): string {
  const url = new URL(location.href)
  url.hash = ''
  url.searchParams.set('ask', question)
  return url.href
}

/** Buttons below an answer: copy, ask again, and feedback. */
export function AnswerActions(properties: { answer: Answer; question: string; canRetry: boolean }) {
  const { answer, question, canRetry } = properties
  // An answer that isn't stored can't be found.
  const canShare = answer.details.threadId !== undefined && answer.details.stored !== false
  const { conversation, feedback, sharing } = useStore()
  const texts = useTexts()
  const whole = useCopy(texts.copyAnswer)
  const link = useCopy(texts.copyLink)
  const [note, setNote] = useState('')
  const [isSharing, setSharing] = useState(false)
  const [complaint, setComplaint] = useState<Complaint>()
  const { module, hasFailed } = useLazy(complaint ? () => import('./feedback-reasons.tsx') : undefined, () =>
    setComplaint(undefined),
  )
  const shareForm = useLazy(isSharing ? () => import('./share-form.tsx') : undefined, () => setSharing(false))
  const isHelpful = useSlice(feedback.state, (byMessage) => byMessage[answer.id])
  const rate = async (rating: Rating) => {
    setNote('')
    setNote((await feedback.rate(answer.id, rating)) ? texts.thanks : texts.feedbackFailed)
  }
  const down = useRef<HTMLSpanElement>(null)
  const share = useRef<HTMLSpanElement>(null)
  const closeShare = () => {
    setSharing(false)
    share.current?.querySelector('button')?.focus()
  }
  const close = () => {
    setComplaint(undefined)
    down.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !(complaint || isSharing)) return
    event.stopPropagation()
    if (complaint) close()
    else closeShare()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form, wherever the focus is
    <div onKeyDown={onKeyDown}>
      <div className="-ms-2 mt-2 flex items-center gap-0.5 pointer-coarse:-ms-3.5 pointer-coarse:gap-0 *:last:ms-1.5 [&_button]:opacity-75 contrast-more:[&_button]:opacity-100 [&_button:is(:hover,:focus-visible,[aria-pressed=true])]:opacity-100">
        <IconButton
          label={whole.label}
          icon={whole.isCopied ? icons.done : icons.copy}
          onClick={() => whole.copy(answerMarkdown(answer, document.baseURI, texts))}
        />
        <IconButton
          label={link.label}
          icon={link.isCopied ? icons.done : icons.link}
          onClick={() => link.copy(linkTo(question))}
        />
        {canShare ? (
          <span ref={share}>
            <IconButton
              label={texts.share.open}
              icon={icons.share}
              isExpanded={isSharing}
              onClick={() => setSharing(!isSharing)}
            />
          </span>
        ) : null}
        {canRetry ? <IconButton label={texts.retry} icon={icons.retry} onClick={conversation.retry} /> : null}
        <IconButton
          label={texts.helpful}
          icon={icons.up}
          isPressed={isHelpful === true}
          onClick={() => {
            setComplaint(undefined)
            void rate({ helpful: true })
          }}
        />
        <span ref={down}>
          <IconButton
            label={texts.notHelpful}
            icon={icons.down}
            isPressed={isHelpful === false}
            isExpanded={complaint !== undefined}
            onClick={() => {
              // It counts at once; the form only adds details.
              setComplaint({ reason: undefined, comment: '' })
              void rate({ helpful: false })
            }}
          />
        </span>
        {whole.announcement}
        {link.announcement}
        <span className="text-xs text-muted" role="status">
          {whole.failure ??
            link.failure ??
            (complaint ? '' : hasFailed || shareForm.hasFailed ? `${note} ${texts.notLoaded}` : note)}
        </span>
      </div>
      {shareForm.module && isSharing ? (
        <shareForm.module.ShareForm texts={texts} messageId={answer.id} sharing={sharing} onClose={closeShare} />
      ) : null}
      {module && complaint ? (
        <module.FeedbackReasons
          texts={texts}
          complaint={complaint}
          onChange={setComplaint}
          onCancel={close}
          onSend={() => {
            close()
            void rate({ helpful: false, reason: complaint.reason, comment: complaint.comment.trim() || undefined })
          }}
        />
      ) : null}
    </div>
  )
}
