'use client'
import {
  type Answer,
  type Question,
  SidenoteProvider,
  type SidenoteProviderProps,
  useSidenote,
} from '@sidenote/widget/headless'

const Shown = ({ message }: { message: Question | Answer }) =>
  message.role === 'user' ? (
    <h2>{message.text}</h2>
  ) : (
    <article data-status={message.status}>
      {message.text}
      {message.sources.map(({ number, url, snippet }) => (
        <a key={number} href={url} title={snippet}>
          {number}
        </a>
      ))}
      {message.citations.map(({ sentence, supported }) => (
        <i key={sentence}>{supported ? 'supported' : 'unsupported'}</i>
      ))}
    </article>
  )

function Conversation() {
  const { messages, phase, draft, setDraft, ask, stop, isBusy } = useSidenote()
  return (
    <section aria-label="Own">
      {messages.map((message) => (
        <Shown key={message.id} message={message} />
      ))}
      <output>{phase?.kind ?? 'idle'}</output>
      <input aria-label="Own question" value={draft} onChange={(event) => setDraft(event.target.value)} />
      <button type="button" onClick={() => (isBusy ? stop() : ask(draft))}>
        Ask it
      </button>
    </section>
  )
}

/** An assistant that the application draws itself. */
export const Own = (site: Omit<SidenoteProviderProps, 'children'>) => (
  <SidenoteProvider {...site}>
    <Conversation />
  </SidenoteProvider>
)
