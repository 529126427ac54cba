import { useCallback, useState } from 'react'
import { currentPath, type PageContext } from '../page/page-context.ts'
import type { PreparedQuestion } from './assistant.ts'
import { type Attachment, maximumFiles } from './attachments.ts'
import type { Thread } from './thread.ts'
import { usePageTitle } from './use-page-title.ts'

/** A question can have this many selections. */
const maximumContexts = 5

const isSame = (one: PageContext, other: PageContext): boolean => one.value === other.value && one.path === other.path

/** The next question, as the reader prepares it: text, selections, files, and the page. */
export function useDraft(thread: Thread) {
  const [draft, write] = useState(thread.draft)
  const [contexts, setContexts] = useState(thread.contexts)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [hasPage, setHasPage] = useState(true)
  const title = usePageTitle()
  const page = hasPage ? title : undefined
  const add = useCallback((context: PageContext) => {
    setContexts((before) => [...before.filter((other) => !isSame(other, context)), context].slice(-maximumContexts))
  }, [])
  return {
    draft,
    write,
    contexts,
    attachments,
    page,
    add,
    remove: (context: PageContext) => setContexts((before) => before.filter((other) => !isSame(other, context))),
    attach: (added: readonly Attachment[]) => setAttachments((before) => [...before, ...added].slice(0, maximumFiles)),
    detach: (unwanted: Attachment) => setAttachments((before) => before.filter((other) => other !== unwanted)),
    removePage: () => setHasPage(false),
    /** Empties the draft. Returns what goes with the question that is asked now. */
    take(extra: readonly PageContext[]): Pick<PreparedQuestion, 'details' | 'files'> {
      const all = [...contexts, ...extra].slice(-maximumContexts)
      const details = {
        ...(all.length > 0 ? { contexts: all } : {}),
        ...(page ? { path: currentPath(), page } : {}),
      }
      setContexts([])
      setAttachments([])
      write('')
      return { details, files: attachments.map(({ part }) => part) }
    },
    /** Replaces the draft by that of another conversation. */
    renew(next: Pick<Thread, 'draft' | 'contexts'>) {
      write(next.draft)
      setContexts(next.contexts)
      setAttachments([])
      setHasPage(true)
    },
  }
}
