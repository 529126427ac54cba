import type { ReactNode } from 'react'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { PageContext } from '../page/page-context.ts'
import { icons } from './icons.tsx'

/** Characters of a selection on its chip. */
const labelLength = 40

function labelOf({ type, value, language }: PageContext, texts: PanelTexts): string {
  if (type === 'code') {
    const lines = texts.lines(value.split('\n').length)
    return language ? `${language} · ${lines}` : lines
  }
  const text = value.replace(/\s+/g, ' ')
  return text.length > labelLength ? `“${text.slice(0, labelLength).trimEnd()}…”` : `“${text}”`
}

interface ChipProps {
  readonly icon: ReactNode
  readonly label: string
  readonly hint?: string
  readonly removeLabel: string
  readonly onRemove?: (() => void) | undefined
}

const chip =
  'sn-context inline-flex h-[26px] max-w-full items-center gap-[5px] rounded-lg bg-soft px-2 text-xs text-muted forced-colors:border [&>svg]:size-[13px] rtl:[&>svg]:-scale-x-100'

/** A small box that names something attached to a question. With `onRemove` it has a button that removes it. */
export function Chip({ icon, label, hint, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={`${chip} ${onRemove ? 'pointer-coarse:h-8' : ''}`} title={hint}>
      {icon}
      <span className="bidi-row truncate">{label}</span>
      {onRemove ? (
        <button
          type="button"
          className="-me-2 grid size-6 place-items-center rounded-md hover:text-text pointer-coarse:-ms-1.5 pointer-coarse:-me-3.5 pointer-coarse:size-11 [&_svg]:size-3"
          aria-label={removeLabel}
          onClick={onRemove}
        >
          {icons.close}
        </button>
      ) : null}
    </span>
  )
}

/** The chip of selected text or code. */
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

/** The chip of the page that a question is about. */
export function PageChip({ title, onRemove }: { title: string; onRemove?: () => void }) {
  const texts = useTexts()
  return <Chip icon={icons.page} label={texts.thisPage(title)} removeLabel={texts.removePage} onRemove={onRemove} />
}
