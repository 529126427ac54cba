import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { CommandError } from '../src/cli/command-error.ts'
import { createProgram } from '../src/cli/program.ts'
import { freePort } from './support/listen.ts'

const pages = resolve(import.meta.dirname, '../../../apps/docs/pages')
const page = readFileSync(resolve(pages, 'operate/command-line.md'), 'utf8')

const leavesOf = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command]
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()

const quiet = (command: Command): void => {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} })
  command.commands.forEach(quiet)
}
const createQuiet = (environment = {}): Command => {
  const program = createProgram(environment, '/')
  quiet(program)
  return program
}
const leaves = leavesOf(createQuiet())
const names = leaves.map(nameOf)
const codeOf = async (words: readonly string[]): Promise<string | undefined> => {
  const error = await createQuiet()
    .parseAsync(words, { from: 'user' })
    .catch((cause: unknown) => cause)
  return error instanceof CommanderError ? error.code : undefined
}

/** The rows of the table with `sites list`, or with `list` in a row that begins with `sites`. */
const rowsOf = (name: string): string[] => {
  const [first = '', second] = name.split(' ')
  const rows = page.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${first}`))
  return rows.filter((row) => second === undefined || new RegExp(`\`(?:${first} )?${second}\\b`).test(row))
}

/** The page, and those that the rows of a command or of its noun link to. */
const manualOf = (name: string): string => {
  const [noun = ''] = name.split(' ')
  const links = rowsOf(noun).flatMap((row) => [...row.matchAll(/\]\(\/([^)#]+)/g)].map(([, path]) => `${path}.md`))
  return [page, ...links.map((file) => readFileSync(resolve(pages, file), 'utf8'))].join('\n')
}

test.each(names)('%s is in the table of the manual, and describes itself', (name) => {
  expect(rowsOf(name)).not.toEqual([])
  const command = leaves.find((one) => nameOf(one) === name)
  expect(command?.description()).toMatch(/^[a-z].*\w\)?$/)
  for (const option of command?.options ?? []) expect(option.description).not.toBe('')
})

test.each(names)('every option of %s is on the page, or on one that its row links to', (name) => {
  const command = leaves.find((one) => nameOf(one) === name)
  const written = new Set(manualOf(name).match(/--[a-z]+(?:-[a-z]+)*/g))
  const missing = (command?.options ?? []).map(({ long }) => long ?? '').filter((long) => !written.has(long))
  expect(missing).toEqual([])
})

test('every option in a table of the page is one of the command in its heading', () => {
  const sections = page.split(/^## /m).slice(1)
  const tables = sections.flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const commands = [...heading.matchAll(/`([a-z ]+)`/g)].map(([, name]) => name)
    const options = lines
      .filter((line) => line.startsWith('| `--'))
      .flatMap((line) => line.split(' | ')[0]?.match(/--[a-z-]+/g) ?? [])
    return commands.length > 0 ? [{ commands, options }] : []
  })
  expect(tables.length).toBeGreaterThan(8)
  const unknown = tables.flatMap(({ commands, options }) => {
    const known = leaves.filter((leaf) => commands.includes(nameOf(leaf))).flatMap((leaf) => leaf.options)
    return options.filter((option) => !known.some(({ long }) => long === option)).map((option) => [commands, option])
  })
  expect(unknown).toEqual([])
})

/** What a command has to be given beside its arguments. */
const needs: Readonly<Record<string, readonly string[]>> = {
  'sites add': ['--folder', '/docs'],
  'sites update': ['--name', 'x'],
  'keys create': ['--admin'],
  'projects add': ['--repository', 'https://git.example.com/docs'],
  'projects update': ['--name', 'x'],
  move: ['--from', '/data'],
  'conversations delete': ['--fp', 'x'],
  eval: ['--from-conversations'],
}

test.each(names)('%s has help, and refuses an option and an argument that it does not have', async (name) => {
  const words = name.split(' ')
  const needed =
    leaves.find((one) => nameOf(one) === name)?.registeredArguments.filter(({ required }) => required) ?? []
  expect(await codeOf([...words, '--help'])).toBe('commander.helpDisplayed')
  expect(await codeOf([...words, ...needed.map(() => 'x'), ...(needs[name] ?? []), '--no-such-option'])).toBe(
    'commander.unknownOption',
  )
  if (needed.length > 0) expect(await codeOf([...words, ...(needs[name] ?? [])])).toBe('commander.missingArgument')
})

/** What needs no server, as the page says. */
const local = /`((?:[a-z]+`, `)*[a-z]+)` and `([a-z]+)` run on the server's machine/.exec(page)
const localCommands = [...(local?.[1] ?? '').split('`, `'), local?.[2]]
const remote = names.filter((name) => !localCommands.includes(name))

test('the page names the commands that need no server', () => {
  expect(localCommands.length).toBeGreaterThan(5)
  expect(remote.length).toBeGreaterThan(35)
})

test.each(remote)('%s says where it has looked for the server when there is none', async (name) => {
  const command = leaves.find((one) => nameOf(one) === name)
  const values = (command?.registeredArguments ?? []).filter(({ required }) => required).map(() => 'x')
  const url = `http://127.0.0.1:${await freePort()}`
  const environment = {
    SIDENOTE_URL: url,
    SIDENOTE_ADMIN_KEY: `svc_${'a'.repeat(36)}`,
    SIDENOTE_ASSISTANT_KEY: `pub_${'a'.repeat(36)}`,
  }
  const words = [...name.split(' '), ...values, ...(needs[name] ?? [])]
  const error = await createQuiet(environment)
    .parseAsync(words, { from: 'user' })
    .catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(CommandError)
  expect(error).toMatchObject({ message: expect.stringContaining(`No Sidenote server answers at ${url}`) })
})
