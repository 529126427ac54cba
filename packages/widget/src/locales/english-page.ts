import type { PageTexts } from './texts.ts'

export const englishPage: PageTexts = {
  ask: 'Ask',
  askAssistant: 'Ask AI',
  askAboutThis: 'Ask about this',
  askAboutCode: 'Ask about this code',
  placeholder: 'Ask a question…',
  close: 'Close',
  loading: 'Opening the assistant…',
  loadFailed: 'The assistant could not be loaded. Check your connection and try again.',
  retry: 'Retry',
  assistantName: (site) => `${site} assistant`,
}
