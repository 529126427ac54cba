import { describe, expect, it } from 'vitest'
import { asAttribute, readOptions } from './read-options.ts'

const required = { domain: 'acme', key: 'svc_dsc_k', url: 'https://sidenote.test' }

const read = (raw: object, spell = asAttribute) => {
  const warnings: string[] = []
  const options = readOptions({ ...required, ...raw }, { warn: (sentence) => warnings.push(sentence), spell })
  return { options, warnings }
}

describe('attributes of the script tag', () => {
  it('become options', () => {
    const { options, warnings } = read({
      questions: 'How do I start? | What is new?',
      imageHosts: 'a.test | b.test',
      retrievalPageSize: '8',
      filterVersion: '2.x',
      filterLanguage: 'en',
      shortcut: 'mod+shift+k',
      disclaimer: '',
    })
    expect(warnings).toEqual([])
    expect(options).toEqual({
      ...required,
      questions: ['How do I start?', 'What is new?'],
      imageHosts: ['a.test', 'b.test'],
      retrievalPageSize: 8,
      filter: { version: '2.x', language: 'en' },
      shortcut: 'mod+shift+k',
      disclaimer: '',
    })
  })

  it('are refused if unknown, with a suggestion', () => {
    expect(read({ acent: 'red' }).warnings).toEqual([
      'Sidenote: data-acent is not an option. Did you mean data-accent?',
    ])
    expect(read({ pageSize: '5' }).warnings[0]).toContain('data-retrieval-page-size')
    expect(read({ zindex: '5' }).warnings[0]).toContain('data-z-index')
    expect(read({ constructor: 'x' }).warnings).toHaveLength(1)
  })

  it.each([
    ['theme', 'drak', 'auto, light, dark'],
    ['variant', 'sheet', 'panel, modal, popover, inline'],
    ['retrievalPageSize', 'five', 'a whole number, 1 to 50'],
    ['retrievalPageSize', '', 'a whole number, 1 to 50'],
    ['radius', '1.5', 'a whole number, 0 to 32'],
    ['shortcut', 'k', 'keys such as mod+i, or none'],
    ['language', 'not a language', 'a language tag'],
    ['storage', 'cookie', 'local, session, none'],
  ])('%s="%s" is ignored, with a warning that says what is allowed', (name, value, allowed) => {
    const { options, warnings } = read({ [name]: value })
    expect(options).not.toHaveProperty(name)
    expect(warnings).toEqual([expect.stringContaining(`="${value}" is ignored. Allowed: ${allowed}.`)])
  })

  it('of page tools are ignored silently', () => {
    expect(read({ cfasync: 'false', turboTrack: 'reload' }).warnings).toEqual([])
  })
})

describe('options in JavaScript', () => {
  it('are validated like attributes, in their own types', () => {
    const raw = { radius: 8, questions: ['Why?'], filter: { tag: 'a' }, side: undefined, title: 5, them: 'dark' }
    const { options, warnings } = read(raw, (name) => name)
    expect(options).toEqual({ ...required, radius: 8, questions: ['Why?'], filter: { tag: 'a' } })
    expect(warnings).toEqual([
      'Sidenote: title="5" is ignored. Allowed: text.',
      'Sidenote: them is not an option. Did you mean theme?',
    ])
  })
})
