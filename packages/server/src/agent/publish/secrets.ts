import { type AddedLine, addedLines } from './diff-lines.ts'

/** A line that seems to contain a secret. */
export interface SecretFinding {
  readonly path: string
  /** Line in the new file. */
  readonly line: number
  /** What the secret seems to be, such as “a GitHub token”. */
  readonly kind: string
}

/** Formats that identify themselves. The first group, or the whole match, is the secret. */
const formats: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b/g],
  ['a GitLab token', /\bgl(?:pat|dt|rt|ptt|cbt|imt|agent)-[A-Za-z0-9_-]{20,}\b/g],
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['an AWS secret key', /aws_?secret_?(?:access_?)?key["'\s:=]+([A-Za-z0-9/+]{40})\b/gi],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{20,}\b|\bhttps:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{30,}/g],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}\b|\bwhsec_[A-Za-z0-9]{30,}\b/g],
  ['a model provider’s key', /\bsk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{32,}\b/g],
  ['a Google API key', /\bAIza[A-Za-z0-9_-]{35}\b/g],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['a PyPI token', /\bpypi-[A-Za-z0-9_-]{60,}\b/g],
  ['a SendGrid key', /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}\b/g],
  ['a DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{64}\b/g],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}\b/g],
  ['an Azure storage key', /AccountKey=([A-Za-z0-9+/]{80,}={0,2})/g],
  ['a key of this server', /\bsvc_(?:dsc_)?[A-Za-z0-9]{20,}\b/g],
  ['a password in an address', /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:([^\s:/@]{6,})@/gi],
]

/** `api_key = "…"`: only counts when it looks random. */
const assignment =
  /(?:api[_-]?key|secret|token|passwd|password|credential)s?["']?\s*(?:[:=]|=>)\s*["']?([A-Za-z0-9+/_=.-]{20,200})/gi

/**
 * Scans the lines that a patch of git adds. Documentation is full of examples: values that say that they are one, or are
 * too regular to be random, don't count.
 */
export const scanDiff = (diff: string): SecretFinding[] => scanLines(addedLines(diff))

/** Scans a text as `scanDiff` scans a patch; `path` names it in the findings. */
export const scanText = (path: string, text: string): SecretFinding[] =>
  scanLines(text.split('\n').map((line, index) => ({ path, line: index + 1, text: line })))

const scanLines = (lines: readonly AddedLine[]): SecretFinding[] =>
  lines.flatMap(({ path, line, text }) => {
    const kind = kindOfSecret(text)
    return kind === undefined ? [] : [{ path, line, kind }]
  })

const kindOfSecret = (text: string): string | undefined => {
  for (const [kind, pattern] of formats) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0]
      if (kind === 'a private key' || isRandom(secret, kind === 'a password in an address' ? 2.5 : 3)) return kind
    }
  }
  for (const [, secret = ''] of text.matchAll(assignment)) {
    const isMixed = (secret.match(/[0-9]/g) ?? []).length > 2 && /[a-z]/.test(secret) && /[A-Z]/.test(secret)
    if (isMixed && isRandom(secret, 3.8)) return 'a secret'
  }
  return undefined
}

const example =
  /example|placeholder|your|dummy|sample|changeme|redacted|secret|password|x{4,}|\.{3}|\*{3}|(?:1234|abcd)/i

const isRandom = (text: string, bits: number): boolean => !example.test(text) && entropy(text) >= bits

/** Shannon's, in bits a character. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
