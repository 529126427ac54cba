import { mount } from '@sidenote/widget'
import { Assistant, Launcher } from '@sidenote/widget/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Headless } from './headless.tsx'

/** What the test writes into the page. */
const given = JSON.parse(document.querySelector('#given')?.textContent ?? '{}')
const { domain, key, url, face } = given

function App() {
  const [title, setTitle] = useState<string>()
  const [isThere, setThere] = useState(true)
  const [events, setEvents] = useState<string[]>([])
  const note = (name: string) => () => setEvents((before) => [...before, name])
  return (
    <main>
      <h1>My app</h1>
      <button type="button" onClick={() => setTitle(title ? undefined : 'Acme')}>
        Rename
      </button>
      <button type="button" onClick={() => setThere(!isThere)}>
        Switch
      </button>
      <Launcher className="own" />
      <Launcher question="What is Sidenote?">What is it?</Launcher>
      <output>{events.join(' ')}</output>
      {isThere ? (
        <Assistant
          domain={domain}
          publicKey={key}
          url={url}
          title={title}
          variant={face === 'inline' ? 'inline' : 'panel'}
          onOpen={note('open')}
          onAnswer={note('answer')}
        />
      ) : null}
    </main>
  )
}

if (face === 'mount') {
  mount({ domain, key, url })
  mount({ domain, key, url, title: 'Acme' }).open()
} else {
  const place = document.querySelector('#app')
  if (place) {
    createRoot(place).render(
      <StrictMode>{face === 'headless' ? <Headless domain={domain} publicKey={key} url={url} /> : <App />}</StrictMode>,
    )
  }
}
