import { Badge } from '../../parts/badge.tsx'

const lineStyle = (line: string): string => {
  if (line.startsWith('+')) return 'bg-good-soft text-good'
  if (line.startsWith('-')) return 'bg-bad-soft text-bad'
  if (line.startsWith('@@')) return 'text-soft'
  return ''
}

interface FileDiffProps {
  readonly path: string
  readonly change: string
  readonly diffs: readonly string[]
}

/** What was changed in one file. */
export const FileDiff = ({ path, change, diffs }: FileDiffProps) => (
  <details open className="overflow-hidden rounded-lg border border-line bg-raised">
    <summary className="flex items-center gap-2 px-4 py-2 text-sm font-medium -outline-offset-2">
      <span className="min-w-0 flex-1 truncate font-mono text-xs">{path}</span>
      <Badge tone={change === 'added' ? 'good' : change === 'deleted' ? 'bad' : 'neutral'}>{change}</Badge>
    </summary>
    <div className="overflow-x-auto border-t border-line font-mono text-xs leading-5">
      {diffs.map((diff, part) => (
        <pre key={`${part + 1}`} className="min-w-max border-b border-dashed border-line py-2 last:border-0">
          {diff.split('\n').map((line, index) => (
            <div key={`${index + 1}`} className={`px-4 ${lineStyle(line)}`}>
              {line || ' '}
            </div>
          ))}
        </pre>
      ))}
    </div>
  </details>
)
