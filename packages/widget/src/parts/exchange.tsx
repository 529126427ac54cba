import { useContext, useState } from 'react'
import type { Assistant } from '../assistant.ts'
import { type Exchange as ExchangeParts, phaseOf, searchingOther } from '../conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { useLater } from '../use-later.ts'
import { Answer } from './answer.tsx'
import { FileChip } from './attachment-chip.tsx'
import { ContextChip, PageChip } from './context-chip.tsx'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { Notice } from './notice.tsx'
import { OpenSearch } from './open-search.ts'
import { PhaseLine } from './phase.tsx'

function Question({ exchange, assistant }: { exchange: ExchangeParts; assistant: Assistant }) {
  const texts = useTexts()
  const [draft, write] = useState<string>()
  const later = useLater(draft === undefined ? undefined : () => import('./question-editor.tsx'))
  const { contexts, files, page } = exchange
  const cancel = () => write(undefined)
  return (
    <div className="sn-asked">
      {contexts.length + files.length > 0 || page ? (
        <ul className="sn-asked-about" aria-label={texts.contextsOfQuestion}>
          {page ? (
            <li>
              <PageChip title={page} />
            </li>
          ) : null}
          {contexts.map((context) => (
            <li key={`${context.path} ${context.value}`}>
              <ContextChip context={context} />
            </li>
          ))}
          {files.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a question never change
            <li key={index}>
              <FileChip name={name} />
            </li>
          ))}
        </ul>
      ) : null}
      {later && draft !== undefined ? (
        <later.QuestionEditor
          {...{ texts, draft }}
          onWrite={write}
          onCancel={cancel}
          onSend={() => {
            cancel()
            assistant.edit(exchange, draft)
          }}
        />
      ) : (
        <div className="sn-asked-line">
          {assistant.isBusy ? null : (
            <span className="sn-edit">
              <IconButton label={texts.editQuestion} icon={icons.edit} onClick={() => write(exchange.question)} />
            </span>
          )}
          <p className="sn-question">
            <span className="sr-only">{texts.you}: </span>
            {exchange.question}
          </p>
        </div>
      )}
    </div>
  )
}

/** A lost connection, and that it is being mended. */
function Continuing({ resuming: { attempt, of } }: { resuming: NonNullable<Assistant['resuming']> }) {
  return (
    <p className="sn-phase mt-12px">
      <span className="sn-pulse" />
      {useTexts().continuing(attempt, of)}
    </p>
  )
}

/** One question with all that came of it. */
export function Exchange(properties: { exchange: ExchangeParts; assistant: Assistant; isLast: boolean }) {
  const { exchange, assistant, isLast } = properties
  const texts = useTexts()
  const openSearch = useContext(OpenSearch)
  const { answer } = exchange
  const isGrowing = isLast && assistant.isBusy
  const resuming = isGrowing ? assistant.resuming : undefined
  const phase =
    isGrowing && !resuming ? phaseOf(answer, searchingOther(exchange.question, assistant.searching)) : undefined
  const problem = isLast ? assistant.problem : undefined
  return (
    <article className="sn-exchange">
      <Question exchange={exchange} assistant={assistant} />
      <div className="mt-16px">
        {answer ? (
          <Answer
            {...{ answer, assistant, isLast, isGrowing }}
            question={exchange.question}
            contexts={exchange.contexts}
          />
        ) : null}
        {phase ? <PhaseLine phase={phase} /> : null}
        {resuming ? <Continuing resuming={resuming} /> : null}
        {answer?.details.stopped ? (
          <div className="sn-notice">
            <p>{texts.stopped}</p>
            {isLast ? (
              <button type="button" className="sn-button" onClick={assistant.retry}>
                {icons.retry}
                {texts.retry}
              </button>
            ) : null}
          </div>
        ) : null}
        {problem ? (
          <Notice
            problem={problem}
            isLong={assistant.exchanges.length > 1}
            onRetry={assistant.retry}
            onSearch={openSearch && (() => openSearch(exchange.question))}
            onRestart={() => {
              assistant.reset()
              assistant.write(exchange.question)
            }}
          />
        ) : null}
      </div>
    </article>
  )
}
