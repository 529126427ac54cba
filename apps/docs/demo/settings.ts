import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Settings {
  readonly serverPort: number
  readonly docsPort: number
  readonly dataFolder: string
  /** Print one line of JSON instead of text for people. */
  readonly json: boolean
}

const usage = `Starts Sidenote with its own manual as a site, and serves the manual with the widget.

  pnpm demo [--port N] [--docs-port N] [--data DIR] [--json]

  --port N       Port of the server. Default: SIDENOTE_PORT, or 4000.
  --docs-port N  Port of the manual. Default: 4001.
  --data DIR     Folder for everything it stores. Default: SIDENOTE_DATA, or .sidenote.
  --json         When everything is ready, print one line of JSON; all other output goes to stderr.
  --help         Print this help.

Set the model with SIDENOTE_MODEL, as for the server. Ctrl-C stops everything.`

/** Reads the command line. Prints a message and exits for `--help` and for mistakes. */
export const readSettings = (environment: NodeJS.ProcessEnv, root: string): Settings => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: environment.SIDENOTE_PORT || '4000' },
        'docs-port': { type: 'string', default: '4001' },
        data: { type: 'string', default: environment.SIDENOTE_DATA || '.sidenote' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const serverPort = readPort('The server’s port', values.port)
    const docsPort = readPort('The manual’s port', values['docs-port'])
    if (serverPort === docsPort) {
      throw new Error(`The server and the manual can’t share port ${serverPort}. Choose another one with --docs-port.`)
    }
    return { serverPort, docsPort, dataFolder: resolve(root, values.data), json: values.json }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

const readPort = (name: string, value: string): number => {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Error(`${name} must be a whole number from 1 to 65535, not “${value}”.`)
}
