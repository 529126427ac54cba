import { describe, expect, it } from 'vitest'
import { asAttribute, readOptions } from './options.ts'

const needed = { domain: 'acme', key: 'svc_dsc_k', url: 'https://sidenote.test' }

const reading = (spell: (name: string) => string) => (given: object) => {
  const warnings: string[] = []
  return { options: readOptions({ ...needed, ...given }, (sentence) => warnings.push(sentence), spell), warnings }
}
const read = reading(asAttribute)

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
      ...needed,
      questions: ['How do I start?', 'What is new?'],
      imageHosts: ['a.test', 'b.test'],
      retrievalPageSize: 8,
      filter: { version: '2.x', language: 'en' },
      shortcut: 'mod+shift+k',
      disclaimer: '',
    })
  })

  it('that are unknown are named, with the nearest right one', () => {
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
  ])('%s="%s" is left out with a sentence that says what it may be', (name, value, allowed) => {
    const { options, warnings } = read({ [name]: value })
    expect(options).not.toHaveProperty(name)
    expect(warnings).toEqual([expect.stringContaining(`="${value}" is left out: it may be ${allowed}.`)])
  })

  it('that page tools put there are nobody’s business', () => {
    expect(read({ cfasync: 'false', turboTrack: 'reload' }).warnings).toEqual([])
  })
})

describe('options given in JavaScript', () => {
  it('are read like attributes, in their own types', () => {
    const { options, warnings } = reading((name) => name)({
      radius: 8,
      questions: ['Why?'],
      filter: { tag: 'a' },
      side: undefined,
      title: 5,
      them: 'dark',
    })
    expect(options).toEqual({ ...needed, radius: 8, questions: ['Why?'], filter: { tag: 'a' } })
    expect(warnings).toEqual([
      'Sidenote: title="5" is left out: it may be text.',
      'Sidenote: them is not an option. Did you mean theme?',
    ])
  })
})
