import type { ModelCallRecord, Trial } from '@sidenote/contract'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { countOf, formatCount, formatDuration } from '../../parts/format.ts'
import { Card } from '../../parts/page.tsx'

interface PartProps {
  readonly title: string
  readonly note: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** One step of the making, which opens. */
const Part = ({ title, note, isOpen = false, children }: PartProps) => (
  <details open={isOpen} className="group border-b border-line last:border-0">
    <summary className="flex items-center gap-2 px-5 py-3 text-sm hover:bg-hover">
      <ChevronRight className="size-4 shrink-0 text-soft group-open:rotate-90" aria-hidden />
      <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
      <span className="figures ml-auto shrink-0 text-xs text-soft">{note}</span>
    </summary>
    <div className="px-5 pb-4">{children}</div>
  </details>
)

/** Text as it was sent, in full. */
const Sent = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <label className="flex flex-col gap-1">
    <span className="text-xs font-medium text-soft">{label}</span>
    <textarea
      readOnly
      value={text || '(nothing)'}
      className="field-sizing-content max-h-72 w-full resize-none rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs"
    />
  </label>
)

type Search = Trial['searches'][number]

const Sections = ({ sections }: Pick<Search, 'sections'>) => (
  <table className="w-full border-collapse text-sm">
    <thead>
      <tr className="text-left text-xs text-soft">
        <th scope="col" className="py-1 pr-3 font-medium">
          Source
        </th>
        <th scope="col" className="w-full py-1 font-medium">
          Section
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-medium">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {sections.map(({ path, title, heading, number, score }, index) => (
        <tr key={index} className={`border-t border-line align-top ${number === null ? 'text-soft' : ''}`}>
          <td className="figures py-1.5 pr-3 text-right">{number ?? ''}</td>
          <td className="py-1.5 wrap-anywhere">
            {heading && heading !== title ? `${title} › ${heading}` : title}
            <span className="block text-xs text-soft">{path || '/'}</span>
          </td>
          <td className="figures py-1.5 pl-3 text-right">{score.toFixed(2)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const roles: Readonly<Record<string, string>> = {
  system: 'Instructions',
  user: 'Reader, with the sources',
  assistant: 'Model, before',
  tool: 'Result of tools',
}

const tokensOf = ({ inputTokens, outputTokens }: ModelCallRecord): string =>
  inputTokens === null && outputTokens === null
    ? ''
    : `${formatCount(inputTokens ?? 0)} in, ${formatCount(outputTokens ?? 0)} out · `

const CallView = ({ call }: { readonly call: ModelCallRecord }) => (
  <div className="flex flex-col gap-3">
    {call.error !== null && (
      <p className="text-sm font-medium text-bad">
        <Badge tone="bad">failed</Badge> {call.error}
      </p>
    )}
    {call.messages.map(({ role, text }, index) => (
      <Sent key={index} label={roles[role] ?? role} text={text} />
    ))}
    <Sent label="What it wrote" text={call.output} />
  </div>
)

type ToolCall = Trial['toolCalls'][number]

const ToolCallView = ({ call }: { readonly call: ToolCall }) => (
  <li className="flex flex-col gap-1 border-t border-line py-2 first:border-0 first:pt-0">
    <code className="font-mono text-xs wrap-anywhere">{`${call.name} ${JSON.stringify(call.input)}`}</code>
    <span className={`text-sm ${call.error === null ? 'text-soft' : 'text-bad'}`}>
      {call.error ??
        (call.results.map(({ number, title }) => `[${number}] ${title}`).join(', ') || 'Nothing was found')}
    </span>
  </li>
)

/** How an answer was made: what was searched, what the model was sent and wrote, and which tools it called. */
export const Making = ({ trial: { searches, modelCalls, toolCalls } }: { readonly trial: Trial }) => (
  <Card className="min-w-0 overflow-hidden">
    <h2 className="border-b border-line px-5 py-3 text-lg font-semibold">How it was made</h2>
    {searches.map(({ query, sections }, index) => (
      <Part
        key={`search ${index}`}
        title={`Search: ${query}`}
        note={countOf(sections.length, 'section')}
        isOpen={index === 0}
      >
        {sections.length === 0 ? (
          <p className="text-sm text-soft">Nothing was found.</p>
        ) : (
          <Sections sections={sections} />
        )}
      </Part>
    ))}
    {toolCalls.length > 0 && (
      <Part title="Tools" note={countOf(toolCalls.length, 'call')} isOpen>
        <ul>
          {toolCalls.map((call, index) => (
            <ToolCallView key={index} call={call} />
          ))}
        </ul>
      </Part>
    )}
    {modelCalls.map((call, index) => (
      <Part
        key={`call ${index}`}
        title={`${index + 1}. ${call.model}`}
        note={`${tokensOf(call)}${formatDuration(call.milliseconds)}`}
        isOpen={call.error !== null}
      >
        <CallView call={call} />
      </Part>
    ))}
    {modelCalls.length === 0 && (
      <p className="px-5 py-3 text-sm text-soft text-pretty">
        No language model was asked: the answer is made of excerpts from the pages.
      </p>
    )}
  </Card>
)
