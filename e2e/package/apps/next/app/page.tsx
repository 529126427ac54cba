import { Assistant, Launcher } from '@sidenote/widget/react'
import { Own } from './own'

const site = { domain: 'acme', publicKey: 'svc_dsc_KEY', url: 'https://sidenote.acme.com' }

export default function Page() {
  return (
    <main>
      <h1>Acme</h1>
      <Launcher className="own-launcher">Ask the docs</Launcher>
      <Assistant {...site} title="Acme" launcher="none" />
      <Own {...site} />
    </main>
  )
}
