import { createHash } from 'node:crypto'
import type { IRouter } from 'express'
import { type LocalPullRequest, readLocalPullRequest } from '../agent/hosts/local.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors.ts'

const styles = `
:root { color-scheme: light dark; --line: #d5dae1; --soft: #f5f7fa; --quiet: #5c6672; --plus: #e2f6e6; --minus: #fde8e8 }
@media (prefers-color-scheme: dark) { :root { --line: #353c45; --soft: #1d2228; --quiet: #9aa5b1; --plus: #143321; --minus: #3d1a1c } }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1rem 4rem; font: 16px/1.55 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem }
p { margin: .25rem 0; color: var(--quiet) }
b { border-radius: 1rem; padding: .1rem .7rem; font-size: .85rem; background: #1a7f37; color: #fff }
b.merged { background: #8250df } b.closed { background: #a40e26 } b.draft { background: #5c6672 }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--soft); padding: .75rem 1rem; font: 13px/1.5 ui-monospace, monospace }
pre.text { white-space: pre-wrap; font: inherit }
ins, del { display: inline-block; min-width: 100%; text-decoration: none }
ins { background: var(--plus) } del { background: var(--minus) }
`
const styleHash = createHash('sha256').update(styles).digest('base64')

/** Nothing but this very style sheet: no script, no picture, no frame around it, no form. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Every line is escaped on its own, so that nothing of a file can end the element it stands in. */
const writeDiff = (diff: string): string =>
  diff
    .split('\n')
    .map((line) => {
      const text = escapeHtml(line)
      if (line.startsWith('+') && !line.startsWith('+++')) return `<ins>${text}</ins>`
      if (line.startsWith('-') && !line.startsWith('---')) return `<del>${text}</del>`
      return text
    })
    .join('\n')

const writePage = (pull: LocalPullRequest, repository: string): string => {
  const standing = pull.state === 'open' && pull.draft ? 'draft' : pull.state
  const merge = `git -C ${repository} merge ${pull.head}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(pull.title)}</title>
<style>${styles}</style>
<main>
<h1>${escapeHtml(pull.title)}</h1>
<p><b class="${standing}">${standing}</b> ${escapeHtml(pull.head)} into ${escapeHtml(pull.base)}, ${escapeHtml(pull.createdAt)}</p>
<h2>Description and checks</h2>
<pre class="text">${escapeHtml(pull.body)}</pre>
${pull.state === 'open' ? `<h2>Merge it</h2>\n<pre>${escapeHtml(merge)}</pre>` : ''}
<h2>Changes</h2>
<pre>${pull.diff === null ? 'The branch is gone.' : writeDiff(pull.diff)}</pre>
</main>
</html>
`
}

const path = '/agent/projects/:projectId/pull-requests/:number'

/**
 * Mounts the pages of pull requests of repositories on this machine. They are for people with a browser, so no key opens
 * them: whoever knows the id of the project (122 random bits), as `prLink` tells it, may read them.
 */
export const mountLocalPullRequests = (router: IRouter, database: Database): void => {
  router.get(path, async (request, response) => {
    const missing = new AppError('not_found', `There is no pull request at ${request.path}.`)
    const project = await database
      .selectFrom('projects')
      .select('repository')
      .where('id', '=', String(request.params.projectId))
      .where('host_kind', '=', 'local')
      .executeTakeFirst()
    if (!project || !/^\d{1,9}$/.test(String(request.params.number))) throw missing
    const pull = await readLocalPullRequest(project.repository, Number(request.params.number))
    if (!pull) throw missing
    response.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    response.type('html').send(writePage(pull, project.repository))
  })
}
