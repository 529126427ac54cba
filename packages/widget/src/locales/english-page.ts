import type { PageTexts } from './texts.ts'

/** The page's English texts, until the reader's language has loaded. */
export const englishPageTexts: PageTexts = {
  ask: 'Ask',
  askAboutThis: 'Ask about this',
  askAboutCode: 'Ask about this code',
  close: 'Close',
  loading: 'Opening…',
  loadFailed: 'The assistant couldn’t be loaded.',
  retry: 'Retry',
}
