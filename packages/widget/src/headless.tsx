export type { Source } from './chat/source.ts'
export { SidenoteProvider, type SidenoteProviderProps } from './headless/provider.tsx'
export type {
  Answer,
  AskOptions,
  Message,
  Phase,
  Problem,
  Question,
  SidenoteState,
  WaitingQuestion,
} from './headless/state.ts'
export { useSidenote } from './headless/use-sidenote.ts'
export { mapCitations } from './markdown/citations.ts'
export type { PageContext } from './page/page-context.ts'
export type { CheckedCitation, Choice, Filter, NearestPage } from './page/wire.ts'
