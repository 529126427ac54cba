import { mapCitations } from '../markdown/citations.ts'
import { parseAddress } from '../markdown/links.ts'
import type { PageContext } from '../page/page-context.ts'
import { citedSources, type Shortfall, shortfallOf } from './answer-state.ts'
import type { Answer, Exchange, Source } from './exchange.ts'

/** A sentence for each shortfall. */
type ShortfallTexts = Readonly<Record<Shortfall, string>>

const absolute = (address: string, base: string): string => parseAddress(address, base)?.href ?? address

const linkCitations = (text: string, sources: readonly Source[], base: string): string =>
  mapCitations(text, (number) => {
    const index = sources.findIndex((other) => other.number === number)
    const source = sources[index]
    return source ? `[[${index + 1}]](${absolute(source.url, base)})` : `[${number}]`
  })

/**
 * An answer as Markdown to paste elsewhere: citations become links with the numbers that readers see, followed by what the
 * answer lacks and its sources.
 * @param base address of the page, which the sources' addresses are relative to
 */
export function answerMarkdown(answer: Answer, base: string, texts: ShortfallTexts): string {
  const sources = citedSources(answer)
  const text = linkCitations(answer.text.trim(), sources, base)
  const lines = sources.map(({ title, section, url }, index) => {
    const name = section && section !== title ? `${title}: ${section}` : title
    return `- [${index + 1}] [${name}](${absolute(url, base)})`
  })
  const shortfall = shortfallOf(answer)
  return [text, shortfall && `*${texts[shortfall]}*`, lines.join('\n')].filter(Boolean).join('\n\n').concat('\n')
}

const contextMarkdown = ({ type, value, language = '' }: PageContext): string =>
  type === 'code'
    ? `\`\`\`${language}\n${value}\n\`\`\``
    : value
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')

/** The whole conversation as Markdown. Each question is a heading, with its selections quoted below. */
export const conversationMarkdown = (exchanges: readonly Exchange[], base: string, texts: ShortfallTexts): string =>
  exchanges
    .map(({ question, contexts, answer }) =>
      [
        `## ${question.replace(/\s+/g, ' ')}`,
        ...contexts.map(contextMarkdown),
        answer ? answerMarkdown(answer, base, texts).trim() : `*${texts.noAnswer}*`,
      ].join('\n\n'),
    )
    .join('\n\n')
    .concat('\n')
