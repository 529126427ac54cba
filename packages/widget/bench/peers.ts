import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** What a documentation page adds to have an assistant. */
export interface Contender {
  readonly name: string
  readonly html: string
  /** What the reader clicks. */
  readonly opener: string
}

/** Exact versions. They are installed into a temporary folder, since they aren't dependencies of the workspace. */
const packages = {
  '@docsearch/css': '5.2.0',
  '@docsearch/js': '5.2.0',
  '@docsearch/sidepanel-js': '5.1.1',
  '@inkeep/cxkit-js': '0.5.64',
  '@markprompt/css': '0.34.0',
  '@markprompt/web': '0.14.3',
  docsgpt: '0.5.1',
  react: '19.3.1',
  'react-dom': '19.3.1',
}

const versions = createHash('sha256').update(JSON.stringify(packages)).digest('hex').slice(0, 8)
/** Where the peers are installed. They stay for the next run. */
export const peerFolder = join(tmpdir(), `sidenote-bench-${versions}`)

/** Installs the peers. Returns false if the registry can't be reached. */
export function installPeers(): boolean {
  if (existsSync(join(peerFolder, 'done'))) return true
  mkdirSync(peerFolder, { recursive: true })
  writeFileSync(join(peerFolder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  try {
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
    execFileSync('npm', ['install', ...flags], { cwd: peerFolder, stdio: 'ignore', timeout: 300_000 })
    writeFileSync(join(peerFolder, 'done'), '')
    return true
  } catch {
    return false
  }
}

/** Bundles the peers that a page can't load directly. */
export async function bundlePeers(): Promise<void> {
  writeFileSync(
    join(peerFolder, 'markprompt.js'),
    `import { markprompt } from '@markprompt/web'; import '@markprompt/css'
markprompt('pk_test', document.querySelector('#peer'))`,
  )
  writeFileSync(
    join(peerFolder, 'inkeep.js'),
    `import * as inkeep from '@inkeep/cxkit-js'; const { ChatButton } = { ...window.Inkeep, ...inkeep }
const here = { aiApiBaseUrl: location.origin + '/peer', analyticsApiBaseUrl: location.origin + '/peer', shouldBypassCaptcha: true }
ChatButton({ canToggleView: false, defaultView: 'chat', baseSettings: { ...here, apiKey: 'key', primaryBrandColor: '#26D6FF' } })`,
  )
  for (const name of ['markprompt', 'inkeep'])
    await build({
      root: peerFolder,
      configFile: false,
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: join(peerFolder, 'built', name),
        rolldownOptions: {
          input: join(peerFolder, `${name}.js`),
          output: { entryFileNames: 'index.js', assetFileNames: 'index[extname]' },
        },
      },
    })
}

const at = '/node_modules'
/** The other assistants. Where a peer's own set-up would cost it the caret or its server, it gets one that doesn't. */
export const peers: readonly Contender[] = [
  {
    name: 'DocSearch modal',
    html: `<link rel="stylesheet" href="${at}/@docsearch/css/dist/style.css"><div id="peer"></div><script src="${at}/@docsearch/js/dist/umd/index.js"></script>
<script>docsearch({ container: '#peer', appId: 'APP', apiKey: 'key', indices: ['docs'], askAi: 'assistant' })</script>`,
    opener: '.DocSearch-Button',
  },
  {
    name: 'DocSearch side panel',
    html: `<link rel="stylesheet" href="${at}/@docsearch/css/dist/sidepanel.css"><div id="peer"></div><script src="${at}/@docsearch/sidepanel-js/dist/umd/index.js"></script>
<script>docsearchSidepanel({ container: '#peer', appId: 'APP', apiKey: 'key', indexName: 'docs', assistantId: 'assistant', agentId: 'assistant' })</script>`,
    opener: '[class*="DocSearch-Sidepanel"] button, button[class*="DocSearch"]',
  },
  {
    name: 'Inkeep',
    html: '<script type="module" src="/built/inkeep/index.js"></script>',
    opener: 'button, inkeep-portal button',
  },
  {
    name: 'DocsGPT',
    html: `<div id="peer"></div><script src="${at}/docsgpt/dist/modern/browser.js" type="module"></script>
<script type="module">renderDocsGPTWidget('peer', { apiHost: location.origin + '/peer', apiKey: 'key', avatar: '/peer/mark.svg', buttonIcon: '/peer/mark.svg' })</script>`,
    opener: '#peer button, #peer [class]',
  },
  {
    name: 'Markprompt',
    html: '<link rel="stylesheet" href="/built/markprompt/index.css"><div id="peer"></div><script type="module" src="/built/markprompt/index.js"></script>',
    opener: '.MarkpromptFloatingTrigger, .MarkpromptButton, #peer button',
  },
]
