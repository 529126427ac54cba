import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** One tab. */
export interface Tab<Name extends string> {
  readonly name: Name
  readonly label: ReactNode
  readonly content: ReactNode
}

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly value: Name
  readonly onChange: (name: Name) => void
}

/** Parts of a page, one at a time. Keep the choice in the address where it is worth a link. */
export const Tabs = <Name extends string>({ label, tabs, value, onChange }: TabsProps<Name>) => (
  <BaseTabs.Root value={value} onValueChange={(next: Name) => onChange(next)}>
    <BaseTabs.List aria-label={label} className="mb-5 flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <BaseTabs.Tab
          key={tab.name}
          value={tab.name}
          className="-mb-px border-b-2 border-transparent py-2 text-sm font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink"
        >
          {tab.label}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
    {tabs.map((tab) => (
      <BaseTabs.Panel key={tab.name} value={tab.name} className="rounded-sm outline-offset-4">
        {tab.content}
      </BaseTabs.Panel>
    ))}
  </BaseTabs.Root>
)
