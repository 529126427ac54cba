import type { Turn } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { threadQuery } from '../../api/figures.ts'
import { useRole } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { countOf, formatTime } from '../../parts/format.ts'
import { linkStyle } from '../../parts/link.ts'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { TurnView } from './turn-view.tsx'

interface ThreadDrawerProps {
  readonly domain: string
  readonly threadId: string
  /** The question that was chosen. */
  readonly turnId?: string | undefined
  readonly onClose: () => void
}

/** One conversation as its reader saw it, with what its owner knows besides. */
export const ThreadDrawer = ({ domain, threadId, turnId, onClose }: ThreadDrawerProps) => {
  const thread = useQuery(threadQuery(domain, threadId))
  const mayDelete = useRole('editor')
  const [loss, setLoss] = useState<'thread' | 'reader'>()
  const first = thread.data?.[0]
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title="Conversation"
      note={thread.data && first && <Note domain={domain} turns={thread.data} first={first} />}
      actions={
        mayDelete &&
        first && (
          <>
            <Button look="danger" onClick={() => setLoss('thread')}>
              <Trash2 aria-hidden />
              Delete
            </Button>
            {first.fp !== 'anonymous' && (
              <Button look="quiet" onClick={() => setLoss('reader')}>
                Delete reader
              </Button>
            )}
          </>
        )
      }
    >
      <QueryState query={thread}>
        {(turns) =>
          turns.length === 0 ? (
            <EmptyState title="This conversation is gone">
              It was deleted, or it is older than the site keeps any.
            </EmptyState>
          ) : (
            <ol className="flex flex-col gap-6">
              {turns.map((turn) => (
                <TurnView key={turn.id} turn={turn} isOpened={turn.id === turnId && turn !== first} />
              ))}
            </ol>
          )
        }
      </QueryState>
      {loss && thread.data && first && (
        <DeleteDialog
          domain={domain}
          loss={loss === 'thread' ? { threadId, questions: thread.data.length } : { fp: first.fp }}
          onClose={() => setLoss(undefined)}
          onDelete={onClose}
        />
      )}
    </Drawer>
  )
}

interface NoteProps {
  readonly domain: string
  readonly turns: readonly Turn[]
  readonly first: Turn
}

const Note = ({ domain, turns, first: { fp, askedAt } }: NoteProps) => (
  <>
    {`${countOf(turns.length, 'question')}, ${formatTime(askedAt)}, `}
    {fp === 'anonymous' ? (
      'an anonymous reader'
    ) : (
      <Link to="/$domain/conversations" params={{ domain }} search={{ fp }} className={linkStyle}>
        {fp}
      </Link>
    )}
  </>
)
