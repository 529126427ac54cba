import { expect, test } from 'vitest'
import { scanDiff } from './secrets.ts'

const patch = (...lines: string[]): string =>
  ['diff --git a/docs/a.md b/docs/a.md', '--- a/docs/a.md', '+++ b/docs/a.md', `@@ -10,0 +11,${lines.length} @@`]
    .concat(lines.map((line) => `+${line}`))
    .join('\n')

// Put together here, so that no scanner takes this file for a leak.
const random = 'q7Rt2LmZ9xKd4Wv8Bn3Hc6Jf5Gs0Pa1Ye2U'
const real = {
  'a GitHub token': `ghp_${random}Q`,
  'a GitLab token': `glpat-${random.slice(0, 20)}`,
  'an AWS access key': `AKIA${'Q7RT2LMZ9KDW4VBN'}`,
  'a model provider’s key': `sk-ant-${random}`,
  'a Stripe key': `sk_live_${random.slice(0, 24)}`,
  'a key of this server': `svc_${random}`,
  'a private key': `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  'a password in an address': 'postgres://admin:k8Wq2zVt@db.internal/app',
  'a secret': `api_key: "${random}"`,
}

test.each(Object.entries(real))('%s is found at its line', (kind, secret) => {
  const [finding, ...others] = scanDiff(patch('# Title', `Use ${secret} here.`))
  expect(others).toEqual([])
  expect(finding).toMatchObject({ path: 'docs/a.md', line: 12, kind })
})

test.each([
  'export TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
  'api_key: "your-api-key-goes-right-here-1A"',
  'curl https://user:password@example.com/',
  'Set `STRIPE_KEY` to `sk_live_...`.',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how workflows name a secret
  'secret: ${{ secrets.GITHUB_TOKEN_FOR_DEPLOYMENT }}',
  'token = getServiceAccountTokenFromEnvironment1()',
  'commit 4f2d1e8a9b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e',
])('an example is no secret: %s', (line) => {
  expect(scanDiff(patch(line))).toEqual([])
})

test('only added lines count, and a line of pluses is not taken for a file name', () => {
  const diff = [
    'diff --git a/docs/a.md b/docs/a.md',
    '--- a/docs/a.md',
    '+++ b/docs/a.md',
    '@@ -1,2 +1,3 @@',
    `-${real['a GitHub token']}`,
    '+++ b/other.md',
    ' same',
    `+${real['a GitLab token']}`,
  ].join('\n')
  expect(scanDiff(diff)).toMatchObject([{ path: 'docs/a.md', line: 3, kind: 'a GitLab token' }])
})
