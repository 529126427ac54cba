import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { createEmbedder } from '../src/search/embeddings/embedder.ts'
import { ask, question, startAssistant } from './support/assistant-server.ts'

const model: EmbeddingModelV4 = {
  specificationVersion: 'v4',
  provider: 'own',
  modelId: 'own',
  maxEmbeddingsPerCall: 100,
  supportsParallelCalls: false,
  doEmbed: async ({ values }) => ({ embeddings: values.map(() => [1, 0]), warnings: [] }),
}

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
    expect(text).toContain('**Care › Descaling**\n\n**By hand**\n\nFill the tank with vinegar and wait an hour. [1]')
    expect(text).toContain('**By machine**\n\nRun the cleaning programme twice. [1]')
    expect(text).not.toContain('Keep the kettle dry. [1]')
  } finally {
    await server.close()
  }
})

test('a heading that is asked for word for word is answered from on the reader’s page, or on the page that asks the same', async () => {
  const server = await startAssistant({
    pages: {
      'lid.md':
        '# Lid\n\nWhat closes the kettle.\n\n## Care\n\nWipe it.\n\n## What if it does not close?\n\nTurn the hinge.\n',
      'coil.md': '# Care\n\nCare of the coil: care for the coil.\n\n## Care\n\nTake care. Care matters.\n',
      'close.md': '# Close\n\nClose it. What does not close is open, if it does not close. Close it.\n',
    },
  })
  try {
    for (const text of ['Explain “Care”', 'Tell me about care', 'what about care?', 'Care?'])
      expect((await ask(server, { ...question(text), currentPath: '/lid' })).text).toMatch(
        /^\*\*Lid › Care\*\*\n\nWipe it\. \[1\]/,
      )
    expect((await ask(server, question('what if it does not close'))).text).toMatch(
      /^\*\*Lid › What if it does not close\?\*\*\n\nTurn the hinge\. \[1\]/,
    )
  } finally {
    await server.close()
  }
})

test('a page that is asked for by its title is told as a whole', async () => {
  const steps = ['cold', 'warm', 'hot'].map((name, at) => `## Step ${at + 1}: ${name}\n\nWater is ${name}.`)
  const server = await startAssistant({
    pages: {
      'heat.md': `# How water is heated\n\nIt passes three steps.\n\n${steps.join('\n\n')}\n`,
      'other.md': '# Water\n\nHow is the heated water made? It is heated.\n',
    },
  })
  try {
    const { text } = await ask(server, question('How is water heated?'))
    expect(text).toMatch(/^\*\*How water is heated\*\*\n\nIt passes three steps\. \[1\]/)
    for (const step of ['1: cold', '2: warm', '3: hot']) expect(text).toContain(`**Step ${step}**`)
  } finally {
    await server.close()
  }
})

test('what a thing is, is told in the language of the question, and by a page that has the name of the site before it', async () => {
  const server = await startAssistant({ pages: { 'index.md': '# Kettle\n\nA kettle boils water.\n' } })
  await server.addSite('kettle', {
    'en/plugins.md':
      '---\nlanguage: en\n---\n\n# Kettle plugins\n\n- [Lids](lids.md)\n\n## Introduction\n\nWhat is put on the kettle, so that it does more than boiling.\n',
    'en/uses.md':
      '---\nlanguage: en\n---\n\n# Uses\n\n## Plugins in use\n\nPlugins, plugins and more plugins are in use.\n',
    'fr/plugins.md':
      '---\nlanguage: fr\n---\n\n# Plugins\n\n## Introduction\n\nCe que l’on pose sur la bouilloire pour en faire davantage.\n',
  })
  try {
    expect((await ask(server, question('What is a plugin?'), 'kettle')).text).toContain('What is put on the kettle')
    expect((await ask(server, question('Qu’est-ce qu’un plugin ?'), 'kettle')).text).toContain('Ce que l’on pose')
  } finally {
    await server.close()
  }
})

test('a heading with a single subsection and nothing else is that subsection, and no source beside it', async () => {
  const server = await startAssistant({
    pages: { 'parts.md': '# Parts\n\nWhat it is made of.\n\n## Lid\n\n### `class Lid`\n\nA lid closes by itself.\n' },
  })
  try {
    const { chunks, text } = await ask(server, question('Lid'))
    const urls = chunks.flatMap((chunk) => (chunk.type === 'source-url' ? [chunk.url] : []))
    expect(urls[0]).toContain('parts#class-lid')
    expect(urls.filter((url) => /#lid\b/.test(url))).toEqual([])
    expect(text).toContain('A lid closes by itself. [1]')
  } finally {
    await server.close()
  }
})

test('a page of a title and a single section is that section, and leads there', async () => {
  const server = await startAssistant({
    pages: {
      'index.html': '<script>window.$docsify = { homepage: "home.md" }</script><script src="docsify.js"></script>',
      'home.md': '# Kettle\n\nA kettle boils water.\n',
      'parts.md': '# Parts\n\n## Lid\n\nA lid of the parts closes by itself when the water boils, as all lids do.\n',
    },
  })
  try {
    const { chunks } = await ask(server, question('Parts'))
    const url = chunks.find((chunk) => chunk.type === 'source-url')?.url
    expect(url).toMatch(/^\/#\/parts\?id=lid$/)
  } finally {
    await server.close()
  }
})

test('what a thing is is read where the page of its name begins, not where a changelog or a list names it', async () => {
  const server = await startAssistant({
    pages: {
      'filters.md': `# Filters

Every spout comes with one of copper or of steel.

${Array.from({ length: 12 }, (_, at) => `## Filter of kind ${at}\n\nA filter of kind ${at} keeps the filter clean.`).join('\n\n')}
`,
      'parts.md': '# Parts\n\n- **Filter** — changed once a year\n- **Lid** — closes by itself\n',
      'changelog.md': '# Changelog\n\n- **filter:** handle steel in the same filter (#12)\n',
    },
  })
  try {
    const { chunks, text } = await ask(server, question('What is a filter?'))
    expect(chunks.find((chunk) => chunk.type === 'source-url')?.url).toMatch(/\/filters(?:#|$)/)
    expect(text).toMatch(/^(?:\*\*Filters\*\*\n\n)?Every spout comes with one of copper or of steel\./)
  } finally {
    await server.close()
  }
})

test('an embedding model that has no vectors yet changes nothing in what an answer is made from', async () => {
  const words = 'Water is heated by a coil that turns power into warmth over some time.'
  const server = await startAssistant({
    pages: {
      'start.md': `# Start\n\n${words} See [limescale removal](/care#coil).`,
      'care.md': `# Care\n\nOf limescale.\n\n## Lid\n\n${words}\n\n## Coil\n\n${words}`,
    },
  })
  const sources = async () => {
    const { chunks } = await ask(server, question('limescale removal'))
    return chunks.flatMap((chunk) => (chunk.type === 'source-url' ? [chunk.url] : []))
  }
  try {
    const without = await sources()
    expect(without[0]).toContain('care#coil')
    server.embedWith(createEmbedder('own:own', model, { log: { warn: () => {}, info: () => {} } }))
    expect(await sources()).toEqual(without)
  } finally {
    await server.close()
  }
})
