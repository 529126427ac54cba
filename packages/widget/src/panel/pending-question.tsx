import { filesOfQuestion } from '../chat/question.ts'
import { useConversation, useStore } from '../chat/use-store.ts'
import { askedLine, askedSide, exchange } from '../parts/class-names.ts'
import { Notice } from '../parts/notice.tsx'
import { PhaseLine } from '../parts/phase-line.tsx'
import { AskedAbout, QuestionText } from '../parts/question.tsx'

/** The question that waits until the chat has loaded, or why that couldn't be loaded. */
export function PendingQuestion() {
  const { conversation } = useStore()
  const asked = useConversation((view) => view.asked)
  const problem = useConversation((view) => view.problem)
  if (!asked && problem?.code !== 'chat_not_loaded') return <div className="min-h-0 flex-1" />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <article className={exchange}>
        {asked ? (
          <div className={askedSide}>
            <AskedAbout
              page={asked.details.page}
              contexts={asked.details.contexts ?? []}
              files={filesOfQuestion(asked)}
            />
            <div className={askedLine}>
              <QuestionText question={asked.question} />
            </div>
          </div>
        ) : null}
        <div className="mt-4">
          {problem ? (
            <Notice
              problem={problem}
              question={asked?.question ?? ''}
              isLong={false}
              onRetry={conversation.retry}
              onRestart={() => {}}
            />
          ) : (
            <PhaseLine phase={{ kind: 'searching', query: undefined }} />
          )}
        </div>
      </article>
    </div>
  )
}
