import * as contract from '@sidenote/contract'
import { InvalidArgumentError } from 'commander'
import { present, readDigits } from '../options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { writeTable } from '../table.ts'

const describeWindow = (window: contract.Window | null): string =>
  window ? `${window.requests} in ${window.seconds} s` : 'none'

/** Shows a site’s own limits, after changing what the options say. */
const changeLimits = async (
  { client, print }: CommandContext,
  domain: string,
  change: contract.SiteLimitsChange,
): Promise<void> => {
  const params = { domain }
  const body = present(change)
  const limits =
    Object.keys(body).length > 0
      ? await client(contract.updateSiteLimits, { params, body }, contract.siteLimitsSchema)
      : await client(contract.getSiteLimits, { params }, contract.siteLimitsSchema)
  const rows = [
    ['Questions of one reader', describeWindow(limits.perReader)],
    ['Questions of one address', describeWindow(limits.perAddress)],
    ['Proof of work with each question', limits.proofOfWork ? 'yes' : 'no'],
  ]
  print(limits, writeTable([`LIMITS OF ${domain}`, ''], rows))
}

const mostRequests = 9_999_999
const mostSeconds = 99_999

/** Commander takes `null` for a missing value, so the word `none` stays until the options are read. */
const readWindow = (text: string): contract.Window | 'none' => {
  if (text === 'none') return text
  const [requests, seconds, ...more] = text.split('/').map(readDigits)
  const isWindow = requests !== undefined && seconds !== undefined && more.length === 0
  if (!isWindow || requests > mostRequests || seconds > mostSeconds) {
    throw new InvalidArgumentError('It must be questions/seconds, such as 20/60, or none.')
  }
  return { requests, seconds }
}

const windowOf = (option: contract.Window | 'none' | undefined): contract.Window | null | undefined =>
  option === 'none' ? null : option

interface LimitOptions extends CommonOptions {
  readonly perReader?: contract.Window | 'none'
  readonly perAddress?: contract.Window | 'none'
  readonly proofOfWork?: boolean
}

/** Adds `sites limits` to the program. */
export const addLimitCommand = ({ clientCommand, contextOf, sites }: ProgramParts): void => {
  clientCommand(sites, 'limits <domain>', 'show or change a site’s own limits for questions')
    .option('--per-reader <questions/seconds>', 'questions of one reader, such as 20/60; none removes it', readWindow)
    .option('--per-address <questions/seconds>', 'questions of one client address; none removes it', readWindow)
    .option('--proof-of-work', 'ask for a proof of work with each question')
    .option('--no-proof-of-work', 'don’t ask for it')
    .action((domain: string, options: LimitOptions) => {
      const { perReader, perAddress, proofOfWork } = options
      const change = { perReader: windowOf(perReader), perAddress: windowOf(perAddress), proofOfWork }
      return changeLimits(contextOf(options), domain, change)
    })
}
