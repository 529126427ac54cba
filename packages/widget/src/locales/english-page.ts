import type { PageTexts } from './texts.ts'

export const englishPage: PageTexts = {
  ask: 'Ask',
  askAssistant: 'Ask AI',
  askAboutThis: 'Ask about this',
  askAboutCode: 'Ask about this code',
  placeholder: 'Ask a question…',
  close: 'Close',
  loading: 'Opening…',
  loadFailed: 'The assistant could not be loaded.',
  retry: 'Retry',
  assistantName: (site) => `${site} assistant`,
}
