import type { ReactNode } from 'react'
import type { PageContext } from '../page/page-context.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { icons } from './icons.tsx'

const shown = 40

function labelOf({ type, value, language }: PageContext, texts: PanelTexts): string {
  if (type === 'code') {
    const lines = texts.lines(value.split('\n').length)
    return language ? `${language} · ${lines}` : lines
  }
  const text = value.replace(/\s+/g, ' ')
  return text.length > shown ? `“${text.slice(0, shown).trimEnd()}…”` : `“${text}”`
}

interface ChipProps {
  readonly icon: ReactNode
  readonly label: string
  readonly hint?: string
  readonly removeLabel: string
  readonly onRemove?: (() => void) | undefined
}

/** A small box that names what goes with a question. With `onRemove` it can be taken away. */
export function Chip({ icon, label, hint, removeLabel, onRemove }: ChipProps) {
  return (
    <span className="sn-context" title={hint}>
      {icon}
      <span className="truncate">{label}</span>
      {onRemove ? (
        <button type="button" aria-label={removeLabel} onClick={onRemove}>
          {icons.close}
        </button>
      ) : null}
    </span>
  )
}

export function ContextChip({ context, onRemove }: { context: PageContext; onRemove?: () => void }) {
  const texts = useTexts()
  const label = labelOf(context, texts)
  const isCode = context.type === 'code'
  return (
    <Chip
      icon={isCode ? icons.code : icons.quote}
      label={label}
      hint={context.value.slice(0, 400)}
      removeLabel={isCode ? texts.removeCode(label) : texts.removeSelection(label)}
      onRemove={onRemove}
    />
  )
}

export function PageChip({ title, onRemove }: { title: string; onRemove?: () => void }) {
  const texts = useTexts()
  return <Chip icon={icons.page} label={texts.thisPage(title)} removeLabel={texts.removePage} onRemove={onRemove} />
}
