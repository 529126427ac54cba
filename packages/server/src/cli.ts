#!/usr/bin/env node
import { styleText } from 'node:util'
import { type Command, CommanderError } from 'commander'
import { exitCodeOf, explainFailure, writeFailure } from './cli/explain-failure.ts'
import { createProgram } from './cli/program.ts'
import { writeJson } from './terminal-text.ts'

/** `sidenote keys list | head`: the reader may leave before the end. So may a terminal, but a server has to stop first. */
const surviveClosedOutput = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return
    // A command that failed sets its exit code first.
    if (error.code === 'EPIPE') return void setImmediate(() => process.exit())
    process.stderr.write(`Cannot write the output: ${error.message}.\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => undefined)
}

/** Whether a program reads the output, errors too. */
const wantsJson = process.argv.includes('--json')

const throwAtExit = (command: Command): void => {
  command.exitOverride()
  if (wantsJson) {
    const outputError = (text: string) =>
      process.stderr.write(`${writeJson({ message: text.trim().replace(/^error: /, ''), code: null })}\n`)
    command.configureOutput({ outputError })
  }
  command.commands.forEach(throwAtExit)
}

const run = async (): Promise<number> => {
  surviveClosedOutput()
  const program = createProgram(process.env, process.cwd())
  throwAtExit(program)
  try {
    await program.parseAsync()
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const failure = wantsJson
      ? writeFailure(error)
      : styleText('red', explainFailure(error), { stream: process.stderr })
    process.stderr.write(`${failure}\n`)
    return exitCodeOf(error)
  }
}

process.exitCode = await run()
