import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { build, type InlineConfig } from 'vite'
import { plainImport } from '../build/plain-import.ts'
import { preactAlias } from '../build/preact-alias.ts'
import { shadowStyles } from '../build/shadow-styles.ts'

const root = join(import.meta.dirname, '..')

/** Everything that a page can forbid; images may come from anywhere, so that a request for one is seen, not stopped. */
const strictest = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'none'; img-src *; ` +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

export interface ServedPage {
  readonly url: string
  close(): Promise<void>
}

/**
 * Builds one entry and serves it: at `/` under the strictest policy, at `/lax` under none.
 * @param entry file below the package
 */
export async function servePage(
  entry: string,
  alias = preactAlias,
  plugins: InlineConfig['plugins'] = [tailwind(), shadowStyles()],
): Promise<ServedPage> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [plugins, plainImport()],
    resolve: { alias, conditions: ['sidenote-source'] },
    build: {
      write: false,
      target: 'es2022',
      cssTarget: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: join(root, entry), output: { entryFileNames: 'page.js' } },
    },
  })
  const files = new Map<string, string>()
  for (const { output } of [built].flat() as { output: { fileName: string; code?: string }[] }[])
    for (const { fileName, code } of output) if (code) files.set(`/${fileName}`, code)

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    const code = files.get(path)
    if (code) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
    if (path !== '/' && path !== '/lax') return void response.writeHead(404).end()
    const nonce = Math.random().toString(36).slice(2)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(path === '/' ? { 'content-security-policy': strictest(nonce) } : {}),
    })
    response.end(
      `<!doctype html><html lang="en"><title>Reading</title><body><main><h1>A page</h1></main>` +
        `<script type="module" nonce="${nonce}" src="/page.js"></script></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
