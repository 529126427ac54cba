#!/usr/bin/env node
// Linked when the repository is installed, before anything is built.
import { existsSync } from 'node:fs'

const program = new URL('dist/bin.js', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  console.error('Sidenote is not built yet: run "pnpm build".')
  process.exitCode = 1
}
