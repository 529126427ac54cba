import { useTexts } from '../locales/use-texts.ts'
import { icons } from './icons.tsx'
import { useCopy } from './use-copy.ts'

/** What fences call a language, and what people call it. */
const languages: Record<string, string> = {
  js: 'JavaScript',
  javascript: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  jsx: 'JSX',
  tsx: 'TSX',
  sh: 'Shell',
  bash: 'Shell',
  shell: 'Shell',
  json: 'JSON',
  yaml: 'YAML',
  yml: 'YAML',
  html: 'HTML',
  css: 'CSS',
  sql: 'SQL',
  py: 'Python',
  http: 'HTTP',
}

const labelOf = (language: string | undefined): string => {
  const name = language?.split(/[\s,{:]/)[0] ?? ''
  return Object.hasOwn(languages, name.toLowerCase()) ? (languages[name.toLowerCase()] ?? name) : name
}

/** A code block with its language and a copy button. */
export function CodeBlock({ code, language }: { code: string; language: string | undefined }) {
  const texts = useTexts()
  const { isCopied, copy } = useCopy()
  const label = labelOf(language)
  return (
    <figure className="sn-codeblock" aria-label={label || undefined}>
      <figcaption>
        <span>{label}</span>
        <button type="button" onClick={() => copy(code)} aria-label={isCopied ? texts.copied : texts.copyCode}>
          {isCopied ? icons.done : icons.copy}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
