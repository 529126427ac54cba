import { resolveTxt } from 'node:dns/promises'
import { isIP } from 'node:net'
import { messageOf } from '../../errors.ts'
import { createFetcher } from '../../sources/website/fetcher.ts'

/** Where a proof of a domain can be. */
export interface ProofPlaces {
  /** Address of a file. */
  readonly file: string
  /** Name of a TXT record. */
  readonly record: string
}

/** The result of looking for a proof. */
export interface ProofSearch {
  /** Undefined if the line is in neither place. */
  readonly provenBy: keyof ProofPlaces | undefined
  /** Why not, in a sentence for each place. */
  readonly reasons: readonly string[]
  /** False if a place didn't answer: then the line may be there all the same. */
  readonly isCertain: boolean
}

/** Looks for the line that proves a domain. */
export type FindProof = (places: ProofPlaces, line: string) => Promise<ProofSearch>

const mostBytes = 64 * 1_024
const answerSeconds = 10
const notThere: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

/** Undefined for what isn't a name in the DNS, such as `acme` or an IP address. */
export const proofPlacesOf = (domain: string): ProofPlaces | undefined => {
  const isName = domain.includes('.') && !domain.includes('..') && isIP(domain) === 0
  return isName ? { file: `https://${domain}/.well-known/sidenote`, record: `_sidenote.${domain}` } : undefined
}

/** Looks in one place. */
interface Look {
  readonly found: boolean
  readonly reason: string
  readonly isCertain: boolean
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const fetchPublicFile = createFetcher({ seconds: answerSeconds, cure: 'Only a public web server can prove a domain.' })

const lookIntoFile = async ({ file }: ProofPlaces, line: string): Promise<Look> => {
  const url = new URL(file)
  try {
    const { status, body } = await fetchPublicFile({
      url,
      mostBytes,
      signal: AbortSignal.timeout(answerSeconds * 1_000),
      headers: { accept: 'text/plain' },
      // Another host may be anybody's.
      follow: ({ protocol, host }) => protocol === url.protocol && host === url.host,
    })
    const found =
      status === 200 &&
      body
        .toString('utf8')
        .split(/\r?\n/)
        .some((one) => one.trim() === line)
    const reason = status === 200 ? `${file} doesn’t have that line.` : `${file} answers with ${status}.`
    return { found, reason, isCertain: status < 500 }
  } catch (error) {
    // A domain that doesn't exist any more has no file either.
    const isGone = error instanceof Error && codeOf(error.cause) === 'ENOTFOUND'
    return { found: false, reason: messageOf(error), isCertain: isGone }
  }
}

const within = <Value>(promise: Promise<Value>): Promise<Value> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('ETIMEOUT')), answerSeconds * 1_000).unref()
    }),
  ])

const lookIntoRecord = async ({ record }: ProofPlaces, line: string): Promise<Look> => {
  try {
    const records = await within(resolveTxt(record))
    const found = records.some((chunks) => chunks.join('').trim() === line)
    return { found, reason: `No TXT record of ${record} is that line.`, isCertain: true }
  } catch (error) {
    if (notThere.has(codeOf(error))) return { found: false, reason: `${record} has no TXT record.`, isCertain: true }
    return { found: false, reason: `The DNS doesn’t answer for ${record}.`, isCertain: false }
  }
}

/**
 * Looks into both places at once. The file is fetched from public addresses only, and from the domain's own host. Never
 * rejects.
 */
export const findProof: FindProof = async (places, line) => {
  const looks = { file: lookIntoFile(places, line), record: lookIntoRecord(places, line) }
  const wasFound = async (way: keyof ProofPlaces): Promise<keyof ProofPlaces> => {
    if ((await looks[way]).found) return way
    throw new Error('It is not there.')
  }
  const provenBy = await Promise.any([wasFound('file'), wasFound('record')]).catch(() => undefined)
  if (provenBy) return { provenBy, reasons: [], isCertain: true }
  const results = await Promise.all([looks.file, looks.record])
  return {
    provenBy,
    reasons: results.map(({ reason }) => reason),
    isCertain: results.every(({ isCertain }) => isCertain),
  }
}
