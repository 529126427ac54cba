import type { PageTexts } from './texts.ts'

export const englishPage: PageTexts = {
  ask: 'Ask',
  askAboutThis: 'Ask about this',
  askAboutCode: 'Ask about this code',
  close: 'Close',
  loading: 'Opening…',
  loadFailed: 'The assistant could not be loaded.',
  retry: 'Retry',
}
