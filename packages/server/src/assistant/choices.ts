import type { Choice, Filter } from '@sidenote/contract'
import { beginningOf } from '../pages/plain-text.ts'
import { nameText } from './markdown-text.ts'
import { nameOf, type Source } from './sources.ts'

const maximumChoices = 4
/** Characters. A long question says itself what it means. */
const longest = { label: 80, question: 2_000 }

interface AmbiguousQuestion {
  readonly question: string
  readonly filter?: Filter | null | undefined
}

type Meaning = Pick<Choice, 'label'> & { readonly filter?: Filter }

/**
 * Writes what a reader may choose from, when an answer asks back and names the sources that each answer one meaning: their
 * versions, languages or tags if these tell them apart, else their pages. Every label is the site's own. At most four;
 * none when the sources cannot be told apart.
 */
export const writeChoices = (
  numbers: readonly number[],
  sources: readonly Source[],
  { question, filter }: AmbiguousQuestion,
): Choice[] => {
  if (question.length > longest.question) return []
  const candidates = numbers.flatMap((number) => sources.find((source) => source.number === number) ?? [])
  const meanings = [byVersion, byLanguage, byTag, byPage, bySection]
    .map((tellApart) => distinct(tellApart(candidates)))
    .find(({ length }) => length > 1)
  return (meanings ?? []).slice(0, maximumChoices).map(({ label, filter: meaning }) => ({
    label,
    question: `${question} (${label})`,
    ...((meaning ?? filter) && { filter: { ...filter, ...meaning } }),
  }))
}

/** What a reader calls a version: `v2` for `2`. */
const versionLabel = (version: string): string => (/^\d/.test(version) ? `v${version}` : version)

/** Empty when one of the sources says nothing: it may have any meaning. */
const each = (
  sources: readonly Source[],
  read: (source: Source) => { label: string; filter: Filter } | undefined,
): Meaning[] => {
  const meanings = sources.flatMap((source) => read(source) ?? [])
  return meanings.length === sources.length ? meanings : []
}

/** The newest first, as far as their numbers show. */
const byVersion = (sources: readonly Source[]): Meaning[] =>
  each(sources, ({ version }) => (version ? { label: versionLabel(version), filter: { version } } : undefined)).sort(
    (one, other) => other.label.localeCompare(one.label, 'en', { numeric: true }),
  )

const byLanguage = (sources: readonly Source[]): Meaning[] =>
  each(sources, ({ language }) => (language ? { label: languageLabel(language), filter: { language } } : undefined))

/** The language's own name. */
const languageLabel = (language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** The first tag that none of the other sources has. */
const byTag = (sources: readonly Source[]): Meaning[] =>
  each(sources, (source) => {
    const tag = source.tags?.find((one) => sources.every((other) => other === source || !other.tags?.includes(one)))
    return tag ? { label: tag, filter: { tag } } : undefined
  })

const byPage = (sources: readonly Source[]): Meaning[] => sources.map(({ title }) => ({ label: title }))

const bySection = (sources: readonly Source[]): Meaning[] => sources.map((source) => ({ label: nameOf(source) }))

const distinct = (meanings: readonly Meaning[]): Meaning[] => {
  const byLabel = new Map<string, Meaning>()
  for (const { label, ...meaning } of meanings) {
    const short = shorten(nameText(label))
    if (short !== '' && !byLabel.has(short.toLowerCase()))
      byLabel.set(short.toLowerCase(), { label: short, ...meaning })
  }
  return [...byLabel.values()]
}

const shorten = (text: string): string =>
  text.length > longest.label ? `${beginningOf(text, longest.label - 1)}…` : text
