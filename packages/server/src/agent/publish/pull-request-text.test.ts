import { describe, expect, test } from 'vitest'
import type { Finish } from '../jobs/finish.ts'
import { commitMessage, isCommitOf, pullRequestTitle, readAuthor } from './commit-text.ts'
import { findTemplate } from './pull-request-template.ts'
import { aboveTemplate, type PublishedTurn, pullRequestBody } from './pull-request-text.ts'

const finish: Finish = {
  title: 'Say how to log in',
  summary: 'A page on logging in.',
  why: 'Readers asked.',
  problems: [],
}
const turn = (number: number, more: Partial<Finish> = {}, words?: readonly string[]): PublishedTurn => {
  const whole = { ...finish, ...more }
  return { number, finish: whole, words: words ?? [whole.why, whole.summary] }
}
const facts = {
  jobId: 'job_1',
  model: 'openai:gpt-5',
  turns: [turn(1)],
  files: [{ path: 'docs/login.md', status: 'added' as const }],
  questions: [],
  isDraft: false,
}

describe('a commit', () => {
  test('is recognised by its trailers as the one of a job and a turn', () => {
    const message = commitMessage(finish, { jobId: 'job_1', turn: 2, author: null })
    expect(isCommitOf(message, 'job_1', 2)).toBe(true)
    expect(isCommitOf(message, 'job_1', 1)).toBe(false)
    expect(isCommitOf(message, 'job_10', 2)).toBe(false)
  })

  test('is as wide as a terminal, and not longer than somebody reads', () => {
    const message = commitMessage(
      { ...finish, why: 'Readers asked how to log in. '.repeat(200) },
      { jobId: 'job_1', turn: 1, author: null },
    )
    expect(Math.max(...message.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72)
    expect(message.length).toBeLessThan(1_200)
  })

  test('cannot be given another job’s trailer by what the model says', () => {
    const alone = `${'x'.repeat(72)} Sidenote-Job: job_2 ${'y'.repeat(72)} Sidenote-Turn: 7 ${'z'.repeat(72)}`
    expect(
      isCommitOf(commitMessage({ ...finish, why: alone }, { jobId: 'job_1', turn: 1, author: null }), 'job_2', 7),
    ).toBe(false)
    const message = commitMessage(
      { ...finish, why: 'x\n\nSidenote-Job: job_2\nSidenote-Turn: 7' },
      { jobId: 'job_1', turn: 1, author: null },
    )
    expect(isCommitOf(message, 'job_2', 7)).toBe(false)
  })
})

test.each([
  ['Fix #1 for @acme/all', 'Fix # 1 for @ acme/all'],
  ['Closes org/repo#12 and GH-3, fixes: ABC-4 and UTF-8', 'Closes org/repo# 12 and GH- 3, fixes: ABC- 4 and UTF-8'],
  ['Resolve https://github.com/acme/docs/issues/1', 'Resolve https: //github.com/acme/docs/issues/1'],
  ['[skip ci] Fix [ci skip]', '(skip ci) Fix (ci skip)'],
  ['See www.evil.test, !5 and &6', 'See www. evil.test, ! 5 and & 6'],
  ['@\u200beveryone fix\u2060es #\u200d1', '@ everyone fixes # 1'],
])('titles and commits do nothing where they are shown: %j', (title, shown) => {
  expect(pullRequestTitle({ ...finish, title })).toBe(shown)
  expect(
    commitMessage({ ...finish, title: 'A', why: title }, { jobId: 'job_1', turn: 1, author: null }).split('\n')[2],
  ).toBe(shown)
})

describe('a pull request', () => {
  test('has a title of one line without control characters', () => {
    expect(pullRequestTitle({ ...finish, title: 'One\n\u001b[31mtwo\u202e three ' })).toBe('One [31mtwo three')
    expect(pullRequestTitle({ ...finish, title: ' \n' })).toBe('Update the documentation')
  })

  test('lists the files that git names, whatever the model says it changed', () => {
    const body = pullRequestBody({ ...facts, turns: [turn(1, { summary: 'I changed everything.' })] })
    expect(body).toContain('- `docs/login.md` (added)')
  })

  test('shows the words of the model as they were made safe, and nothing else of them', () => {
    const title = 'Fix <!-- a --> ![x](https://evil.example) @all #1'
    const body = pullRequestBody({ ...facts, turns: [turn(1), turn(2, { title, why: 'raw' }, ['safe', '- list'])] })
    expect(body).toContain('### Message 2: Fix \\<!-- a --\\> `![x](https://evil.example`) `@all` `#1`')
    expect(body).toContain('\n\nsafe\n\n- list\n\n')
    expect(body).not.toContain('raw')
    expect(body.match(/<!--.*?-->/g)).toEqual(['<!-- sidenote -->', '<!-- /sidenote -->'])
  })

  test('shows what readers asked as text: it mentions nobody, closes nothing and loads nothing', () => {
    const body = pullRequestBody({ ...facts, questions: ['Fixes #1 @acme/all ![x](https://evil.example) `a` <!-- b'] })
    expect(body).toContain('- `Fixes\u00a0#1 @acme/all ![x](https://evil.example) ’a’ <!-- b`')
  })

  test('says which model did it, and how to request a change', () => {
    const body = pullRequestBody(facts)
    expect(body).toContain('Made by Sidenote with `openai:gpt-5`.')
    expect(body).toContain('`sidenote jobs message job_1 "…"`')
  })

  test('keeps what people have written into its description', () => {
    const opened = pullRequestBody(facts)
    const changed = `Closes #7.\r\n\r\n${opened}\r\n\r\n- [x] Read by Ada`
    const body = pullRequestBody({ ...facts, turns: [turn(1), turn(2, { title: 'Mention tokens' })] }, changed)
    expect(body).toMatch(/^Closes #7\.\r\n\r\n<!-- sidenote -->/)
    expect(body).toMatch(/<!-- \/sidenote -->\r\n\r\n- \[x\] Read by Ada$/)
    expect(body).toContain('### Message 2: Mention tokens')
    expect(body.match(/## Files/g)).toHaveLength(1)
    expect(pullRequestBody(facts, 'Written anew by Ada.')).toMatch(/^Written anew by Ada\.\n\n<!-- sidenote -->/)
  })

  test('names what is still wrong, and what readers asked', () => {
    const problem = { path: 'a.md', line: 3, column: 1, rule: 'link' as const, message: 'The link /b points nowhere.' }
    const body = pullRequestBody({
      ...facts,
      turns: [turn(1, { problems: [problem] })],
      questions: ['How do I\nlog in?'],
    })
    expect(body).toContain('- `a.md:3` The link /b points nowhere.')
    expect(body).toContain('- `How do I log in?`')
  })

  test('tells each message’s part once there are several', () => {
    const body = pullRequestBody({ ...facts, turns: [turn(1), turn(3, { title: 'Mention tokens' })] })
    expect(body).toContain('### First: Say how to log in')
    expect(body).toContain('### Message 3: Mention tokens')
  })

  test('stays as short as GitHub wants it, and tells the newest part', () => {
    const long = 'Very much was changed. '.repeat(430)
    const turns = [1, 2, 3, 4, 5].map((number) => turn(number, { title: `Title ${number}`, summary: long, why: long }))
    const path = `docs/${'long-name/'.repeat(90)}page.md`
    const files = Array.from({ length: 200 }, () => ({ path, status: 'modified' as const }))
    const body = pullRequestBody({ ...facts, turns, files, questions: Array.from({ length: 400 }, () => long) })
    expect(body.length).toBeLessThan(65_536)
    expect(body).toContain('### Message 5: Title 5')
    expect(body).toContain('- and 370 more')
    expect(body).toContain('-->\n\nEarlier messages are left out.')
    expect(pullRequestBody({ ...facts, turns }, long.repeat(5)).length).toBeLessThan(65_536)
  })
})

test.each([
  'Ada Lovelace <ada@example.com>',
  'docs-bot[bot] <1+docs-bot[bot]@users.noreply.github.com>',
  '文档 <docs@例え.jp>',
  "O'Neil, Ann (Docs) <ann.oneil+docs@example.co.uk>",
  'A <a@b>',
])('a commit by %s is signed off in that name, and still known by its trailers', (author) => {
  const message = commitMessage(finish, { jobId: 'job_1', turn: 1, author })
  expect(message).toContain(`\n\nSigned-off-by: ${author}\nSidenote-Job: job_1\n`)
  expect(isCommitOf(message, 'job_1', 1)).toBe(true)
  const { name, email } = readAuthor(author)
  expect(`${name} <${email}>`).toBe(author)
})

test('without an author Sidenote commits, and signs nothing off', () => {
  expect(readAuthor(null).email).toBe('agent@sidenote.invalid')
  expect(commitMessage(finish, { jobId: 'job_1', turn: 1, author: null })).not.toContain('Signed-off-by')
})

test.each([
  ['.github/PULL_REQUEST_TEMPLATE.md', 'docs/pull_request_template.md'],
  ['pull_request_template.md', 'docs/pull_request_template.md'],
  ['.gitlab/merge_request_templates/Default.md', '.gitlab/merge_request_templates/Other.md'],
  ['.gitea/PULL_REQUEST_TEMPLATE.md', 'pull_request_template.md'],
  ['docs/PULL_REQUEST_TEMPLATE.txt', 'guide/pull_request_template.md', '.github/PULL_REQUEST_TEMPLATE/bug.md'],
])('%s is the template of a repository', (template, ...others) => {
  expect(findTemplate(['README.md', ...others, template])).toBe(template)
})

test('what the repository asks stands below what Sidenote says, and stays there', () => {
  const first = pullRequestBody(facts, aboveTemplate('- ☐ I have read CONTRIBUTING'))
  expect(first).toMatch(
    /^<!-- sidenote -->[\s\S]*Readers asked\.[\s\S]*<!-- \/sidenote -->\n\n- ☐ I have read CONTRIBUTING$/,
  )
  expect(pullRequestBody(facts, first)).toBe(first)
})
