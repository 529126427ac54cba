import type { SectionMatch } from '../search/section-match.ts'
import { languageOfText } from '../search/words/languages.ts'
import { readTerms } from '../search/words/words.ts'
import { nameText, plainText } from './markdown-text.ts'
import { askedLanguage, isInEnglish } from './question/asked-language.ts'

const maximumSuggestions = 3

/** Headings that say nothing on their own. */
const generic =
  /^(?:overview|introduction|intro|about|summary|notes?|details?|examples?|usage|basic usage|see also|next steps?|further reading|resources|learn more|related|description|type|types|default|defaults?|values?|options?|parameters?|arguments?|props|properties|returns?|return values?|syntax|rule details|version|compatibility|when not to use it|history|references?|source|contents?|table of contents|faq|prerequisites|requirements|tips?|warning|conclusion|how it works|getting started|api|changelog|what'?s next\??|reference)$/i

/** Verbs that begin an instructive heading: `Configure the server`. */
const imperatives = new Set(
  (
    'add allow apply ask authenticate avoid bind build bundle call change check choose cite compile configure ' +
    'connect control create customise customize debug declare define delete deploy disable display embed enable ' +
    'export extend fetch filter find fix follow get group handle host ignore import include index inject inspect ' +
    'install integrate keep limit link list listen load make manage measure migrate modify move open optimise ' +
    'optimize organise organize override pass pin prevent protect publish put read redirect register remove ' +
    'render replace report reset resolve restart revoke rotate run save search secure select send serve set ' +
    'share show sign specify split start stop store style switch sync test theme track translate trigger ' +
    'troubleshoot turn update upgrade upload use validate verify view wait watch work write'
  ).split(' '),
)
/** The verb of `Configuring the server`, `Adding a key` or `Setting a limit`. */
const verbOf = (gerund: string): string | undefined => {
  const [, stem] = /^(.+)ing$/.exec(gerund) ?? []
  return stem && [stem, `${stem}e`, stem.slice(0, -1)].find((verb) => imperatives.has(verb))
}

/**
 * Suggests questions that the reader may ask next, made from the headings of passages that the answer doesn't cite, so that
 * the documentation can answer them; at most three, none when no heading makes a good one. From English headings it makes
 * English questions, for English questions; in other languages, headings that are questions are used as they are.
 */
export const suggestQuestions = (siteName: string, question: string, neighbours: readonly Neighbour[]): string[] => {
  const isEnglishQuestion = isInEnglish(question)
  const names = new Set(`${siteName} ${question}`.match(/\b\p{Lu}[\p{L}\p{N}]+/gu))
  const questionTerms = new Set(readTerms(question))
  const keys = new Set<string>()
  const suggestions: string[] = []
  for (const neighbour of neighbours) {
    const suggestion = isEnglish(neighbour)
      ? isEnglishQuestion && questionFrom(neighbour, names)
      : askedLanguage(question) !== 'en' && headingQuestion(neighbour)
    if (!suggestion) continue
    const key = keyOf(suggestion)
    if (keys.has(key) || readTerms(suggestion).every((term) => questionTerms.has(term))) continue
    keys.add(key)
    suggestions.push(suggestion)
    if (suggestions.length === maximumSuggestions) break
  }
  return suggestions
}

/** Questions that sections answer, made from their headings, each once. */
export const questionsFrom = (siteName: string, sections: readonly Neighbour[]): string[] => {
  const names = new Set(siteName.match(/\b\p{Lu}[\p{L}\p{N}]+/gu))
  const questions = new Map<string, string>()
  for (const section of sections) {
    const question = isEnglish(section) ? questionFrom(section, names) : headingQuestion(section)
    if (question && !questions.has(keyOf(question))) questions.set(keyOf(question), question)
  }
  return [...questions.values()]
}

type Neighbour = Pick<SectionMatch, 'title' | 'heading' | 'breadcrumbs' | 'content'> &
  Partial<Pick<SectionMatch, 'language'>>

/** In characters: as much of a text tells its language. */
const longestRead = 16_000

/** A text that is too short to tell counts as English, unless the site says otherwise. */
const isEnglish = ({ language, title, heading, content }: Neighbour): boolean =>
  language
    ? /^en\b/i.test(language)
    : languageOfText(plainText(content.slice(0, longestRead))) === 'en' ||
      !/[^\p{ASCII}’“”–—…]|.{200}/su.test(`${title}${heading}${content}`)

/** The heading, if it is a question itself. */
const headingQuestion = ({ title, heading }: Pick<Neighbour, 'title' | 'heading'>): string | undefined => {
  const text = tidy(heading ?? title)
  return /[?？]$/.test(text) && text.length >= 8 && text.length <= 80 ? text : undefined
}

/** The words that count, in any order: the same for “How to share state” and “How do I share state?”. */
const keyOf = (question: string): string => [...new Set(readTerms(question))].sort().join(' ')

/** Turns a heading into the question that its section answers, if it makes a good one. */
const questionFrom = (
  { title, heading }: Pick<SectionMatch, 'title' | 'heading'>,
  names: ReadonlySet<string>,
): string | undefined => {
  const text = tidy(heading ?? '')
  const topic = text === '' || generic.test(text) ? tidy(title) : text
  if (topic.length < 3 || topic.length > 60 || generic.test(topic) || properNoun.test(topic)) return undefined
  // “What is compared?” asks nothing outside of its page.
  if (/\?$/.test(topic)) return topic.split(' ').length >= 4 && !/ (?:Do|Does|I) [A-Z]/.test(topic) ? topic : undefined
  if (isIdentifier(topic)) return /^[A-Z]/.test(topic) ? `What is \`${topic}\`?` : `What does \`${topic}\` do?`
  if (/[:;,.!/()=<>{}|“”"`]/.test(topic)) return undefined
  const [first = '', ...rest] = wordsInSentence(topic, names)
  if (/^how$/i.test(first)) return rest[0] === 'to' && rest.length > 1 ? howDoI(rest.slice(1)) : undefined
  const verb = first.toLowerCase()
  const base = verbOf(verb) ?? (isVerb(topic, verb) ? verb : undefined)
  if (base && rest.length > 0) return howDoI([base, ...rest])
  return imperatives.has(verb) ? undefined : nounQuestion([first, ...rest])
}

/** Undefined where an article would be missing, as in “How do I use hook?”: a plural, a name or stuff needs none. */
const howDoI = ([verb = '', ...rest]: readonly string[]): string | undefined => {
  const last = rest.at(-1) ?? ''
  const isBare =
    rest.length <= 2 &&
    /^[a-z-]+$/.test(last) &&
    !/[^s]s$/.test(last) &&
    !uncountable.test(last) &&
    !article.test(rest[0] ?? '')
  if (isBare || (verb === 'use' && /^cases?$/i.test(rest[0] ?? ''))) return undefined
  return `How do I ${[verb, ...rest].join(' ')}?`.replace(/\byour\b/g, 'my').replace(/\byou\b/g, 'I')
}

const article = /^(?:an?|the|your|my|this|it|in|on|with|from|to|one)$/i

/** `Test a page` is an instruction, `Test Runner` names a thing. */
const isVerb = (topic: string, first: string): boolean =>
  imperatives.has(first) && (!alsoNoun.has(first) || /^\S+ [a-z`]/.test(topic))

const alsoNoun = new Set(
  (
    'watch sync list filter group style store test link limit search split report set theme track share view index ' +
    'import build sign load call export display process change update upgrade check control access include handle'
  ).split(' '),
)

/** `Environment Variables`: “How do environment variables work?” */
const nounQuestion = (words: readonly string[]): string | undefined => {
  const last = words.at(-1) ?? ''
  if (words.length < 2 || words.length > 4 || words.some((word) => notNoun.test(word)) || unspecific.test(last))
    return undefined
  const plural = /[^s]s$/i.test(last) && !/(?:sis|ics|ous|us|[A-Z]S)$/.test(last)
  if (plural) return `How do ${words.join(' ')} work?`
  // “How does quick start work?” lacks an article that we cannot guess; “How does request validation work?” needs none.
  return uncountable.test(last) ? `How does ${words.join(' ')} work?` : undefined
}

/** Things about which people ask something else than how they work. */
const unspecific =
  /^(?:options?|names?|locations?|support|files?|errors?|warnings?|configuration|specification|defaults|issues|settings|modules|values?|specs?|requirements?|sites?|pages?)$/i

const uncountable =
  /(?:[a-z]{3}ation|[a-z]{3}ition|ization|isation|hydration|coverage|storage|security|accessibility|compatibility|middleware|support|syntax|reactivity|concurrency|isolation)$/i

/** A heading with such a word is a sentence or a fragment, not a thing. */
const notNoun =
  /^(?:an?|the|this|that|it|is|are|was|be|not|no|your|you|we|i|to|or|and|vs|by|in|on|of|for|with|into|behind|about|when|what|why|where|which|who|if|can|does|do|should|will|has|have|from|without|instead|as|at|new|changes?|changed|removed|deprecated|breaking|possible|notable|alternate|various|typical|fewer|core|increase|decrease|reduce|motivation|guide|summary|examples?|introduction|overview|notes?|errors?|fails?|other|others|important|supported|multiple|specific|additional|known|common|limitations?|steps?|rationale|background|more|info|information|best|practices?|basics?|simple|case|cases|typing|\w*ing)$/i

const tidy = (heading: string): string =>
  nameText(heading)
    .replace(/(?<!\s)\s*\{#[^{}]*\}$/, '')
    .replace(/^\d+[.)]\s+/, '')
    .trim()

/** `server.port`, `useChat`, `--config`, `SIDENOTE_PORT`, `defineConfig()`. */
const isIdentifier = (text: string): boolean =>
  /^[\w$@./()-]+$/.test(text) && (/\w[._/]\w|^--?\w|\(\)$|_/.test(text) || /[a-z][A-Z]/.test(text))

/**
 * Lower-cases the ordinary words of a capitalised heading. `API` and `TypeScript` stay, and so do names that the site or
 * the question has, and every capital of a heading that is written like a sentence.
 */
const wordsInSentence = (topic: string, names: ReadonlySet<string>): string[] => {
  const isSentence = topic
    .split(' ')
    .slice(1)
    .some((word) => /^[a-z]{4,}/.test(word))
  return topic.split(' ').map((word, at) => {
    const isOrdinary = /^[A-Z][a-z]+(?:-[A-Za-z][a-z]*)*$/.test(word) && !properNoun.test(word) && !names.has(word)
    return isOrdinary && (at === 0 || !isSentence) ? word.toLowerCase() : word
  })
}

const properNoun =
  /^(?:Vite|Vue|React|Node|Docker|Kubernetes|Python|Markdown|Svelte|Angular|Astro|Next|Nuxt|Redis|English|Git|GitHub|GitLab|Google|Amazon|Azure|Linux|Windows|Rust|Go|Java|Ruby|Deno|Bun|Playwright|Vitest|Jest|Express|Sidenote|Tailwind|Type[Ss]cript|JavaScript|Chrome|Firefox|Safari|Slack|Cloudflare|Vercel|Netlify|Prisma|Django|Flask|Terraform|OpenAI|OpenAPI|Anthropic|Ollama|PostgreSQL|SQLite|VitePress|Docusaurus|Starlight|MkDocs|WebSockets?|StackBlitz|Prettier|Webpack|Rollup|Rolldown|ESLint|Argo|Helm|Vault)$/
