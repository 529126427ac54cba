import { writeTag } from './tag.ts'

/** What an assistant key is used with. */
export interface Snippet {
  readonly name: 'tag' | 'chat' | 'curl'
  readonly label: string
  readonly code: string
}

/** The finished pieces of code for a site and its key. @param origin of this server */
export const snippetsOf = ({
  origin,
  domain,
  key,
}: Readonly<Record<'origin' | 'domain' | 'key', string>>): Snippet[] => [
  {
    name: 'tag',
    label: 'Script tag',
    code: writeTag({ server: origin, domain, key }),
  },
  {
    name: 'chat',
    label: 'useChat',
    code: `const chat = useChat({
  transport: new DefaultChatTransport({
    api: '${origin}/discovery/v2/assistant/${domain}/message',
    headers: { Authorization: 'Bearer ${key}' },
    body: { fp: 'anonymous', retrievalPageSize: 5 },
  }),
})`,
  },
  {
    name: 'curl',
    label: 'curl',
    code: `curl -N ${origin}/discovery/v2/assistant/${domain}/message \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"fp": "anonymous", "messages": [{"id": "1", "role": "user",
       "parts": [{"type": "text", "text": "How do I begin?"}]}]}'`,
  },
]
