/** The launcher's label in each language. It shows before anything may be fetched, so all of them are in the loader. */
const labels = {
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

/** A language that the widget speaks. */
export type Language = keyof typeof labels

/** The first language that the widget speaks: of the owner's choice, the page's language, the browser's; else English. */
export const languageOf = (choice: string | undefined): Language => {
  const tags = [choice, document.documentElement.lang, ...navigator.languages]
  const languages = tags.map((tag) => tag?.slice(0, 2).toLowerCase() as Language)
  return languages.find((language) => labels[language]) ?? 'en'
}

/** The launcher's label. */
export const launcherText = (language: Language): string => labels[language]

/** The placeholder of the text box until the panel is there. In most languages the launcher's label works for it too. */
export const boxText = (placeholder: string | undefined, language: Language): string =>
  placeholder || { ...labels, en: 'Ask a question…' }[language]
