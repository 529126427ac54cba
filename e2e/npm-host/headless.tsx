import { type Message, mapCitations, SidenoteProvider, useSidenote } from '@sidenote/widget/headless'

/** An assistant that the application draws itself. */
function Conversation() {
  const { messages, phase, problem, contexts, draft, isBusy, waiting, ...reader } = useSidenote()
  return (
    <section aria-label="Own assistant">
      {messages.map((message) => (
        <Shown key={message.id} message={message} />
      ))}
      <output aria-label="Phase">{phase?.kind ?? 'idle'}</output>
      {problem ? <p role="alert">{problem.message}</p> : null}
      <ul aria-label="Contexts">
        {contexts.map((context) => (
          <li key={context.value}>
            {context.value}
            <button type="button" onClick={() => reader.removeContext(context)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => reader.addContext({ type: 'code', value: 'npm start' })}>
        Attach
      </button>
      <p>{waiting.length} waiting</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          reader.ask(draft)
        }}
      >
        <input aria-label="Question" value={draft} onChange={(event) => reader.setDraft(event.target.value)} />
        <button type="submit">Ask</button>
        <button type="button" disabled={!isBusy} onClick={reader.stop}>
          Stop
        </button>
        <button type="button" onClick={reader.forget}>
          Forget
        </button>
      </form>
    </section>
  )
}

function Shown({ message }: { message: Message }) {
  if (message.role === 'user')
    return (
      <h2>
        {message.text}
        {message.contexts.map(({ value }) => ` (${value})`)}
      </h2>
    )
  return (
    <article data-status={message.status} data-answered={message.answered}>
      <p>{mapCitations(message.text, (number) => `(${number})`)}</p>
      <ol>
        {message.sources.map(({ number, url, title, snippet }) => (
          <li key={number}>
            <a href={url}>{title}</a> <q>{snippet}</q>
          </li>
        ))}
      </ol>
      <ul aria-label="Verdicts">
        {message.citations.map(({ sentence, supported }) => (
          <li key={sentence}>{supported ? 'supported' : 'unsupported'}</li>
        ))}
      </ul>
    </article>
  )
}

/** The site's conversation, around the application's own drawing of it. */
export const Headless = (site: { domain: string; publicKey: string; url: string }) => (
  <SidenoteProvider {...site}>
    <Conversation />
  </SidenoteProvider>
)
