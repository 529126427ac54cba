import type { SiteSettings } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useDomain } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { Page as PageFrame, Section } from '../../parts/page.tsx'
import { QueryState, Skeleton } from '../../parts/states.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { NewTag } from '../keys/new-tag.tsx'
import type { TagOptions } from '../keys/tag.ts'
import { useSaveSettings } from '../settings/save-settings.ts'
import { settingsQuery } from '../settings/settings-queries.ts'
import { OptionFields } from './option-fields.tsx'
import { Preview } from './preview.tsx'
import { optionsOfSettings, settingsOfOptions } from './stored-look.ts'
import { optionGroups, storedOptions } from './widget-options.ts'

type Changes = Readonly<Record<string, string | undefined>>

const withoutDefaults = (options: Changes): TagOptions =>
  Object.fromEntries(Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

interface EditorProps {
  readonly domain: string
  readonly settings: SiteSettings
}

/** Every option of the widget beside the widget, what is stored with the site, and the tag for the rest. */
const Editor = ({ domain, settings }: EditorProps) => {
  const mayChange = useRole('editor')
  const [changes, setChanges] = useState<Changes>({})
  const stored = optionsOfSettings(settings)
  const options = withoutDefaults({ ...stored, ...changes })
  const isChanged = (name: string) => options[name] !== stored[name]
  const unsaved = storedOptions.filter(isChanged)
  // What is not stored with the site has to be in the tag.
  const inTag = Object.fromEntries(Object.entries(options).filter(([name]) => isChanged(name)))
  const save = useSaveSettings(domain, () => {
    setChanges((current) =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !storedOptions.includes(name))),
    )
    sayDone('Saved. Readers see it within five minutes.')
  })
  const reset = () => {
    setChanges({})
    save.reset()
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-4 max-xl:order-2">
        {optionGroups.map((group, index) => (
          <OptionFields
            key={group.title}
            group={group}
            isOpen={index === 0}
            values={options}
            error={save.error}
            onChange={(name, value) => setChanges({ ...changes, [name]: value })}
          />
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-8">
        <Preview domain={domain} options={options} />
        <Section
          title="With the site"
          about="Look, words and support address can be stored here: every page shows them, and its tag never changes."
          actions={
            <>
              {Object.keys(changes).length > 0 && <Button onClick={reset}>Discard</Button>}
              {mayChange && (
                <Button
                  look="primary"
                  disabled={unsaved.length === 0}
                  isBusy={save.isPending}
                  onClick={() => save.mutate(settingsOfOptions(options))}
                >
                  Save with the site
                </Button>
              )}
            </>
          }
        >
          {save.error && (
            <p role="alert" className="text-sm text-bad">
              {sentenceOf(save.error)}
            </p>
          )}
        </Section>
        <Section title="The tag" about="It says what is not stored with the site, and wins over what is.">
          <NewTag domain={domain} options={inTag} isShown />
        </Section>
      </div>
    </div>
  )
}

/** What the widget looks like, beside the widget, and what makes it so. */
export const Page = () => {
  const domain = useDomain()
  const settings = useQuery(settingsQuery(domain))
  return (
    <PageFrame
      title="Appearance"
      about="Try the widget’s options, store them with the site, and copy the tag into every page of the documentation."
    >
      <QueryState query={settings} skeleton={<Skeleton className="h-96" />}>
        {(data) => <Editor key={domain} domain={domain} settings={data} />}
      </QueryState>
    </PageFrame>
  )
}
