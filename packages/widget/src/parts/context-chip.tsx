import type { ReactNode } from 'react'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { PageContext } from '../page-context.ts'
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

/** A small box that names what goes with a question. With `onRemove` it can be taken away. */
function Chip(properties: { icon: ReactNode; label: string; hint?: string; onRemove?: (() => void) | undefined }) {
  const { icon, label, hint, onRemove } = properties
  const texts = useTexts()
  return (
    <span className="sn-context" title={hint}>
      {icon}
      <span className="truncate">{label}</span>
      {onRemove ? (
        <button type="button" aria-label={texts.removeContext(label)} onClick={onRemove}>
          {icons.close}
        </button>
      ) : null}
    </span>
  )
}

export function ContextChip({ context, onRemove }: { context: PageContext; onRemove?: () => void }) {
  const texts = useTexts()
  const icon = context.type === 'code' ? icons.code : icons.quote
  return <Chip icon={icon} label={labelOf(context, texts)} hint={context.value.slice(0, 400)} onRemove={onRemove} />
}

export function PageChip({ title, onRemove }: { title: string; onRemove: () => void }) {
  return <Chip icon={icons.page} label={useTexts().thisPage(title)} onRemove={onRemove} />
}
