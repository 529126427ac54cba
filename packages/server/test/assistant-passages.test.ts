import { expect, test } from 'vitest'
import { ask, question, startAssistant } from './support/assistant-server.ts'

test('a heading with nothing but subsections below it is answered from with what they say', async () => {
  const server = await startAssistant({
    pages: {
      'care.md': `# Care

## Descaling

### By hand

Fill the tank with vinegar and wait an hour.

### By machine

Run the cleaning programme twice.

## Storage

Keep the kettle dry.
`,
      'lid.md': '# Lid\n\nThe lid closes by itself.\n',
    },
  })
  try {
    const { chunks } = await ask(server, question('Descaling'))
    const text = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
    const urls = chunks.flatMap((chunk) => (chunk.type === 'source-url' ? [chunk.url] : []))
    expect(urls[0]).toContain('care#descaling')
    expect(text).toContain('Fill the tank with vinegar and wait an hour. [1]')
    expect(text).toContain('Run the cleaning programme twice. [1]')
    expect(text).not.toContain('Keep the kettle dry. [1]')
  } finally {
    await server.close()
  }
})
