import type { Turn } from '@sidenote/contract'
import type { Tone } from '../../parts/badge.tsx'

/** How an answer ended, in a word, and how good that is. */
export const outcomeOf = ({ status, strength }: Pick<Turn, 'status' | 'strength'>): { name: string; tone: Tone } => {
  if (status === 'answered') {
    return strength !== null && strength < 100 ? { name: 'weak', tone: 'warn' } : { name: 'answered', tone: 'good' }
  }
  if (status === 'failed') return { name: 'failed', tone: 'bad' }
  if (status === 'unanswered') return { name: 'unanswered', tone: 'accent' }
  return { name: status === 'clarifying' ? 'asked back' : status, tone: 'neutral' }
}

/** The outcomes that the list can be narrowed to. */
export const outcomes = [
  { value: 'all', label: 'Every outcome' },
  { value: 'answered', label: 'Answered' },
  { value: 'weak', label: 'Weak' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'clarifying', label: 'Asked back' },
  { value: 'declined', label: 'Declined' },
  { value: 'aborted', label: 'Aborted' },
  { value: 'failed', label: 'Failed' },
] as const

/** The feedback that the list can be narrowed to. */
export const opinions = [
  { value: 'all', label: 'Any feedback' },
  { value: 'any', label: 'With feedback' },
  { value: 'helpful', label: 'Helpful' },
  { value: 'unhelpful', label: 'Not helpful' },
] as const

/** Who asks, to choose from. */
export const readers = [
  { value: 'all', label: 'People and agents' },
  { value: 'human', label: 'People' },
  { value: 'agent', label: 'Agents' },
]
