#!/usr/bin/env node
// The command of the installed package. It imports nothing, so that an old Node gets as far as the sentence below.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Sidenote needs Node 22.18 or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  )
  process.exitCode = 1
} else {
  // Node 22 calls its SQLite experimental at every command; what it says about anything else is passed on.
  const [printWarning] = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') printWarning?.(warning)
  })
  import('./cli.ts')
}
