/** Texts on the page itself, apart from the launcher's. They are English until the panel has loaded. */
export interface PageTexts {
  readonly ask: string
  readonly askAboutThis: string
  readonly askAboutCode: string
  readonly close: string
  readonly loading: string
  readonly loadFailed: string
  readonly retry: string
}

/** Texts of the panel. Every locale has this type, so a missing text is a type error. */
export interface PanelTexts {
  readonly close: string
  readonly newConversation: string
  readonly expand: string
  readonly shrink: string
  /** Names the edge that resizes the panel, for screen readers. */
  readonly width: string
  /** Opens the menu of what else can be done with conversations. */
  readonly more: string
  readonly forget: string
  /** On a destructive button that was pressed once. */
  readonly pressAgain: string
  /** `agree` and `decline` answer the owner's consent text. */
  readonly agree: string
  readonly decline: string
  readonly assistantName: (site: string) => string
  readonly askAbout: (site: string) => string
  readonly introduction: string
  /** Below the suggested questions: what else a reader can do here. */
  readonly selectionHint: string
  /** A suggested question about a heading of the page. */
  readonly explain: (heading: string) => string
  readonly starters: string
  /** Above questions that many readers ask. */
  readonly popular: string
  readonly conversation: string
  readonly thisPage: (title: string) => string
  readonly removePage: string
  readonly attach: string
  readonly removeFile: (name: string) => string
  readonly fileErrors: {
    readonly type: (name: string) => string
    readonly size: (name: string, megabytes: number) => string
    readonly count: (most: number) => string
    readonly unreadable: (name: string) => string
  }
  /** `label` is such as 'js · 12 lines'. */
  readonly removeCode: (label: string) => string
  readonly removeSelection: (label: string) => string
  /** Names the list of selections, files and pages above a question, for screen readers. */
  readonly contextsOfQuestion: string
  readonly lines: (count: number) => string
  readonly askQuestion: string
  readonly placeholder: string
  readonly followUpPlaceholder: string
  /** While an answer is written. A question typed then is queued. */
  readonly answeringPlaceholder: string
  readonly send: string
  readonly stop: string
  readonly disclaimer: string
  /** Before each question, for screen readers. */
  readonly you: string
  readonly showMore: string
  readonly showLess: string
  readonly searching: string
  readonly searchingFor: (query: string) => string
  readonly reading: (count: number) => string
  readonly writing: string
  /** After 8 seconds without text. */
  readonly slow: string
  readonly answerReady: (sources: number) => string
  readonly stopped: string
  readonly incomplete: string
  readonly noAnswer: string
  readonly source: (number: number, title: string, section: string | undefined) => string
  readonly openSection: string
  readonly askAboutPassage: string
  /** Below a sentence that no source supports. */
  readonly unsupported: string
  readonly table: (columns: string) => string
  /** On a table that's too wide for the panel. */
  readonly expandTable: string
  readonly task: { readonly done: string; readonly open: string }
  readonly startNew: string
  readonly sources: (count: number) => string
  readonly closestPages: string
  readonly notAnswered: string
  readonly contactSupport: string
  readonly followUps: string
  readonly choices: string
  readonly copyCode: string
  readonly copied: string
  readonly copyFailed: string
  readonly copyAnswer: string
  readonly copyLink: string
  readonly helpful: string
  readonly notHelpful: string
  readonly thanks: string
  readonly feedbackFailed: string
  readonly notLoaded: string
  readonly retry: string
  readonly jumpToLatest: string
  // Conversations
  readonly history: string
  readonly backToConversation: string
  readonly searchHistory: string
  readonly noHistory: string
  readonly removeConversation: (question: string) => string
  readonly forgetAll: string
  readonly recent: string
  readonly day: (date: Date, daysAgo: number) => string
  readonly questions: (count: number) => string
  readonly copyConversation: string
  readonly editQuestion: string
  readonly cancel: string
  /** Before a queued question. */
  readonly queued: string
  readonly removeQueued: (question: string) => string
  readonly continuing: (attempt: number, of: number) => string
  // Feedback
  readonly whyNotHelpful: string
  readonly reasons: {
    readonly incorrect: string
    readonly incomplete: string
    readonly outdated: string
    readonly irrelevant: string
    readonly sources: string
  }
  readonly note: string
  /** Questions about a selection, each one click. */
  readonly verbs: readonly [explain: string, example: string, summarise: string]
  readonly share: {
    readonly open: string
    readonly explanation: string
    readonly withQuestion: string
    /** Before the number of days. */
    readonly period: string
    readonly days: (count: number) => string
    readonly create: string
    readonly copy: string
    /** Names the address of the link. */
    readonly link: string
    readonly expires: (date: Date) => string
    readonly end: string
    readonly failed: string
    readonly endFailed: string
    /** Above an answer that somebody else shared. */
    readonly shared: string
    readonly gone: string
    readonly askOwn: string
  }
  readonly handOff: {
    readonly open: string
    readonly email: string
    readonly message: string
    readonly withConversation: string
    readonly sent: string
    readonly failed: string
  }
  readonly search: {
    readonly open: string
    readonly back: string
    readonly placeholder: string
    readonly hint: string
    readonly results: string
    readonly found: (count: number) => string
    readonly none: (query: string) => string
    /** The last entry of the results; the query follows. */
    readonly askInstead: string
    readonly agree: string
    readonly failed: string
  }
  readonly errors: {
    readonly rateLimited: (seconds: number) => string
    readonly rateLimitOver: string
    readonly offline: string
    readonly unreachable: string
    readonly cut: string
    readonly empty: string
    readonly key: string
    readonly origin: string
    readonly proof: string
    readonly site: string
    readonly tooLong: string
    readonly longConversation: string
    readonly budget: string
    readonly server: string
  }
}

/** All texts of one language. */
export interface Locale {
  readonly page: PageTexts
  readonly panel: PanelTexts
}
