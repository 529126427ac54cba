/** Texts of the loader: what stands on the page itself. */
export interface PageTexts {
  readonly ask: string
  readonly askAssistant: string
  readonly askAboutThis: string
  readonly askAboutCode: string
  readonly placeholder: string
  readonly close: string
  readonly loading: string
  readonly loadFailed: string
  readonly retry: string
  readonly assistantName: (site: string) => string
}

/** Texts of the panel. Every locale is of this type, so a missing text is a type error. */
export interface PanelTexts {
  readonly close: string
  readonly newConversation: string
  readonly assistantName: (site: string) => string
  readonly askAbout: (site: string) => string
  readonly introduction: string
  readonly explain: (heading: string) => string
  readonly starters: string
  readonly conversation: string
  readonly thisPage: (title: string) => string
  readonly removePage: string
  readonly removeCode: (label: string) => string
  readonly removeSelection: (label: string) => string
  readonly contextsOfQuestion: string
  readonly lines: (count: number) => string
  readonly askQuestion: string
  readonly placeholder: string
  readonly followUpPlaceholder: string
  readonly answeringPlaceholder: string
  readonly send: string
  readonly stop: string
  readonly disclaimer: string
  readonly you: string
  readonly searching: string
  readonly searchingFor: (query: string) => string
  readonly reading: (count: number) => string
  readonly writing: string
  readonly answerReady: (sources: number) => string
  readonly stopped: string
  readonly source: (number: number, title: string, section: string | undefined) => string
  readonly openSection: string
  readonly sources: (count: number) => string
  readonly closestPages: string
  readonly notAnswered: string
  readonly contactSupport: string
  readonly followUps: string
  readonly copyCode: string
  readonly copied: string
  readonly copyAnswer: string
  readonly helpful: string
  readonly notHelpful: string
  readonly thanks: string
  readonly feedbackFailed: string
  readonly retry: string
  readonly jumpToLatest: string
  readonly errors: {
    readonly rateLimited: (seconds: number) => string
    readonly rateLimitOver: string
    readonly offline: string
    readonly unreachable: string
    readonly cut: string
    readonly key: string
    readonly origin: string
    readonly site: string
    readonly tooLong: string
    readonly server: string
  }
}
