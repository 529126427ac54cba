import type { WidgetOptions } from '../page/options.ts'

/** What the launcher says in each language. It is shown before anything may be fetched, so it stands in the loader. */
const said = {
  en: 'Ask AI',
  de: 'KI fragen',
  fr: 'Interroger l’IA',
  es: 'Preguntar a la IA',
  pt: 'Perguntar à IA',
  ja: 'AIに質問',
  zh: '问 AI',
  ko: 'AI에게 질문',
  ar: 'اسأل AI',
  he: 'שאלו AI',
  ru: 'Спросить ИИ',
  it: 'Chiedi all’IA',
  nl: 'Vraag AI',
  pl: 'Zapytaj AI',
  tr: 'AI’ya sor',
  fa: 'پرسش از AI',
} as const

export type Language = keyof typeof said

/** The first language that we speak: the owner's choice, the page's, the browser's; else English. */
export const languageOf = (chosen: string | undefined): Language => {
  const tags = [chosen, document.documentElement.lang, ...navigator.languages]
  const languages = tags.map((tag) => tag?.slice(0, 2).toLowerCase() as Language)
  return languages.find((language) => said[language]) ?? 'en'
}

export const launcherText = (language: Language): string => said[language]

/** What stands in an empty text box before the panel is there: in most languages the launcher's words do for it. */
export const boxText = ({ placeholder }: WidgetOptions, language: Language): string =>
  placeholder || { ...said, en: 'Ask a question…' }[language]
