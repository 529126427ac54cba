import { readTerms } from '../../search/words/words.ts'
import { fenced } from '../markdown-text.ts'

const difference = /\b(?:differences? between|compare)\s+(.{1,40}?)\s+(?:and|with|to|from)\s+(.{1,40}?)\s*\??\s*$/i
const differs = /^\s*how (?:do|does|is|are)\s+(.{1,40}?)\s+(?:differ|different)\s+from\s+(.{1,40}?)\s*\??\s*$/i
/** “Was ist der Unterschied zwischen A und B?”, “AとBの違いは？” */
const elsewhere = [
  /(?:unterschied(?:e|en)? zwischen|différences? entre|diferencias? (?:hay )?entre|differenz[ae] (?:c[’']è )?(?:tra|fra)|diferenças? entre|разница между|различ\p{L}* между)\s+(.{1,40}?)\s+(?:und|et|y|e|и)\s+(.{1,40}?)\s*\??\s*$/iu,
  /^(.{1,30}?)と(.{1,30}?)(?:の(?:違い|差|相違)|は(?:何が|どう)違)/u,
  /^(.{1,30}?)[和与跟與](.{1,30}?)(?:之间)?的?(?:有什么|有什麼|有何)?(?:区别|區別|不同|差别|差異)/u,
  /^(.{1,30}?)(?:와|과|랑) (.{1,30}?)의 차이/u,
]
const versus =
  /(?:^|\b(?:an?|the|use|is|are|i|with)\s+)((?:[\p{L}\p{N}@$._:/()`<>-]+ ){0,2}?\S{1,40})\s+(?:vs\.?|versus)\s+(.{1,80}?)\s*\??\s*$/iu
const choice = /^\W{0,20}((?:\S{1,30} ){0,2}?\S{1,40})\s+or\s+(?!not\b)((?:\S{1,30} ){0,2}?\S{1,40}?)\s*\?*\s*$/i
const lastChoice = /(?<!\S)(\S{1,40})\s+or\s+(?!not\b)(\S{1,40}?)\s*\??\s*$/i
/** “A or B for a large page?”, “A vs. B, which one is quicker?” */
const purpose = /(?:[,;?]\s|\s(?:for|when|which|what|whats|if|in|on|to)\b).*$/is
const withoutPurpose = (question: string): string => {
  const at = question.search(/\s(?:or|vs\.?|versus)\s/i)
  return at < 0 ? question : question.slice(0, at + 3) + question.slice(at + 3).replace(purpose, '')
}

/** The two or three things that a question wants told apart, in lower case: “The difference between A and B”, “A vs. B vs. C”, “A or B?” */
export const readCompared = (question: string): readonly string[] | undefined => {
  const short = withoutPurpose(question)
  const [, one, others] =
    difference.exec(question) ??
    differs.exec(question) ??
    elsewhere.map((way) => way.exec(question)).find((found) => found !== null) ??
    versus.exec(short) ??
    choice.exec(short) ??
    lastChoice.exec(question) ??
    []
  if (!one || !others) return undefined
  return [one, ...others.split(/\s(?:vs\.?|versus)\s/i)]
    .slice(0, 3)
    .map((text) =>
      text.toLowerCase().replace(/^(?:an?|the|der|die|das|dem|den|le|la|les|el|los|las|il|lo)\s+|[`"'()]/g, ''),
    )
}

/** Does a heading have the words of each of the things? “Server and client components” names two. */
export const namesEach = (compared: readonly string[], heading: string): boolean => {
  const said = new Set(readTerms(heading))
  const terms = compared.map((name) => readTerms(name))
  return terms.every((own) => own.length > 0 && own.every((term) => said.has(term)))
}

const contrast =
  /\b(?:while|whereas|but|unlike|in contrast|on the other hand|differ(?:s|ent|ence|ences)?|instead|rather than|however|both|two|either|neither|than)\b/i

/**
 * How much a passage tells things apart: the sentences that name two of them, each counting twice when it says so by words
 * such as “while” and “unlike”.
 */
export const countContrasts = (compared: readonly string[], markdown: string): number => {
  let count = 0
  const prose = markdown.replace(fenced, ' ').replace(/^\|.*$/gm, ' ')
  for (const sentence of prose.split(/(?<=[.!?:])\s+|\n{2,}/)) {
    const words = ` ${sentence.toLowerCase().replace(/[^\p{L}\p{N}_$@.-]+|[.-](?!\p{L})/gu, ' ')} `
    const named = compared.filter((name) => words.includes(` ${name} `)).length
    if (named > 1) count += contrast.test(sentence) ? 2 : 1
  }
  return count
}
