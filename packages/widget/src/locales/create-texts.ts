import type { PanelTexts } from './texts.ts'
import type { Message, PanelWords, PluralForms } from './words.ts'

type Values = Readonly<Record<string, string | number>>

const secondsPer = { hour: 3_600, minute: 60, second: 1 } as const

/** Fills words with values as a language does. */
function createSpeech(language: string) {
  // Made when they're needed: they take some milliseconds, and a first view has no numbers.
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  const format = (number: number) => {
    numbers ??= new Intl.NumberFormat(language)
    return numbers.format(number)
  }
  const formOf = (forms: PluralForms, count: number) => {
    rules ??= new Intl.PluralRules(language)
    return (count === 0 && forms.zero) || forms[rules.select(count)]
  }
  const count = (forms: PluralForms, number: number) =>
    (formOf(forms, number) ?? forms.other).replace('#', format(number))
  const wordOf = (value: string | number = '') => (typeof value === 'number' ? format(value) : value)
  return {
    say(message: Message, values: Values): string {
      const text = typeof message === 'string' ? message : count(message, Number(values.count))
      return text.replace(/\{(\w+)\}/g, (_, name) => wordOf(values[name]))
    },
    duration(seconds: number): string {
      const unit = seconds > 5_400 ? 'hour' : seconds > 90 ? 'minute' : 'second'
      const durations = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
      return durations.format(Math.ceil(seconds / secondsPer[unit]))
    },
    day: (date: Date) => date.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' }),
    date: (date: Date) => date.toLocaleDateString(language, { day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

/** The panel's texts in a language. @param language the tag that its numbers and dates are written by */
export function createTexts(words: PanelWords, language: string): PanelTexts {
  const { say, duration, day, date: dateOf } = createSpeech(language)
  const { sourceInSection, fileErrors, share, search, errors, ...others } = words
  return {
    ...others,
    assistantName: (site) => say(words.assistantName, { site }),
    askAbout: (site) => say(words.askAbout, { site }),
    explain: (heading) => say(words.explain, { heading }),
    thisPage: (title) => say(words.thisPage, { title }),
    removeFile: (name) => say(words.removeFile, { name }),
    fileErrors: {
      type: (name) => say(fileErrors.type, { name }),
      size: (name, megabytes) => say(fileErrors.size, { name, megabytes }),
      count: (count) => say(fileErrors.count, { count }),
      unreadable: (name) => say(fileErrors.unreadable, { name }),
    },
    removeCode: (label) => say(words.removeCode, { label }),
    removeSelection: (label) => say(words.removeSelection, { label }),
    lines: (count) => say(words.lines, { count }),
    searchingFor: (query) => say(words.searchingFor, { query }),
    reading: (count) => say(words.reading, { count }),
    answerReady: (count) => say(words.answerReady, { count }),
    source: (number, title, section) =>
      section ? say(sourceInSection, { number, title, section }) : say(words.source, { number, title }),
    table: (columns) => say(words.table, { columns }),
    sources: (count) => say(words.sources, { count }),
    removeConversation: (question) => say(words.removeConversation, { question }),
    day: (date, daysAgo) => words.day[daysAgo] ?? day(date),
    questions: (count) => say(words.questions, { count }),
    removeQueued: (question) => say(words.removeQueued, { question }),
    continuing: (attempt, of) => say(words.continuing, { attempt, of }),
    share: {
      ...share,
      days: (count) => say(share.days, { count }),
      expires: (date) => say(share.expires, { date: dateOf(date) }),
    },
    search: {
      ...search,
      found: (count) => say(search.found, { count }),
      none: (query) => say(search.none, { query }),
    },
    errors: {
      ...errors,
      rateLimited: (seconds) => say(errors.rateLimited, { duration: duration(seconds) }),
    },
  }
}
