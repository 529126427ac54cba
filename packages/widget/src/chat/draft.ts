import { currentPath, type PageContext } from '../page/page-context.ts'
import { type Attachment, maximumFiles } from './attachments.ts'
import type { PreparedQuestion } from './question.ts'
import { createSlice, type Readable, type Slice } from './slice.ts'
import type { Thread } from './thread.ts'

/** A question can have this many selections. */
const maximumContexts = 5

/** The next question, as the reader prepares it. */
export interface DraftState {
  readonly text: string
  readonly contexts: readonly PageContext[]
  /** Files that go with the question. */
  readonly attachments: readonly Attachment[]
  /** Whether the page goes with it, unless the reader removes it. */
  readonly hasPage: boolean
}

/** The next question, and what the reader can do to it. */
export interface Draft {
  readonly state: Slice<DraftState>
  /** Title of the current page. */
  readonly title: Readable<string>
  write(text: string): void
  add(context: PageContext): void
  remove(context: PageContext): void
  attach(attachments: readonly Attachment[]): void
  detach(attachment: Attachment): void
  removePage(): void
  /** Empties the draft. Returns what goes with the question that is asked now. */
  take(extra: readonly PageContext[]): Pick<PreparedQuestion, 'details' | 'files'>
  /** Replaces the draft by that of another conversation. */
  renew(thread: Pick<Thread, 'draft' | 'contexts'>): void
}

const isSame = (one: PageContext, other: PageContext): boolean => one.value === other.value && one.path === other.path

const draftOf = ({ draft, contexts }: Pick<Thread, 'draft' | 'contexts'>): DraftState => ({
  text: draft,
  contexts,
  attachments: [],
  hasPage: true,
})

/** Creates the draft of a conversation. */
export function createDraft(thread: Pick<Thread, 'draft' | 'contexts'>, title: Readable<string>): Draft {
  const state = createSlice(draftOf(thread))
  const { change } = state
  return {
    state,
    title,
    write: (text) => change({ text }),
    add(context) {
      const others = state.get().contexts.filter((other) => !isSame(other, context))
      change({ contexts: [...others, context].slice(-maximumContexts) })
    },
    remove: (context) => change({ contexts: state.get().contexts.filter((other) => !isSame(other, context)) }),
    attach: (added) => change({ attachments: [...state.get().attachments, ...added].slice(0, maximumFiles) }),
    detach: (unwanted) => change({ attachments: state.get().attachments.filter((other) => other !== unwanted) }),
    removePage: () => change({ hasPage: false }),
    take(extra) {
      const { contexts, attachments, hasPage } = state.get()
      const all = [...contexts, ...extra].slice(-maximumContexts)
      change({ text: '', contexts: [], attachments: [] })
      return {
        details: {
          ...(all.length > 0 ? { contexts: all } : {}),
          ...(hasPage ? { path: currentPath(), page: title.get() } : {}),
        },
        files: attachments.map(({ part }) => part),
      }
    },
    renew: (next) => state.set(draftOf(next)),
  }
}
