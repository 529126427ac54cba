import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { checkAnswer } from '../grounding/check-answer.ts'
import type { Source } from '../sources.ts'
import { type ExcerptMaterial, writeExcerpt } from './write-excerpt.ts'

type Section = readonly [heading: string, content: string, more?: Partial<Source>]

const sourcesOf = (sections: readonly Section[]): Source[] =>
  sections.map(([heading, text, own], at) => {
    const content = own?.content ?? `## ${heading}\n\n${text}`
    return {
      ...{
        number: at + 1,
        path: `/${at}`,
        title: 'Kettle',
        heading: heading.replaceAll('`', ''),
        anchor: `section-${at}`,
        url: `/${at}`,
      },
      ...{ breadcrumbs: ['Kettle'], content, blocks: blocksOf(content), byWords: found, ...own },
    }
  })

const ask = (question: string, sections: readonly Section[], more: Partial<ExcerptMaterial> = {}): string =>
  writeExcerpt({ question, context: [], sources: sourcesOf(sections), ...more })

/** What the search says of pages that answer. */
const found = { score: 0.5, terms: 4, sections: 1_000 }

const lines = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n')
const filler = 'Water is heated by a coil that turns power into warmth over some time. '.repeat(12)

test.each(['hello', 'Hi there!', 'Thank you very much.', '¡Hola!'])(
  '“%s” is no question about the documentation: the reader is asked for one',
  (greeting) => {
    expect(ask(greeting, [['Thank you', 'Hello there, and thank you.']])).toMatch(
      /^\[!\] What would you like to know\?/,
    )
  },
)

test.each(['thank you so much, that helped', 'ok cool', 'Nice!'])('“%s” is no question either', (thanks) => {
  expect(ask(thanks, [['Cool down', 'The kettle cools. That helped many.']])).toMatch(/^\[!\]/)
})

test('a question that is the heading of the first source is answered from it, however little the site says of its words', () => {
  const rare = { byWords: { ...found, score: 0.01, terms: 1 } }
  const asked: Section = ['Create', 'Press and hold.', rare]
  expect(ask('Explain “Create”', [asked, ['Lid', 'You create and explain.', rare]])).toContain('Press and hold. [1]')
  expect(ask('Explain what to create', [asked])).toMatch(/^\[\?\]/)
})

test('a page that is asked for by its title, as a question, is quoted with the names of its sections', () => {
  const content = 'Water passes three steps.\n\n## Step 1: cold\n\nIt is cold.\n\n## Step 2: warm\n\nIt is warm.'
  const page = {
    title: 'How water is heated',
    heading: null,
    anchor: null,
    breadcrumbs: ['How water is heated'],
    content,
  }
  const answer = ask('How is water heated?', [['', '', page]])
  expect(answer).toMatch(/^\*\*How water is heated\*\*\n\nWater passes three steps\. \[1\]/)
  expect(answer).toContain('**Step 1: cold**\n\nIt is cold. [1]\n\n**Step 2: warm**')
})

describe('a question in another language than the documentation', () => {
  const weak = { byWords: { ...found, score: 0.2, terms: 4 } }
  test('is told so, and what has the names that it has is quoted', () => {
    const answer = ask('Wie leite ich Dampf mit omsteam an andere Kessel weiter?', [
      ['Purpose', 'The module omsteam sends steam.', weak],
      ['Port', 'A number.', weak],
    ])
    expect(answer).toMatch(/^\[\?\] Diese Dokumentation ist in einer anderen Sprache\./)
    expect(answer).toContain('The module omsteam sends steam. [1]')
  })

  test('is not answered by a word that is another one there', () => {
    const few = { byWords: { score: 0.3, terms: 2, sections: 100 } }
    expect(ask('Wie backe ich einen Kuchen?', [['Lid', 'Put the lid back.', few]])).toMatch(/^\[\?\]/)
  })
})

describe('a question of one word', () => {
  const rare = { byWords: { ...found, score: 0.05, terms: 1 } }
  test('is answered by what says the word', () => {
    expect(ask('vinegar', [['Descale', 'Vinegar takes the lime away.', rare]])).toContain('Vinegar takes the lime')
    expect(ask('lime scale', [['Descale', 'Vinegar takes the lime away.', rare]])).toMatch(/^\[\?\]/)
  })

  test('is not answered by code or a table alone that has it', () => {
    expect(ask('vinegar', [['Descale', '```sh\nkettle --vinegar\n```', rare]])).toMatch(/^\[\?\]/)
    const table = '| Part | Care |\n| --- | --- |\n| Coil | Vinegar, once a month |'
    expect(ask('vinegar', [['Parts', table, rare]])).toMatch(/^\[\?\]/)
  })

  test('is answered by a table with a row about it', () => {
    const table = '| Liquid | Effect |\n| --- | --- |\n| Vinegar | Takes the lime away |'
    expect(ask('vinegar', [['Liquids', table, rare]])).toContain('Takes the lime away')
  })

  test('that no source has is answered by what documentation may call it as well', () => {
    const plans = 'Each plan is paid by the month: 9 for one kettle, 29 for ten.'
    expect(ask('how much does it cost?', [['Plans', plans, rare]])).toContain('29 for ten')
    expect(ask('is there MFA?', [['Sign in', 'Two-factor codes are asked for at each sign-in.', rare]])).toContain(
      'Two-factor codes',
    )
    expect(ask('does it work with Discord?', [['Work', 'It works with water.', rare]])).toMatch(/^\[\?\]/)
  })
})

describe('what a thing is', () => {
  test('begins where its passage begins', () => {
    const text = `In some countries water leaves lime.\n\nFor example:\n\n\`\`\`sh\nkettle scale\n\`\`\`\n\nThe scale filters of a kettle hold scale back.\n\n${filler}`
    expect(ask('what are scale filters', [['Scale filters', text]])).toMatch(
      /^[^\n]*\n\nIn some countries water leaves lime\./,
    )
  })
})

describe('a question that the first source does not answer', () => {
  test('is answered from the one that does', () => {
    const answer = ask('What is the default port?', [
      ['The port is taken', 'Another program uses it. End that program.'],
      ['Server', '| Variable | Default |\n| --- | --- |\n| `KETTLE_PORT` | The port: 8123 |'],
    ])
    expect(answer).toMatch(/^\*\*Kettle › Server\*\* \[2\]\n\n[\s\S]*8123/)
  })

  test('is answered when it has but a word of its own beside what it is about', () => {
    const sections: Section[] = [['Where the logs are', 'They are written to standard output.']]
    expect(ask('How do I see the logs?', sections)).toContain('They are written to standard output. [1]')
  })

  test.each([
    'How do I connect the kettle to Slack?',
    'Does the kettle support SAML?',
    'Can the kettle connect over IMAP for its users?',
  ])('is not answered when no source has the name that it asks for: %s', (question) => {
    const answer = ask(question, [
      ['Connect the kettle', 'Users connect the kettle to power. It can support two users.'],
      ['Users', 'The kettle supports many users.'],
    ])
    expect(answer.startsWith('[?]')).toBe(true)
  })

  test('is answered when the name is that of the documentation', () => {
    const sections: Section[] = [
      ['Descale', 'To descale it, call `useDescaler` or fill the tank with vinegar of Oregon.'],
    ]
    expect(ask('How do I descale the kettle in Brewmaster?', sections, { siteName: 'Brewmaster docs' })).toContain(
      'vinegar',
    )
  })

  test('is not answered for a name that is there in every source and says nothing', () => {
    const sections: Section[] = [
      ['Deploy', 'Deploy BrewMaster to a server.'],
      ['Cloud', 'BrewMaster runs in the cloud.'],
    ]
    expect(ask('Can I deploy BrewMaster on a Commodore?', sections).startsWith('[?]')).toBe(true)
    expect(ask('Can I deploy BrewMaster to a server?', sections)).toContain('Deploy BrewMaster to a server. [1]')
  })

  test('is answered when its words only begin in capitals', () => {
    const answer = ask('How To Connect The Kettle', [['Connect the kettle', 'Connect it to power.']])
    expect(answer).toContain('Connect it to power.')
  })

  test('is not answered when no source has the option or the flag that it names', () => {
    const sections: Section[] = [['Options', 'The options that the tag takes: `data-side` puts it at a position.']]
    expect(ask('which options does data-position take', sections).startsWith('[?]')).toBe(true)
    expect(ask('which options does data-side take', sections)).toContain('`data-side`')
  })
})

describe('a question that compares', () => {
  test.each([
    'What is the difference between boil and simmer?',
    'boil vs. simmer',
    'boil or simmer?',
    'what is a boil versus a simmer',
    'How does boil differ from simmer?',
    'boil water or simmer water?',
  ])('is answered with both things, when no passage tells them apart: %s', (question) => {
    const answer = ask(question, [
      ['Boil water', 'It heats the water to 100 degrees. A boil ends by itself.'],
      ['Boil in steps', 'A boil may have steps.'],
      ['Simmer water', 'It keeps the water below 100 degrees. A simmer goes on until you stop it.'],
    ])
    expect(answer).toMatch(/It heats the water to 100 degrees\.[^\n]*\[1\][\s\S]*It keeps the water below[^\n]*\[3\]/)
    expect(answer).not.toContain('may have steps')
  })
})

test('a heading that looks like a tag keeps its name, and types keep what is in their brackets', () => {
  const answer = ask('how do I keep the kettle warm', [
    ['<KeepWarm>', 'This keeps the kettle warm for an `Array` of hours: Array\\<Hour>.'],
    ['<Lid>', 'Keep the lid shut.'],
  ])
  expect(answer).toContain('**Kettle › \\<KeepWarm>**')
  expect(answer).toContain('Array\\<Hour>.')
})

describe('a follow-up', () => {
  const sections: Section[] = [
    ['Use the copper filter', 'Put the copper filter into the spout.'],
    ['Filters', 'There are filters of copper and of steel. The steel filter goes below the lid.'],
    ['Use', 'Filters are used with the kettle.'],
  ]
  const earlier = ['How do I use the copper filter?']

  test('is answered about what it names anew', () => {
    expect(ask('And steel?', sections, { earlier })).toMatch(/The steel filter goes below the lid\. \[2\]/)
    expect(ask('And steel?', sections, { earlier })).not.toMatch(/^Put the copper filter/)
  })

  test('is answered about what it asks, however much of what was asked before another source has', () => {
    const asked = ['How do I use the copper filter with the spout?']
    const titanium: Section = ['Materials', 'It does not work with titanium.']
    expect(ask('does it work with titanium', [...sections, titanium], { earlier: asked })).toMatch(/titanium\. \[4\]/)
  })

  test('in another language is answered by what the sources have of it and of what was asked before', () => {
    const asked = { earlier: ['Wie benutze ich den Filter?'] }
    const rinse: Section = ['Filter', 'Rinse the filter under water.', { byWords: { ...found, score: 0.3 } }]
    expect(ask('Und wie oft muss ich das mit einem Beispiel zeigen?', [rinse], asked)).toContain('Rinse the filter')
    expect(ask('Funktioniert das auch mit Titan?', [rinse], asked)).toMatch(/^\[\?\]/)
  })

  test('is not answered when no source says anything about what it names anew', () => {
    expect(ask('And titanium?', sections, { earlier }).startsWith('[?]')).toBe(true)
  })
})

describe('the name of a thing in code', () => {
  const option = (name: string) => `| \`${name}\` | Steam of ${name}, as KETTLE_PORT is a number. | 1 |`
  const table = `| Variable | Meaning | Default |\n| --- | --- | --- |\n${option('KETTLE_HOST')}\n| \`KETTLE_PORT\` | Where it listens. | 80 |\n${lines(9, (at) => option(`KETTLE_${at}`))}`
  const sections: Section[] = [
    ['The port is taken', 'Something else listens on `KETTLE_PORT`. Set `KETTLE_PORT` to another one.'],
    [
      'Variables',
      `All are read at the start.\n\n${table}\n\n| Flag | Meaning |\n| --- | --- |\n| \`--port\` | Steam of KETTLE_PORT. |`,
    ],
  ]
  test.each(['KETTLE_PORT', 'kettle_port'])('is answered first by the row that tells of it: %s', (question) => {
    const answer = ask(question, sections)
    expect(answer).toMatch(/^\*\*Kettle › Variables\*\*/)
    expect(answer).toContain('Where it listens.')
    expect(answer).not.toContain('Steam of KETTLE_0')
  })

  test('is answered by the item of a list that tells of it, not by one that has it', () => {
    const list = `- \`boil()\`: calls \`steam()\`.\n- \`steam()\`: blows.\n${lines(9, (at) => `- \`cup${at}()\`: calls \`steam()\`.`)}`
    const answer = ask('steam()', [
      ['Calls', 'Call `steam()` once.'],
      ['Functions', `There are these.\n\n${list}`],
    ])
    expect(answer).toContain('- `steam()`: blows.')
  })

  test('is answered by what is headed by it before a list of all names', () => {
    const list = `- \`no-steam\`: no steam.\n${lines(12, (at) => `- \`no-cup-${at}\`: no cup.`)}`
    const answer = ask('no-steam', [
      ['All rules', list],
      ['no-steam', 'Steam is not let out.'],
    ])
    expect(answer).toMatch(/^\*\*Kettle › no-steam\*\*\n\nSteam is not let out\./)
  })

  test('that is asked how to be used is answered as any other question', () => {
    expect(ask('how do I set KETTLE_PORT', sections)).toMatch(/Something else listens/)
  })
})

describe('a question for a value', () => {
  test('is answered by the sentence that says it, under a heading that names what it is of', () => {
    const answer = ask('What is the default of boil_limit?', [
      [
        'boil_limit (integer)',
        `Sets how far it boils. The default value is four cups.\n\n${filler}\n\nSteam is counted by \`boil_limit\`, as \`boil_limit\` says, so that a boil_limit holds.`,
      ],
    ])
    expect(answer).toContain('The default value is four cups. [1]')
  })

  test('is answered with the paragraph of a long section that says the default', () => {
    const other = (at: number) => `With \`lid.steamVolume\` the kettle ${at} boils. ${filler}`
    const content = [other(1), 'It is rounded. This defaults to one litre.', other(2), other(3)].join('\n\n')
    expect(ask('lid.steamVolume default', [['lid.steamVolume', content]])).toContain('This defaults to one litre.')
  })

  test('is not answered by the default of what its name is only a part of', () => {
    const retry: Section = ['retry', 'Default: `off`. It heats with action.retryCount again.']
    const count: Section = ['Counting', 'The setting `action.retryCount` has the default 0.']
    expect(ask('action.retryCount default', [count, retry])).toMatch(/^[^\n]*default 0\. \[1\]|^\*\*Kettle › Counting/)
  })

  test('is answered by the code of a status that the pages call something else', () => {
    const answer = ask('401 Unauthorized', [
      ['Codes', '| Status | Meaning |\n| --- | --- |\n| 401 | The key is missing |\n| 404 | Nothing is there |'],
    ])
    expect(answer).toContain('| 401 | The key is missing |')
    const other: Section = ['Codes', 'A key is unauthorized.', { byWords: { ...found, score: 0.2, terms: 2 } }]
    expect(ask('422 Unauthorized', [other]).startsWith('[?]')).toBe(true)
  })
})

describe('documentation in another language', () => {
  const german = { language: 'de' }
  test('is quoted when its words, without small ones, are those of the question', () => {
    const answer = ask('Wie kann ich denn nun die Temperaturen von dem Kessel ändern?', [
      ['Temperatur', 'Die Temperatur ändert man am Kessel mit dem Rad.', german],
      ['Deckel', 'Der Deckel ist aus Stahl.', german],
    ])
    expect(answer).toMatch(/^\*\*Kettle › Temperatur\*\*\n\nDie Temperatur ändert man am Kessel mit dem Rad\. \[1\]/)
  })
})

describe('a question in another language than the documentation', () => {
  test.each(['¿Qué es Brewmaster?', 'Was ist denn Brewmaster?', 'Qu’est-ce que c’est que Brewmaster ?'])(
    'is answered when the names in it are those of the pages: %s',
    (question) => {
      const answer = ask(question, [['What is Brewmaster?', 'Brewmaster is a kettle for a thousand cups.']])
      expect(answer).toContain('Brewmaster is a kettle for a thousand cups. [1]')
    },
  )
})

test('a further passage is not quoted for a word that only says how the question is put', () => {
  const answer = ask('Does it support vinegar?', [
    ['Can I use vinegar?', 'Not yet.'],
    ['Older kettles', 'Those without a lid are not supported.'],
  ])
  expect(answer).toContain('Not yet. [1]')
  expect(answer).not.toContain('without a lid')
})

describe('what to see also', () => {
  const sections: Section[] = [
    ['Boil water', 'To boil water, press the button.'],
    ['Colours', 'It comes in red and in blue.'],
  ]
  test('is no passage that has little of the question', () => {
    expect(ask('How do I boil water in the morning?', sections)).not.toContain('See also')
  })

  test('is no other part of a section that is quoted', () => {
    const part: Section = ['Boil water', 'Water may boil for long in a kettle.', { url: '/0' }]
    const eggs: Section = ['Boil eggs', 'Boil eggs in water.']
    expect(ask('How do I boil water?', [...sections, part, eggs])).toContain('See also **Kettle › Boil eggs** [4].')
  })
})

test.each([
  ['Wie füge ich eine Schriftart hinzu?', 'Die Dokumentation scheint'],
  ['Comment ajouter une police ?', 'La documentation ne semble'],
  ['¿Cómo agrego una tipografía?', 'La documentación no parece'],
  ['Come si aggiunge un carattere?', 'La documentazione non sembra'],
  ['Como adicionar uma fonte?', 'A documentação não parece'],
  ['Как добавить шрифт?', 'В документации'],
  ['フォントを追加するには？', 'これについての記述は、ドキュメントに'],
  ['怎样添加字体？', '文档中似乎没有'],
  ['글꼴을 추가하려면?', '문서에'],
  ['كيف أضيف خطًا؟', 'يبدو أن الوثائق'],
  ['איך מוסיפים גופן?', 'נראה שהתיעוד'],
  ['How do I add a font?', 'The documentation does not'],
])('who asks “%s” is told in the same language that nothing is found', (question, beginning) => {
  expect(ask(question, [])).toContain(`[?] ${beginning}`)
})

test('words of no language are answered in that of the pages', () => {
  const answer = ask('Teekessel', [['Teekessel', 'Der Teekessel kocht das Wasser.', { language: 'de-AT' }]])
  expect(answer).toContain('*Auszüge aus der Dokumentation, wörtlich zitiert.*')
})

test('of a long text without blanks no more is quoted than of another', () => {
  const long = '電気ケトルは水を沸かすための器具です。'.repeat(40)
  const answer = ask('電気ケトルとは何ですか？', [['電気ケトル', long]])
  expect(answer.length).toBeLessThan(1_000)
})

test('a weak choice is not quoted: the three closest sections are named, and how each begins', () => {
  const sections: Section[] = [
    ['Boil water', 'Press the button. Wait.'],
    ['Boil eggs', 'Put them in.'],
    ['Boil milk', 'Stir it.'],
    ['Boil tea', 'Do not.'],
  ]
  const answer = ask('How do I boil soup in the kettle?', sections, { certainty: 0.1 })
  expect(answer).toMatch(/^\[\?\] Nothing here answers this plainly\./)
  expect(answer).toContain('- **Kettle › Boil water**\n  Press the button. [1]\n')
  expect(answer.match(/^- /gm)).toHaveLength(3)
})

test('how the closest sections begin is checked against these, each against its own', async () => {
  const sections = ['Boil the water in it', 'Put the eggs in water', 'Stir the milk all the time'].map(
    (sentence, at) => [`Soup ${at + 1}`, `${sentence}. And so on.`] as const,
  )
  const answer = ask('How do I make soup in the kettle?', sections, { certainty: 0.1 })
  const { citations, unsupported } = await checkAnswer(answer, sourcesOf(sections))
  const all = citations?.map(({ number, sentence, supported }) => `${number} ${sentence} ${supported}`)
  expect(all).toEqual(
    expect.arrayContaining([
      '1 Boil the water in it. true',
      '2 Put the eggs in water. true',
      '3 Stir the milk all the time. true',
    ]),
  )
  expect(citations?.every(({ supported }) => supported)).toBe(true)
  expect(unsupported).toBeUndefined()
})

test('a second section is quoted where the first is in doubt', () => {
  const sections: Section[] = [
    ['Boil water', 'Press the button to boil water.'],
    ['Boil milk', 'Boil it slowly, not as water.'],
  ]
  expect(ask('How hot does it boil water?', sections, { certainty: 0.9 })).not.toContain('[2]\n')
  expect(ask('How hot does it boil water?', sections, { certainty: 0.4 })).toContain(
    'Boil it slowly, not as water. [2]',
  )
})

test('below an answer in doubt two more sections are linked, below any other one', () => {
  const boil = (what: string): Section => [`Boil ${what}`, `Press the button to boil ${what}.`]
  const sections = ['water', 'milk', 'soup', 'tea', 'eggs'].map(boil)
  expect(ask('How do I boil water?', sections, { certainty: 0.4 })).toContain('See also **Kettle › Boil soup** [3]')
  expect(ask('How do I boil water?', sections)).toContain('See also **Kettle › Boil milk** [2].')
})
