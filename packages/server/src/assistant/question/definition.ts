import { escapePattern } from '../../escape-pattern.ts'
import { inlineText } from '../markdown-text.ts'

/** What “What is X?”, “What does X do?” and “Tell me about X” ask about: a short name. Undefined for any other question. */
export const readDefined = (question: string): string | undefined =>
  whatDoes.exec(question)?.[1] ??
  tellsAbout.exec(question)?.[1] ??
  /^\s*(?:so |and )?what(?:'s|’s| is| are) (?:an? |the )?(?!(?:default|maximum|minimum|limit|value|difference|best|right|purpose)s?\b)([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?)(?: for)?\s*\?*\s*$/iu.exec(
    question,
  )?.[1] ??
  definedElsewhere(question)

const whatDoes =
  /^\s*(?:so |and )?what does (?:an? |the )?([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?) (?:do|mean|stand for)\s*\?*\s*$/iu

const tellsAbout =
  /^\s*(?:(?:can|could) you )?(?:please )?(?:tell me (?:more )?about|explain|describe) (?!how |why |what |when |to )(?:an? |the )?([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?)\s*[?.]*\s*$/iu

/** “Was ist X?”, “X とは何ですか？”, in other languages than English. */
const asksWhatIs = [
  /^(?:was (?:ist|sind|bedeutet|heißt|macht)|wozu (?:dient|dienen)) (?:(?:ein|eine|der|die|das) )?(.{2,40}?)$/iu,
  /^(?:qu[’']est[- ]ce qu(?:e |[’'])|c[’']est quoi |que (?:signifie|fait) |à quoi ser(?:t|vent) )(?:(?:une? |les? |la |du |des )|l[’'])?(.{2,40}?)$/iu,
  /^(?:(?:qué|que) (?:es|son|significa|hace)|para (?:qué|que) sirven?) (?:(?:una?|el|la|los|las) )?(.{2,40}?)$/iu,
  /^(?:(?:che )?cos(?:[’']è|a (?:è|sono|significa|fa))|a (?:che )?cosa serv(?:e|ono)) (?:(?:una?|il|lo|la|i|gli|le) |l[’']|un[’'])?(.{2,40}?)$/iu,
  /^(?:o que (?:é|e|são|significa|faz)|para que servem?) (?:(?:uma?|o|a|os|as) )?(.{2,40}?)$/iu,
  /^(?:что такое|что (?:значит|означает|делает)|для чего нуж(?:ен|на|но|ны)) (.{2,40}?)$/iu,
  /^(.{2,30}?)(?:とは(?:何ですか|なんですか|何|なに)?|って何(?:ですか)?|は何ですか)$/u,
  /^(?:什么是|什麼是|何谓|何謂)(.{1,30}?)$/u,
  /^(.{1,30}?)(?:是(?:什么|什麼)(?:意思)?|有什么用|有什麼用)$/u,
  /^(.{1,30}?)(?:(?:이|)란(?: (?:무엇인가요|무엇입니까|뭔가요))?|(?:은|는|이|가) (?:무엇인가요|무엇입니까|뭔가요|뭐예요))$/u,
]

const definedElsewhere = (question: string): string | undefined => {
  const asked = question.trim().replace(/^¿|\s{0,2}[?？。;]{1,3}$/g, '')
  const subject = asksWhatIs.flatMap((ways) => ways.exec(asked)?.[1] ?? [])[0]
  return subject !== undefined && subject.split(' ').length <= 3 && !isNoName.test(subject) ? subject : undefined
}

/** “Was ist der Standardwert von …?” asks for a value. */
const isNoName =
  /^(?:standard|voreinstellung|unterschied|beste|maxim|minim|valeur|différence|meilleur|valor|diferencia|mejor|valore|differenza|diferença|значение|разница)|違い|初期値|既定|デフォルト|默认|区别|區別|차이|기본값/iu

/** “X ist ein …”, “X — это …”, “X とは … です”. */
const isAElsewhere =
  "(?: (?:ist|sind|bezeichnet|est|sont|désigne|es|son|è|sono|é|são) (?:(?:ein|kein)\\w*|der|die|das|une?|les?|la|los|las|el|una?|uno|il|lo|gli|uma?|os?|as?|l[’'])| ?[—–-] это | ?(?:とは|是(?:一|指|用)|(?:이|)란 ))"
/** Articles that stand before the thing. */
const articles = "(?:(?:der|die|das|ein|eine|le|la|les|une?|el|los|las|una|il|lo|gli|os?|as?|uma?) |l[’'])?"

/**
 * How plainly a passage says what a thing is: 3 for a sentence that begins “X is a …” or “X are things that …”, for “X - …”,
 * as manual pages have it, and for “A …” below a heading X, as glossaries have it; 2 for “X lets you …”, and for an item of
 * a list that begins with X in bold; 0 when it does not say.
 */
export const definesPlainly = (subject: string, markdown: string): number => {
  const name = escapePattern(subject.replace(/(?<=\w{3})s$/i, '')).replaceAll(' ', '[ _-]')
  const begins = `(?:^|[.!?] )(?:an? |the |in [\\w .]{2,30}, (?:an? |the )?)?["“]?${name}(?:s|es|\\(\\))?["”]?(?: \\([^)]{0,160}\\))?(?:,[^,.]{0,80},)?`
  const isA = new RegExp(
    `${begins} (?:is|are) (?:(?:an?|the|any|just|one|like)\\b|(?:[\\w-]+ ){1,4}(?:that|which)\\b)|^${name} [-–—] \\p{L}|(?:^|[.!?] |[。！？])${articles}["“«»„「]?${name}["”«»“」]?(?: \\([^)]{0,160}\\))?${isAElsewhere}`,
    'iu',
  )
  const lets = new RegExp(
    `${begins} (?:(?:(?:framework|library|tool|package|plugin|module) )?(?:(?:lets?|allows?|enables?|helps?) (?:you|us|users|developers|components)|makes? it (?:easy|easier|possible|simple)|provides? an?)|(?:is|are) used (?:to|for)|(?:(?:parameter|option|setting|variable|directive|field|flag|property|attribute|command|function|method|hook) )?(?:specifies|determines|controls|defines|contains|lists))\\b`,
    'iu',
  )
  const prose = markdown.split('\n').filter((line) => !/^\s*[#|>\d-]/.test(line))
  const lines = prose.map(inlineText)
  if (isEntry(subject, markdown) || lines.some((line) => isA.test(line))) return 3
  const isTerm = prose.some((line) => introduced(line).some((name) => isNameOf(name, subject)))
  return isTerm || hasEntry(subject, markdown) || lines.some((line) => lets.test(line)) ? 2 : 0
}

/** Terms that begin a sentence in bold: “A **route** connects …”. */
const introduced = (line: string): string[] =>
  [...line.matchAll(/(?:^|[.!?] )(?:an? |the )?\*\*([^*\n]{1,60})\*\* \p{Ll}/giu)].map(([, name = '']) => name)

/** The same for a section, of which all is said of its heading when its page is a glossary or it is asked what that is. */
export const definesAsSection = (
  subject: string,
  { title, heading, content }: { title: string; heading: string | null; content: string },
): number => {
  const isEntryOfIt = glossary.test(title) && isSameName(heading ?? '', subject)
  return isEntryOfIt || asksForIt(subject, heading ?? '') ? 3 : definesPlainly(subject, content)
}

/** “What is BorgBackup?” asks for `Borg`. */
const asksForIt = (subject: string, heading: string): boolean => {
  const asked = readDefined(heading)?.toLowerCase() ?? ''
  return isSameName(asked, subject) || (!asked.includes(' ') && asked.startsWith(subject.toLowerCase()))
}

const glossary =
  /\b(?:glossary|terminology|terms|vocabulary|definitions|glossar|glossaire|glosario|glossario|glossário)\b|глоссарий|用語集|术语|術語|용어/i

/** An entry of a glossary: the name as heading, and what it is without saying it again. */
const isEntry = (subject: string, markdown: string): boolean => {
  const [, heading = '', text = ''] = /^\s*#{1,6} (.+)\n+((?:an?|any|the) \p{L}[^.]*)/iu.exec(markdown) ?? []
  const isSentence = saysWhatSomethingDoes.test(text) || text.toLowerCase().includes(subject.toLowerCase())
  return !isSentence && isNameOf(heading, subject)
}

/** An item of a list that begins with the name in bold, and goes on with what it is. */
const hasEntry = (subject: string, markdown: string): boolean => {
  const items = [...markdown.matchAll(/^[-*+] \*\*([^*\n]{1,60})\*\*[ \t]*[:–—-]?[ \t]*[\p{L}`][^\n]{15}/gmu)]
  return items.some(([, name = '']) => isNameOf(name.replace(/:$/, ''), subject))
}

/** In words alone: “$slots” and “slots()” are other things than slots. */
const isNameOf = (name: string, subject: string): boolean =>
  !/[^\p{L}\p{N}\s.-]/u.test(name) && isSameName(name, subject)

/** “The added entries are written …” is a sentence; an entry goes on with “of …”, “that …”. */
const saysWhatSomethingDoes =
  /^(?:(?!\b(?:that|which|who|where|when)\b|[,:;]).){0,200}\b(?:is|are|was|were|will|can|may|must|should|has|have)\b/i

/** `useChat()` is `useChat`, `Slots` is `slot`, `git-stash(1)` is `git stash`, and `Multi-Processing Modules (MPMs)` is `MPM`. */
export const isSameName = (one: string, other: string): boolean => {
  const plain = (name: string) =>
    (/ \(([A-Z][A-Z\d]{1,5}s?)\)$/.exec(name)?.[1] ?? name.replace(/(?<=\w)\(\d\)$/, ''))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .replace(/s$/, '')
  return plain(one) === plain(other)
}
