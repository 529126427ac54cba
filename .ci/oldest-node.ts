// Shows that what is built runs on the oldest Node that the server names: `npx -y -p node@22.18 -c "node .ci/oldest-node.ts"`.
// It tries the manual as a user would, until a question is answered.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'))
const oldest = String(manifest.engines.node).replace('>=', '')
if (!process.versions.node.startsWith(`${oldest}.`)) {
  throw new Error(`This is Node ${process.versions.node}, and the server names ${oldest} as the oldest.`)
}

const bin = join(root, 'packages/server/dist/bin.js')
const trial = spawn(process.execPath, [bin, 'try', 'apps/docs/pages', '--no-open', '--port', '0'], { cwd: root })
let output = ''
const ended = new Promise<never>((_, reject) => {
  trial.on('exit', (code) => reject(new Error(`It ended with ${code}.`)))
  setTimeout(() => reject(new Error('It took longer than two minutes.')), 120_000).unref()
})
const address = new Promise<string>((found) => {
  for (const stream of [trial.stdout, trial.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      const [, url] = /Ask your documentation: (\S+)/.exec(output) ?? []
      if (url) found(url)
    })
  }
})
try {
  const url = await Promise.race([address, ended])
  const page = await (await fetch(url)).text()
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
  const [, key = ''] = /data-key="([^"]+)"/.exec(page) ?? []
  const answer = await fetch(new URL('/discovery/v2/assistant/docs/message', script), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({
      fp: 'reader',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I start the server?' }] }],
    }),
  })
  const stream = await answer.text()
  if (answer.status !== 200 || !stream.includes('"type":"finish"')) throw new Error(`${answer.status}: ${stream}`)
  console.log(`A question was answered on Node ${process.versions.node}.`)
} catch (error) {
  console.error(output)
  throw error
} finally {
  trial.removeAllListeners('exit')
  trial.kill('SIGINT')
}
