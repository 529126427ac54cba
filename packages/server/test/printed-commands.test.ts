import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../src/cli/program.ts'

const root = resolve(import.meta.dirname, '../../..')
const program = createProgram({}, root)

/** What stands for a value in a text: `${domain}`, `…`, `DOMAIN`. */
const words = (text: string): string[] =>
  (text.replace(/\$\{[^}]*\}/g, 'value').match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) =>
    word.replace(/^["']|["']$/g, ''),
  )

interface Printed {
  readonly place: string
  readonly text: string
}

/** Commands in code blocks, joined over `\\` at the end of a line, and in inline code. */
const inManual = (file: string): Printed[] => {
  const text = readFileSync(resolve(root, file), 'utf8').replace(/\\\n\s*/g, ' ')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'))
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const lines = [
    ...blocks,
    ...inline.filter((code) => /^(?:pnpm )?sidenote |^sites |^keys |^organizations /.test(code)),
  ]
  return lines.flatMap((line) => {
    const command =
      /(?:^|\s)sidenote (?!sidenote)([a-z].+)$/.exec(line.replace(/\s#.*$/, ''))?.[1] ??
      /^((?:sites|keys|organizations) .+)$/.exec(line)?.[1]
    return command && !command.startsWith('-') && !/[\w.]+\/sidenote/.test(line) ? [{ place: file, text: command }] : []
  })
}

/** Commands that errors, findings and help name: in quotes, or after a colon. */
const inSources = (file: string): Printed[] =>
  [
    ...readFileSync(resolve(root, file), 'utf8').matchAll(
      /["(: ]sidenote ((?:sites|keys|organizations|projects|jobs|sync|conversations|restore|serve|doctor|migrate)\b[^"'`\n).]*)/g,
    ),
  ].map(([, text = '']) => ({ place: file, text }))

/** What is wrong with a command as it is printed; undefined if the command line would take it. */
const faultOf = (text: string): string | undefined => {
  let command: Command = program
  const rest = words(text)
  for (;;) {
    const inner = command.commands.find((one) => one.name() === rest[0])
    if (!inner) break
    command = inner
    rest.shift()
  }
  // A command that is put together from parts.
  if (command !== program && rest[0] === 'value' && command.commands.length > 0) return undefined
  if (command === program || (command.commands.length > 0 && !rest[0]?.startsWith('-')))
    return 'there is no such command'
  const unknown = rest
    .filter((word) => /^--[a-z]/.test(word))
    .map((word) => word.split('=')[0])
    .find((word) => !command.options.some(({ long }) => long === word) && word !== '--help')
  return unknown && `it has no option ${unknown}`
}

const printed = [
  ...['README.md', ...globSync('apps/docs/pages/**/*.md', { cwd: root })].flatMap(inManual),
  ...globSync('packages/{server,contract}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap(inSources),
]

test('every command that the manual, an error or the doctor prints is one that the command line takes', () => {
  expect(printed.length).toBeGreaterThan(120)
  const faults = printed.flatMap(({ place, text }) => {
    const fault = faultOf(text)
    return fault ? [`${place}: "sidenote ${text}": ${fault}`] : []
  })
  expect(faults).toEqual([])
})

test('no command that is printed replaces what a list has', () => {
  const replacing = printed.filter(
    ({ text }) => /^sites update\b/.test(text) && /--(?:origin|folder|git|website|openapi)\b/.test(text),
  )
  expect(replacing).toEqual([])
})

test('a wrong command would be noticed', () => {
  expect([faultOf('sites nothing'), faultOf('sites update acme --nothing'), faultOf('nothing')]).toEqual([
    'there is no such command',
    'it has no option --nothing',
    'there is no such command',
  ])
})
