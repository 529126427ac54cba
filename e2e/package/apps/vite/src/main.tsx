import { mount, type Sidenote } from '@sidenote/widget'
import { Assistant, Launcher } from '@sidenote/widget/react'
import { StrictMode, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Own } from './own'

const site = { domain: 'acme', publicKey: 'svc_dsc_KEY', url: 'https://sidenote.acme.com' }

function App() {
  const widget = useRef<Sidenote>(null)
  return (
    <main>
      <h1>Acme</h1>
      <Launcher className="own-launcher">Ask the docs</Launcher>
      <button type="button" onClick={() => widget.current?.close()}>
        Close it
      </button>
      <Assistant ref={widget} {...site} title="Acme" launcher="none" />
      <Own {...site} />
    </main>
  )
}

Object.assign(window, { mount })
const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
