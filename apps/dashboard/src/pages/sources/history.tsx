import type { SyncSummary } from '@sidenote/contract'
import { Badge } from '../../parts/badge.tsx'
import { formatAgo, formatCount, formatDuration } from '../../parts/format.ts'
import { EmptyState } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { isOpen, toneOf } from './syncs.ts'

interface HistoryProps {
  readonly syncs: readonly SyncSummary[]
  readonly onOpen: (sync: SyncSummary) => void
}

/** All syncs of the last 30 days, the latest first. */
export const History = ({ syncs, onOpen }: HistoryProps) => {
  if (syncs.length === 0) return <EmptyState title="No sync yet">A sync reads the sources into the index.</EmptyState>
  return (
    <Table
      label="Syncs"
      rows={syncs}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      columns={[
        { name: 'Started', cell: (sync) => formatAgo(sync.startedAt) },
        { name: 'State', cell: (sync) => <Badge tone={toneOf(sync)}>{sync.status}</Badge> },
        {
          name: 'Took',
          isFigure: true,
          isWide: true,
          cell: (sync) =>
            sync.finishedAt === null ? '' : formatDuration(Date.parse(sync.finishedAt) - Date.parse(sync.startedAt)),
        },
        { name: 'Read', isFigure: true, isWide: true, cell: ({ read }) => formatCount(read) },
        { name: 'Changed', isFigure: true, cell: ({ changed }) => formatCount(changed) },
        { name: 'Removed', isFigure: true, isWide: true, cell: ({ removed }) => formatCount(removed) },
        {
          name: 'Problems',
          isFigure: true,
          cell: (sync) =>
            sync.problemCount > 0 ? (
              <span className="font-medium text-warn">{formatCount(sync.problemCount)}</span>
            ) : (
              <span className="text-soft">{isOpen(sync) ? '' : '0'}</span>
            ),
        },
        {
          name: 'Broken links',
          isFigure: true,
          isWide: true,
          cell: (sync) =>
            sync.brokenLinkCount > 0 ? (
              <span className="font-medium text-warn">{formatCount(sync.brokenLinkCount)}</span>
            ) : (
              <span className="text-soft">{isOpen(sync) ? '' : '0'}</span>
            ),
        },
      ]}
    />
  )
}
