import { expect, test } from 'vitest'
import type { LocalPullRequest } from '../../agent/hosts/local.ts'
import { writePullRequestPage } from './local-pull-request-page.ts'

const pull: LocalPullRequest = {
  number: 1,
  state: 'open',
  draft: false,
  head: 'sidenote/job_1',
  base: 'main',
  title: 'Say how to log in',
  body: '<!-- sidenote -->\n\nText.\n\n<!-- /sidenote -->',
  commit: '0'.repeat(40),
  createdAt: '2026-01-01T00:00:00Z',
  mergeCommand: 'git merge',
  diff: '',
}

test('a pull request’s page shows text as text, whatever it contains', () => {
  const hostile = '<script>alert(1)</script> ![x](https://evil.test/a.png) <img src=x onerror=x>'
  const page = writePullRequestPage({
    ...pull,
    title: hostile,
    body: `${hostile}\n\n- ${hostile}\n\n\`${hostile}\`\n\n\`\`\`\n${hostile}\n\n${hostile}\n\`\`\`\n\n## ${hostile}`,
    diff: `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${hostile}\n+${hostile}\n`,
  })
  expect(page).not.toMatch(/<(?:script|img)|onerror=x>/)
  expect(page.split('&lt;script&gt;alert(1)')).toHaveLength(11)
})

test('a pull request’s page names what turns or hides text', () => {
  const page = writePullRequestPage({
    ...pull,
    title: 'A\u202eB',
    diff: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n+if (isAdmin\u2066) {\u{e0041}\n',
  })
  expect(page).toContain('A‹U+202E›B')
  expect(page).toContain('+if (isAdmin‹U+2066›) {‹U+E0041›')
})

test('a pull request’s page has lists right behind text, and stressed words', () => {
  const body = 'Files:\n- **one** \\*\n  goes on\n- two\n\nIn *this* order, 2 * 3 * 4:\n1. first\n2. `a**b**`'
  expect(writePullRequestPage({ ...pull, body })).toContain(
    '<p>Files:</p>\n<ul><li><strong>one</strong> *\ngoes on</li><li>two</li></ul>\n<p>In <em>this</em> order, 2 * 3 * 4:</p>\n<ol><li>first</li><li><code>a**b**</code></li></ol>',
  )
})

test('a pull request’s page says what a draft is', () => {
  expect(writePullRequestPage({ ...pull, draft: true })).toContain('A draft is only a mark here')
  expect(writePullRequestPage(pull)).not.toContain('A draft')
})

test('a pull request’s page reads the Markdown that descriptions are written in', () => {
  const body = 'a \\<b\\> \\`c `@all` \\\\ d\\\ne\n\n```js\nx\n\ny \\< z\n```\n\n- one \\#\n- `two`'
  expect(writePullRequestPage({ ...pull, body })).toContain(
    '<p>a &lt;b&gt; `c <code>@all</code> \\ d<br>e</p>\n<pre>x\n\ny \\&lt; z</pre>\n<ul><li>one #</li><li><code>two</code></li></ul>',
  )
})
