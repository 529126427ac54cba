import { describe, expect, it } from 'vitest'
import { readAttributes } from './options.ts'

const read = (attributes: Record<string, string>) => {
  const warnings: string[] = []
  return { options: readAttributes(attributes, (sentence) => warnings.push(sentence)), warnings }
}

describe('attributes of the script tag', () => {
  it('become options', () => {
    const { options, warnings } = read({
      domain: 'acme',
      key: 'svc_dsc_k',
      url: 'https://sidenote.test',
      questions: 'How do I start? | What is new?',
      retrievalPageSize: '8',
      filterVersion: '2.x',
    })
    expect(warnings).toEqual([])
    expect(options).toEqual({
      domain: 'acme',
      key: 'svc_dsc_k',
      url: 'https://sidenote.test',
      questions: ['How do I start?', 'What is new?'],
      retrievalPageSize: 8,
      filter: { version: '2.x' },
    })
  })

  it('that are unknown are named, with the nearest right one', () => {
    expect(read({ acent: 'red' }).warnings).toEqual([
      'Sidenote: data-acent is not an option. Did you mean data-accent?',
    ])
    expect(read({ pageSize: '5' }).warnings[0]).toContain('data-retrieval-page-size')
    expect(read({ constructor: 'x' }).warnings).toHaveLength(1)
  })

  it('with a bad value are left out with a sentence that names it', () => {
    const { options, warnings } = read({ theme: 'drak', retrievalPageSize: 'five' })
    expect(options).not.toHaveProperty('theme')
    expect(options.retrievalPageSize).toBe(5)
    expect(warnings[0]).toBe('Sidenote: data-theme="drak" is not auto, light, dark; it is left out.')
    expect(warnings[1]).toContain('data-retrieval-page-size="five" is not a whole number from 1 to 50')
  })

  it('that page tools put there are nobody’s business', () => {
    expect(read({ cfasync: 'false', turboTrack: 'reload' }).warnings).toEqual([])
  })
})
