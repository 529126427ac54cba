import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const program = `import { colourLine } from '${new URL('print.ts', import.meta.url).href}'; process.stdout.write(colourLine('red', 'a\\u001b[2Jb'))`
const run = (environment: Record<string, string>): string =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  }).stdout

test('a line has colours where they are wanted, none where no terminal reads it, and steers nothing', () => {
  expect(run({})).toBe('a[2Jb')
  expect(run({ FORCE_COLOR: '1' })).toBe('\u001b[31ma[2Jb\u001b[39m')
  expect(run({ NO_COLOR: '1' })).toBe('a[2Jb')
})
