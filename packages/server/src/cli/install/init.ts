import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { CommandError, UsageError } from '../command-error.ts'
import { print } from '../print.ts'
import { programName, shellWord } from '../program-name.ts'
import type { CommonOptions, ProgramParts } from '../program-parts.ts'

/** A value of a settings file, which systemd, Compose and Node read alike. */
const settingWord = (text: string): string => (/\s/.test(text) ? `"${text}"` : text)

const writeSettings = (
  dataFolder: string,
  port: number,
): string => `# Settings of Sidenote. The manual's page Configuration has all of them.
SIDENOTE_DATA=${settingWord(dataFolder)}
SIDENOTE_HOST=127.0.0.1
SIDENOTE_PORT=${port}

# Where browsers reach this server, when a proxy with HTTPS stands in front of it.
#SIDENOTE_PUBLIC_URL=https://sidenote.example.com
#SIDENOTE_TRUST_PROXY=1

# Without a model, answers quote the pages.
#SIDENOTE_MODEL=openai:gpt-5-mini
#OPENAI_API_KEY=
`

/** systemd takes a text with spaces in quotes, in which a percent sign and a dollar stand twice. */
const unitWord = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

const writeUnit = (
  settings: string,
  program: string,
): string => `# Sidenote as a service of the user who wrote this file.
[Unit]
Description=Sidenote
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=all
WatchdogSec=60
TimeoutStartSec=300
EnvironmentFile=${settings.replaceAll('%', '%%')}
Environment=NODE_ENV=production
ExecStart=${unitWord(process.execPath)} ${unitWord(program)} serve
Restart=on-failure
RestartSec=2
# Running answers have 25 seconds to finish.
TimeoutStopSec=35
UMask=0077
NoNewPrivileges=true

[Install]
WantedBy=default.target
`

/** In a container the data is at a fixed place, and all of the container’s addresses are listened on. */
const writeContainerSettings = (): string =>
  writeSettings('/data', 4000).replace('SIDENOTE_HOST=127.0.0.1', 'SIDENOTE_HOST=0.0.0.0')

/** YAML and Compose: a text in quotes in which a dollar stands twice. */
const composeWord = (text: string): string => JSON.stringify(text.replaceAll('$', '$$$$'))

const writeCompose = ({
  image,
  docs,
  port,
}: {
  image: string
  docs: string
  port: number
}): string => `# Sidenote on one machine.
services:
  sidenote:
    image: ${composeWord(image)}
    init: true
    restart: unless-stopped
    env_file: sidenote.env
    # A proxy with HTTPS in front reaches it here; other machines don't.
    ports: ["127.0.0.1:${port}:4000"]
    volumes:
      - data:/data
      # Pages for "sidenote sites add NAME --folder /docs".
      - type: bind
        source: ${composeWord(docs)}
        target: /docs
        read_only: true
        bind: { create_host_path: false }
    read_only: true
    tmpfs: ["/tmp"]
    cap_drop: ["ALL"]
    security_opt: ["no-new-privileges:true"]
    # Running answers have 25 seconds to finish.
    stop_grace_period: 35s

volumes:
  data:
`

/** Never overwrites what somebody may have changed. */
const create = (file: string, text: string): Promise<void> =>
  writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EEXIST' ? 'is there already. Delete it, or name another folder' : cause.message
    throw new CommandError(`${file} ${reason}.`, { cause })
  })

interface InitOptions extends CommonOptions {
  readonly compose?: boolean
  readonly image?: string
  readonly docs?: string
}

const initCompose = async (parts: ProgramParts, place: string, options: InitOptions): Promise<void> => {
  const { port } = readConfig(parts.environmentOf(options))
  const { image = 'sidenote', docs = 'docs' } = options
  const settings = join(place, 'sidenote.env')
  const compose = join(place, 'compose.yaml')
  const pages = parts.absolute(docs)
  await mkdir(place, { recursive: true })
  await create(settings, writeContainerSettings())
  await create(compose, writeCompose({ image, docs: pages, port }))
  const command = `docker compose --file ${shellWord(compose)}`
  const text = `Wrote ${settings} and ${compose}.

Run it, and index the pages of ${pages}:

  ${command} up --detach
  ${command} exec sidenote sidenote sites add NAME --folder /docs --origin https://docs.example.com
  ${command} exec sidenote sidenote sync NAME`
  print(options, { settings, compose, docs: pages, image }, text)
}

const init = async (parts: ProgramParts, folder: string, options: InitOptions): Promise<void> => {
  if (options.compose) return initCompose(parts, parts.absolute(folder), options)
  if (options.image !== undefined || options.docs !== undefined)
    throw new UsageError('--image and --docs say what the compose file has. Add --compose.')
  const { environment, environmentOf, absolute } = parts
  const { dataFolder, port } = readConfig(environmentOf(options))
  const place = absolute(folder)
  const program = fileURLToPath(new URL('../../cli.js', import.meta.url))
  const settings = join(place, 'sidenote.env')
  const unit = join(place, 'sidenote.service')
  await mkdir(place, { recursive: true })
  await create(settings, writeSettings(dataFolder, port))
  await create(unit, writeUnit(settings, program))
  const name = programName(environment)
  const text = `Wrote ${settings} and ${unit}.

Run it here, until Ctrl-C:

  ${name} serve --settings ${shellWord(settings)}

Run it always, with systemd:

  systemctl --user enable --now ${shellWord(unit)}
  loginctl enable-linger

Then add your pages with "${name} sites add".`
  print(options, { settings, unit, dataFolder }, text)
}

/** Adds `init` to the program. */
export const addInitCommand = (parts: ProgramParts): void => {
  const command: Command = parts.program
    .command('init [folder]')
    .description(
      'write a settings file and a systemd unit, or a compose file, into a folder; by default, the current one',
    )
    .option('--json', 'print JSON')
    .option('--compose', 'a compose file instead of the unit')
    .option(
      '--image <image>',
      'image of the compose file; by default, "sidenote", as "docker build -t sidenote" names it',
    )
    .option('--docs <folder>', 'folder of pages that the container sees as /docs; by default, "docs"')
    .option('--data <dir>', 'folder for everything it stores (SIDENOTE_DATA, or what "sidenote where" says)')
  command.action((folder: string | undefined, options: InitOptions) => init(parts, folder ?? '.', options))
}
