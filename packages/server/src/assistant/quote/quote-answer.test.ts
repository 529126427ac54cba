import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import type { Source } from '../sources.ts'
import { type QuoteMaterial, writeQuoteAnswer } from './quote-answer.ts'

type Section = readonly [heading: string, content: string, more?: Partial<Source>]

const ask = (question: string, sections: readonly Section[], more: Partial<QuoteMaterial> = {}): string => {
  const sources = sections.map(([heading, text, own], at): Source => {
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
  return writeQuoteAnswer({ question, context: [], sources, ...more })
}

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
  expect(ask('Explain “Create”', [asked, ['Lid', 'You create and explain.', rare]])).toMatch(/^Press and hold\. \[1\]/)
  expect(ask('Explain what to create', [asked])).toMatch(/^\[\?\]/)
})

test('a section that is asked for by its name is quoted whole, its tables too', () => {
  const table = (name: string) =>
    `| Option | Default |\n| --- | --- |\n${lines(9, (at) => `| ${name}-${at} | ${at} |`)}`
  const sections: Section[] = [['Options of the lid', `Each is set once.\n\n${table('lid')}\n\n${table('rim')}`]]
  const rows = (answer: string) => answer.match(/^\| (?:lid|rim)-/gm)?.length
  expect(rows(ask('Options of the lid?', sections))).toBe(18)
  const other = ask('which options has a lid for boiling', sections)
  expect(other).toMatch(/\[1\]/)
  expect(rows(other) ?? 0).toBeLessThan(18)
})

test('a page that is asked for by its title, as a question, is told by how it begins and by its sections', () => {
  const content = 'Water passes three steps.\n\n## Step 1: cold\n\nIt is cold.\n\n## Step 2: warm\n\nIt is warm.'
  const page = {
    title: 'How water is heated',
    heading: null,
    anchor: null,
    breadcrumbs: ['How water is heated'],
    content,
  }
  const answer = ask('How is water heated?', [['', '', page]])
  expect(answer).toMatch(/^Water passes three steps\. \[1\]/)
  expect(answer).toContain('- Step 1: cold\n- Step 2: warm')
  expect(answer).not.toContain('It is cold.')
})

test('a section of mere links comes after one that says less, and is never one to see also', () => {
  const next: Section = ['Next', 'The kettle that boils water can be cleaned, descaled and boiled dry.']
  const boil: Section = ['Boiling', 'The kettle boils water within a minute.']
  const answer = ask('how does the kettle boil water', [next, boil])
  expect(answer).toMatch(/^The kettle boils water within a minute\. \[2\]|^\*\*Kettle › Boiling/)
  expect(answer).not.toContain('See also **Kettle › Next')
})

test('who tells of trouble is answered from where trouble is told of', () => {
  const sections: Section[] = [
    ['Panels', 'Draw a button. Show it, and ask with the button.'],
    ['The lamp or the button does not show up', 'Plug the kettle in.'],
  ]
  expect(ask('ask button not showing', sections)).toContain('Plug the kettle in. [2]')
  expect(ask('how do I show a button to ask with', sections)).toContain('Draw a button.')
})

test('of what is asked with a name of letters and digits, the section that is headed by it comes first', () => {
  const sections: Section[] = [
    ['Files', 'The kettle backs up the files. Back up all files to a folder.'],
    ['Amazon A4', 'Any bucket of A4 will do.'],
  ]
  expect(ask('back up to a4', sections)).toMatch(/^(?:\*\*[^\n]*\*\*\n\n)?Any bucket of A4 will do\. \[2\]/)
})

test('a heading that begins like the question answers it before what has its words', () => {
  const sections: Section[] = [
    ['Fuels', 'With gas it works so: light the gas.'],
    ['Does it work with induction, or on my stove?', 'Yes, on any stove: gas, too.'],
  ]
  expect(ask('does it work with gas', sections)).toContain('Yes, on any stove: gas, too. [2]')
})

test('who asks how to do something is told by a guide before a property of a class', () => {
  const property: Section = [
    'app',
    'The app to test. Test my app by the client.',
    { anchor: 'kettle.testing.Client.app' },
  ]
  expect(ask('how do I test my app', [property, ['Testing', 'Run `kettle test` for your app.']])).toContain(
    'kettle test',
  )
})

test('where one heading says all that is asked, a section that says the word in passing is not quoted as well', () => {
  const upgrade: Section = ['Update, or upgrade to a newer kettle', 'Buy a newer one.']
  const answer = ask('how do I upgrade', [upgrade, ['Try it', 'Ask for a link to the upgrade guide.']])
  expect(answer).toContain('Buy a newer one. [1]')
  expect(answer).not.toContain('Ask for a link')
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
    expect(answer).toContain('Siehe auch **Kettle › Port** [2].')
  })

  test('is not answered by a word that is another one there', () => {
    const few = { byWords: { score: 0.3, terms: 2, sections: 100 } }
    expect(ask('Wie backe ich einen Kuchen?', [['Lid', 'Put the lid back.', few]])).toMatch(/^\[\?\]/)
  })

  test('is answered by what is headed by a name of letters and digits, or with capitals within', () => {
    expect(ask('Wie befüllt man A4?', [['Fill the A4', 'Open the lid.']])).toMatch(/^(?!\[\?\])/)
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
  test('is never asked back when a passage says it', () => {
    const sections: Section[] = [
      ['Filter', 'A part of the spout that holds the lime back.', { title: 'Terms' }],
      ['Filter', 'Change the copper one every year, or so the maker says.', { title: 'Care' }],
    ]
    expect(ask('What is a filter?', sections, { open: ['subject'] })).toMatch(/^A part of the spout/)
  })

  test('begins where its passage begins', () => {
    const text = `In some countries water leaves lime.\n\nFor example:\n\n\`\`\`sh\nkettle scale\n\`\`\`\n\nThe scale filters of a kettle hold scale back.\n\n${filler}`
    expect(ask('what are scale filters', [['Scale filters', text]])).toMatch(/^In some countries water leaves lime\./)
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

  test('is answered when the name is that of the documentation, or another name is there', () => {
    const sections: Section[] = [
      ['Descale', 'To descale it, call `useDescaler` or fill the tank with vinegar of Oregon.'],
    ]
    expect(ask('How do I descale the kettle in Brewmaster?', sections, { siteName: 'Brewmaster docs' })).toContain(
      'vinegar',
    )
    expect(ask('How do I descale with useDescaler in Brewmaster?', sections)).toContain('vinegar')
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

test('things with a passage each are told apart by these, though one of them names the other', () => {
  const answer = ask('boil vs simmer', [
    ['Boil', 'It heats the water to 100 degrees. Unlike simmer, a boil ends by itself.'],
    ['Lids', 'Keep the lid shut for a boil and for a simmer.'],
    ['Simmer', 'It keeps the water below 100 degrees.'],
  ])
  expect(answer).toMatch(/It heats the water[^\n]*\[1\][\s\S]*It keeps the water below[^\n]*\[3\]/)
  expect(answer).not.toContain('Keep the lid shut')
})

test('three things are told apart, each under its name', () => {
  const answer = ask('boil vs simmer vs steam, when to use which?', [
    ['simmer', '- **Heat:** low\n\nStays below 100 degrees.'],
    ['steam', '- **Heat:** high\n\nGoes on after the water is gone.'],
    ['boil', '- **Heat:** high\n\nEnds at 100 degrees.'],
  ])
  expect(answer.match(/^\*\*Kettle › \w+\*\*$/gm)).toEqual([
    '**Kettle › boil**',
    '**Kettle › simmer**',
    '**Kettle › steam**',
  ])
})

test.each([
  ['boil or simmer for a large kettle?', 'boil', 'simmer'],
  ['simmer or boil, which one is quicker', 'simmer', 'boil'],
])('what a choice is for is not the name of a thing: %s', (question, first, second) => {
  const answer = ask(question, [
    ['Large kettles', 'A large kettle is quicker for many cups.'],
    ['simmer', 'Stays below 100 degrees.'],
    ['boil', 'Ends at 100 degrees.'],
  ])
  expect(answer.match(/^\*\*Kettle › \w+\*\*$/gm)).toEqual([`**Kettle › ${first}**`, `**Kettle › ${second}**`])
})

test('a heading that looks like a tag keeps its name, and types keep what is in their brackets', () => {
  const answer = ask('how do I keep the kettle warm', [
    ['<KeepWarm>', 'This keeps the kettle warm for an `Array` of hours: Array\\<Hour>.'],
    ['<Lid>', 'Keep the lid shut.'],
  ])
  expect(answer).toContain('**Kettle › \\<KeepWarm>**')
  expect(answer).toContain('Array\\<Hour>.')
})

test('a question that compares is never asked back which of its things is meant', () => {
  const sections: Section[] = [
    ['Boil and simmer', 'The kettle does either.', { title: 'Modes' }],
    ['Boil and simmer', 'Teapots know neither of these words at all.', { title: 'Teapots' }],
  ]
  expect(ask('Boil and simmer', sections, { open: ['subject'] })).toMatch(/^\[\?1,2\]/)
  expect(ask('boil vs. simmer', sections, { open: ['subject'] })).toContain('The kettle does either. [1]')
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
  test.each(['KETTLE_PORT', 'What is `KETTLE_PORT`?', 'kettle_port'])(
    'is answered first by the row that tells of it, alone: %s',
    (question) => {
      const answer = ask(question, sections)
      expect(answer).toMatch(/^\*\*Kettle › Variables\*\* \[2\]\n\n\| Variable/)
      expect(answer).toContain('Where it listens.')
      expect(answer).not.toContain('Steam of')
    },
  )

  test('is answered by the item of a list that tells of it, not by one that has it', () => {
    const list = `- \`boil()\`: calls \`steam()\`.\n- \`steam()\`: blows.\n${lines(9, (at) => `- \`cup${at}()\`: calls \`steam()\`.`)}`
    const answer = ask('steam()', [
      ['Calls', 'Call `steam()` once.'],
      ['Functions', `There are these.\n\n${list}`],
    ])
    expect(answer).toContain('- `steam()`: blows.')
    expect(answer).not.toContain('cup1')
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
  test.each(['What is the default timeout?', 'default timeout', 'what does the timeout default to'])(
    'is answered from where the value stands: %s',
    (question) => {
      const answer = ask(question, [
        ['Change the timeout', 'You can override the default of the timeout of the kettle for steps.'],
        ['Steps', 'Steps go on after a timeout.'],
        ['timeout', '- **Type:** `number`\n- **Default:** `30`\n\nSeconds until it stops.'],
      ])
      expect(answer).toMatch(/^[^\n]*(?:\n[^\n]*)?Default:\*\* `30`/)
    },
  )

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

  test('is answered by the code of a status', () => {
    const answer = ask('429 too many requests error', [
      ['Errors while it boils', 'Many requests end with an error while it boils.'],
      ['Which codes are there?', '| Status | Meaning |\n| --- | --- |\n| 401 | No key |\n| 429 | A limit is reached |'],
    ])
    expect(answer).toMatch(/^\*\*[^\n]*\[2\]\n\n[^\n]*\n[^\n]*\n[\s\S]*\| 429 \| A limit is reached \|/)
  })

  test('is answered by the code of a status that the pages call something else', () => {
    const answer = ask('401 Unauthorized', [
      ['Codes', '| Status | Meaning |\n| --- | --- |\n| 401 | The key is missing |\n| 404 | Nothing is there |'],
    ])
    expect(answer).toContain('| 401 | The key is missing |')
    const other: Section = ['Codes', 'A key is unauthorized.', { byWords: { ...found, score: 0.2, terms: 2 } }]
    expect(ask('422 Unauthorized', [other]).startsWith('[?]')).toBe(true)
  })

  test('is answered with the rows of that status alone, out of many', () => {
    const rows = lines(12, (at) => `| ${400 + at * 29} | Too many of kind ${at} for these requests: an error |`)
    const answer = ask('429 too many requests error', [['Codes', `| Status | Meaning |\n| --- | --- |\n${rows}`]])
    expect(answer.match(/^\| \d/gm)).toEqual(['| 4'])
    expect(answer).toContain('| 429 |')
  })
})

describe('documentation in another language', () => {
  const german = { language: 'de' }
  test('is quoted when its words, without small ones, are those of the question', () => {
    const answer = ask('Wie kann ich denn nun die Temperaturen von dem Kessel ändern?', [
      ['Temperatur', 'Die Temperatur ändert man am Kessel mit dem Rad.', german],
      ['Deckel', 'Der Deckel ist aus Stahl.', german],
    ])
    expect(answer).toMatch(/^Die Temperatur ändert man am Kessel mit dem Rad\. \[1\]/)
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

test('the name of an option stands above what is quoted of it, unless that says the name', () => {
  const text = 'Ends the boil after so many seconds, however cold the water is.'
  const question = 'how do I end the boil after some seconds'
  expect(ask(question, [['boil.maxSeconds', text]])).toMatch(/^\*\*Kettle › boil\.maxSeconds\*\*\n\nEnds/)
  expect(ask(question, [['boil.maxSeconds', `Use \`boil.maxSeconds\`. ${text}`]])).toMatch(/^Use `boil/)
  expect(ask(question, [['End a boil', text]])).toMatch(/^Ends/)
})

describe('what is quoted of a passage', () => {
  test('what a paragraph announces, when that is a line of code in another one', () => {
    const answer = ask('How is the flag computed?', [
      ['Flag', 'The flag is computed from:\n\n`isFull && isHot`\n\nso it is only true in a hot kettle.'],
    ])
    expect(answer).toContain('The flag is computed from: [1]\n\n`isFull && isHot` [1]\n\nso it is only true')
  })

  test('one of the commands that do the same, and no style sheet of an example', () => {
    const install = '```sh\nnpm install kettle\n```\n\n```sh\nyarn add kettle\n```\n\n```sh\npnpm add kettle\n```'
    expect(ask('How do I install the kettle?', [['Install', install]])).not.toMatch(/yarn|pnpm/)
    const order = '```sh\nnpm install kettle\n```\n\n```sh\nnpx kettle boil\n```'
    expect(ask('How do I install the kettle?', [['Install', order]])).toContain('npx kettle boil')
    const example = 'Heat it:\n\n```js\nkettle.heat()\n```\n\n```css\n.kettle { color: red }\n```'
    expect(ask('How do I heat it?', [['Heat', example]])).not.toContain('color')
    expect(ask('How do I style it with CSS to heat it?', [['Heat', example]])).toContain('color')
  })

  test('one of the examples that say the same in TypeScript and in JavaScript', () => {
    const both = (name: string) => `\`\`\`tsx\n${name}: Kettle\n\`\`\`\n\n\`\`\`jsx\n${name}()\n\`\`\``
    const answer = ask('How do I heat it?', [['Heat', `Heat it:\n\n${both('boil')}\n\n${both('steam')}`]])
    expect(answer.match(/^```\w+/gm)).toEqual(['```tsx', '```tsx'])
    expect(answer).toContain('steam: Kettle')
  })

  test('nothing of when it came for one who wants to do something', () => {
    const history = 'New in version 0.6.\n\nOpen the lid.\n\nChanged in version 0.9: To open the lid needs a key.'
    const answer = ask('How do I open the lid?', [['Lid', history]])
    expect(answer).toContain('Open the lid. [1]')
    expect(answer).not.toMatch(/New in|Changed in/)
    expect(ask('What has changed about the lid in 0.9?', [['Lid', history]])).toContain('Changed in version 0.9')
  })

  test('no more than there is room for of lists, however they are announced', () => {
    const item = (at: number) => `- Part ${at} of the kettle, ${'which is made of steel and of copper '.repeat(2)}`
    const parts = lines(5, (at) => `The kettle of kind ${at} has:\n\n${lines(6, item)}\n`)
    const answer = ask('What is in the kettle?', [['Kinds', `${filler}\n\n${parts}`]])
    expect(answer.match(/^- Part/gm)?.length).toBeLessThanOrEqual(12)
  })

  test('types and defaults for who asks for a value alone', () => {
    const option: Section = ['lid', '- Default: `true`\n- Type: Boolean\n\nCloses the lid by itself.']
    expect(ask('How do I close the lid?', [option])).toMatch(/^Closes the lid by itself\./)
    expect(ask('What is the default of the lid?', [option])).toContain('- Default: `true`')
    const steps: Section = ['Lid', 'Type the name of the lid.\n\nReturn the lid to its maker.']
    expect(ask('How do I change the lid?', [steps])).toContain('Type the name of the lid. [1]\n\nReturn the lid')
  })

  test.each([
    'The following example shows the lid of a kettle.',
    'To lock the lid, see the table of lids below.',
    'To lock it, do the following;',
    'By executing',
    'To lock it from afar, by `kettle`,',
  ])('nothing that leads to what does not follow: %s', (pointer) => {
    const lid = `The lid of a kettle locks while water boils. ${pointer}`
    expect(ask('lock lid kettle', [['Lid', `${lid}\n\n## After that\n\nRest.`]])).not.toContain(pointer)
    const shown = ask('lock lid kettle', [['Lid', `${lid}\n\n\`\`\`sh\nkettle lock\n\`\`\``]])
    expect(shown).toContain(pointer)
  })

  test('code with as many sentences before it as it needs', () => {
    const lid = 'A lid with a pin has to be named. For example, name it by its colour.'
    const long = `${lid}\n\n\`\`\`sh\nkettle lock red\n\`\`\`\n\n${filler}\n\n${filler}`
    expect(ask('How do I use kettle lock?', [['Kettle lock', `${filler}\n\n${long}`]])).toContain(lid)
  })

  test('no announcement of code that has been quoted already', () => {
    const code = '```sh\nkettle clean --lid\n```'
    const answer = ask('How do I clean the lid or the spout with vinegar?', [
      ['Clean the lid', `Cleaning the lid takes a minute:\n\n${code}`],
      ['Clean the spout with vinegar', `Vinegar cleans the spout of the kettle. Example:\n\n${code}`],
    ])
    expect(answer).toContain('Vinegar cleans the spout of the kettle. [2]')
    expect(answer).not.toContain('Example:')
  })

  test('a sentence that announces what the source does not have ends as a sentence', () => {
    const answer = ask('How do I add tags?', [
      [
        'Tags',
        'To add tags, pass the parameter `tags` with a list:\n\nThey are shown on the display. So, you can use it with:\n\n' +
          'For example:\n\n**Result:** `[]`',
      ],
    ])
    expect(answer).toContain('To add tags, pass the parameter `tags` with a list. [1]')
    expect(answer).toContain('They are shown on the display. [1]')
    expect(answer).toContain('**Result:** `[]` [1]')
    expect(answer).not.toMatch(/For example|use it with/)
  })

  test('no condition or aim alone, whose end the source does not have', () => {
    const answer = ask('How do I add tags?', [
      ['Tags', 'Tags are added with `kettle tag`.\n\nTo add tags to all:\n\nNow if we add tags once more:'],
    ])
    expect(answer).toContain('Tags are added with `kettle tag`. [1]')
    expect(answer).not.toMatch(/to all|once more/)
  })

  test('no list of mere links for one who wants to know what a thing is', () => {
    const entry = 'Valves are used to let steam out.\n\nFor more details see:\n\n- [Guide - Valves](/valves)'
    expect(ask('What is a valve?', [['Valve', entry]])).toMatch(
      /^Valves are used to let steam out\. \[1\]\n\n\*Excerpts/,
    )
  })

  test('no list of mere links for one who wants to do something, nor what announces it', () => {
    const answer = ask('How do I mock a pump?', [
      [
        'Mock',
        'Call `mock()` to mock a pump. There are guides for each pump:\n\n- [Copper](/copper)\n- [Steel](/steel)',
      ],
    ])
    expect(answer).toContain('Call `mock()` to mock a pump. [1]')
    expect(answer).not.toMatch(/Copper|guides/)
    const values = ask('How do I set the metal?', [
      ['Metal', 'To set the metal, set `metal` to the name of one:\n\n- [Copper](/copper)\n- [Steel](/steel)'],
    ])
    expect(values).toContain('the name of one: [1]\n\n- Copper\n- Steel')
  })

  test('of a list the items that are asked for, and not those that share words with most of them', () => {
    const options = ['colour', 'lid', 'heatTimeout', 'label', 'steam', 'boilTimeout', 'sound', 'light', 'scale', 'cord']
    const items = [...options, 'plug'].map(
      (name) =>
        `- **${name}** (optional): how a request to the kettle is to treat it for as long as it stands. Default: \`0\``,
    )
    const answer = ask('default timeout of a request?', [['Options', `${filler}\n\n${items.join('\n')}`]])
    expect(answer.match(/(?<=^- \*\*)\w+/gm)).toEqual(['heatTimeout', 'boilTimeout'])
  })

  test('of an item that is too long the items below it that are asked for', () => {
    const fields = ['colour', 'lid', 'label', 'steam', 'sound', 'light', 'scale', 'cord', 'plug', 'feet', 'timeout']
    const below = fields.map(
      (name) => `  - \`${name}\`: what the ${name} of it is, when it is not the one\n    that it came with`,
    )
    const list = `- \`water\` is the water\n- \`options\` are the options:\n${below.join('\n')}`
    const answer = ask('How do I set the timeout?', [['boil(water, options)', `${list}\n\n${filler}`]])
    expect(answer).toMatch(
      /^\*\*Kettle › boil\(water, options\)\*\*\n\n- `timeout`: what the timeout of it is, when it is not the one\n {2}that it came with \[1\]/,
    )
    expect(answer).not.toContain('colour')
  })

  test('of terms that are explained at length how the explanation begins', () => {
    const term = (name: string) =>
      `- Setting \`${name}\`\n\n  The ${name.toLowerCase()} can be given in the environment.\n\n  First write it down:\n\n  \`\`\`\n  export ${name}\n  \`\`\`\n\n  ${filler}`
    const list = ['LID', 'PASSWORD', 'WATER'].map(term).join('\n')
    const answer = ask('how to give the password', [['Ways', `There are several ways:\n\n${list}`]])
    expect(answer).toContain('- Setting `PASSWORD`\n\n  The password can be given in the environment. [1]')
    expect(answer).not.toMatch(/LID|First write|heated/)
  })

  test('what has all that is asked, rather than how the passage begins', () => {
    const beginning =
      'A lid keeps the steam in while the coil warms the water, so that less of it is lost to the room. Whoever lifts the lid lets out what the coil has made, and waits longer for the tea. The kettle says so with a sound, which some people like and others turn off for good. A glass shows the coil at work.'
    const list = ['the handle, which stays cool', 'the cord and its plug in the wall']
    const items = list.map((name) => `- ${name}, as the coil does not reach so far whatever the lid does and says`)
    const truth =
      'There is no way to make a heating coil from a glass lid, and whoever has tried has burnt a hand, or a table, or has had a long talk with the neighbours.'
    const content = [
      beginning,
      'A glass lid and its heating coil never reach these parts:',
      items.join('\n'),
      filler,
      truth,
    ]
    expect(ask('Can a glass lid be a heating coil?', [['Lids', content.join('\n\n')]])).toContain(truth)
  })

  test('of options that are too long together those that touch the question most', () => {
    const option = (name: string) => `- **${name}**: The timeout after which ${'a request that waits '.repeat(11)}ends.`
    const options = ['body', 'headers', 'connection', 'silence'].map((name) => option(`${name}Timeout`)).join('\n')
    const notes = 'Notes:\n\n- Some headers are set by the server.\n- Others may be set.'
    const answer = ask('How do I set a headers timeout?', [['Options', `${options}\n\n${filler}\n\n${notes}`]])
    expect(answer).toContain('headersTimeout')
    expect(answer).not.toContain('silenceTimeout')
  })

  test('nothing of an example that is too long: the answer leads there', () => {
    const code = `\`\`\`js\n${lines(80, (at) => `kettle.boil(${at})`)}\n\`\`\``
    expect(ask('How do I boil a kettle?', [['Boil a kettle', code]])).toBe('See **Kettle › Boil a kettle** [1].')
  })

  test('a few tables at most', () => {
    const table = (name: string) =>
      `The tag takes options of ${name}:\n\n| Option | Default |\n| --- | --- |\n${lines(7, (at) => `| \`${name}-${at}\` | ${at} |`)}`
    const answer = ask('Which options does the tag take?', [['Options', ['a', 'b', 'c', 'd'].map(table).join('\n\n')]])
    expect(answer.match(/^\| Option/gm)).toHaveLength(2)
  })

  test('the whole table when no row of it stands out', () => {
    const rows = lines(12, (at) => `| \`${'abcdefghijkl'[at]}\` | Comes as number ${at} |`)
    const answer = ask('What events does the stream have?', [
      ['Which events come?', `| Event | When |\n| --- | --- |\n${rows}\n\nA stream ends with \`l\`.`],
    ])
    expect(answer).toContain('| `a` | Comes as number 0 |')
    expect(answer).toContain('| `l` | Comes as number 11 |')
  })

  test('the whole of a longer table where the heading asks for it', () => {
    const rows = lines(22, (at) => `| e${at} | Number ${at} |`)
    const answer = ask('Which events are there?', [
      ['Which events are there?', `| Name | When |\n| --- | --- |\n${rows}\n\nIt ends with e21.`],
    ])
    expect(answer).toContain('| e0 | Number 0 |')
    expect(answer).toContain('| e21 | Number 21 |')
  })

  test('long steps whole, for one who wants to follow them', () => {
    const steps = lines(
      12,
      (at) => `${at + 1}. ${'Turn the wheel of the kettle a little more to the right. '.repeat(2).trim()}`,
    )
    const answer = ask('How do I open the kettle?', [['Open the kettle', `${filler}\n\nTo open it:\n\n${steps}`]])
    expect(answer).toContain('To open it: [1]\n\n1. Turn')
    expect(answer).toContain('12. Turn')
  })

  test('code with the sentence before it, also when that announces other code as well', () => {
    const code = (name: string) => `\`\`\`sh\nkettle ${name}\n\`\`\``
    const answer = ask('How do I clean the spout of the kettle?', [
      ['Clean', `${filler}\n\n${filler} Cleaning takes a minute.\n\n${code('clean --spout')}\n\n${filler}`],
    ])
    expect(answer).toContain(`Cleaning takes a minute. [1]\n\n${code('clean --spout')}`)
    const leaning = ask('How do I clean the spout of the kettle?', [
      ['Clean', `${filler}\n\n${filler} It takes one.\n\n**Example:**\n\n${code('clean --spout')}\n\n${filler}`],
      ['Spout', `${filler}\n\n${filler} This is seldom so.\n\n${code('clean --spout')}`],
    ])
    expect(leaning).toContain(`**Example:** [1]\n\n${code('clean --spout')}`)
    expect(leaning).not.toMatch(/It takes one|seldom/)
    const twice = ask('How do I clean it?', [
      [
        'Clean',
        `Run this:\n\n${code('clean')}\n\nIt is clean. Run this:\n\n${code('rinse')}\n\nRun this:\n\n${code('dry')}`,
      ],
    ])
    for (const [, before] of twice.matchAll(/([^\n]*)\n\n```sh/g)) expect(before).toMatch(/Run this: \[1\]$/)
  })

  test('no more code than there is room for, however it is announced', () => {
    const pairs = lines(7, (at) => `To open lid ${at} of the kettle:\n\n\`\`\`sh\nkettle open ${at}\n\`\`\`\n`)
    const answer = ask('How do I open the lid of the kettle?', [['Open', pairs]])
    expect(answer.match(/^```sh/gm)?.length).toBeLessThanOrEqual(3)
    expect(answer).not.toMatch(/: \[1\]\n\n(?!```)/)
  })

  test('names the passage when its first sentence leans on the heading', () => {
    const sections: Section[] = [['Lid lock', 'This locks the lid while water boils.']]
    expect(ask('How do I lock the lid?', sections)).toMatch(/^\*\*Kettle › Lid lock\*\*\n\nThis locks the lid/)
    const going: Section[] = [['Lid lock', 'For example, a pin locks the lid while water boils.']]
    expect(ask('How do I lock the lid?', going)).toMatch(/^\*\*Kettle › Lid lock\*\*\n\nFor example/)
    const also: Section[] = [['Lid lock', 'You can also lock the lid while water boils.']]
    expect(ask('How do I lock the lid?', also)).toMatch(/^\*\*Kettle › Lid lock\*\*\n\nYou can also/)
    const plain: Section[] = [['Lid lock', "It's possible to lock the lid while water boils."]]
    expect(ask('How do I lock the lid?', plain)).toMatch(/^It's possible/)
  })

  test('names the passage when its heading has nothing of the question', () => {
    const sections: Section[] = [['`lid is open`', 'Another cup holds the lid. Close the lid, or take the cup away.']]
    expect(ask('How do I close the lid?', sections)).toMatch(/^Another cup/)
    const other: Section[] = [['`E42`', 'Another cup holds the lid. Close the lid, or take the cup away.']]
    expect(ask('How do I close the lid?', other)).toMatch(/^\*\*Kettle › `?E42`?\*\*\n\nAnother cup/)
  })

  test('the paragraph before one that goes on from it', () => {
    const answer = ask('How do I keep steam from the ceiling?', [
      ['Steam', `${filler}\n\nOpen a window.\n\nAlternatively, a hood keeps steam from the ceiling.\n\n${filler}`],
    ])
    expect(answer).toContain('Open a window. [1]\n\nAlternatively, a hood')
  })

  test('the message that was asked about, and what is said of it', () => {
    const message = (text: string) => `\`\`\`\nFATAL: ${text}\n\`\`\``
    const answer = ask('FATAL: the copper filter is missing', [
      ['Filters', 'A copper filter holds lime back. A filter that is missing holds nothing back, which may be fatal.'],
      [
        'Problems',
        `${filler}\n\n${message('no lid was found')}\n\nClose it.\n\n${message('copper filter missing in spout 2')}\n\nPut one in.\n\n${filler}`,
      ],
    ])
    expect(answer).toMatch(/missing in spout 2\n```\n\nPut one in\. \[2\]/)
    expect(answer).not.toContain('no lid was found')
  })

  test('the beginning of a passage whose heading says all that is asked, and the list below', () => {
    const tips = '- Fill it with soft water.\n- Empty it over night.'
    const answer = ask('avoid lime', [
      ['Avoiding lime', `Lime comes with water.\n\n${tips}\n\n${filler}\n\nWho cannot avoid lime may call us.`],
    ])
    expect(answer).toContain('Lime comes with water. [1]\n\n- Fill it with soft water.\n- Empty it over night. [1]')
  })

  test('the subsection that shows how, below a passage that only speaks of it', () => {
    const code = '```sh\nkettle descale\n```'
    const below = { path: '/0', breadcrumbs: ['Kettle', 'Descale', 'With vinegar'] }
    const sections: Section[] = [
      ['Descale', 'You can descale the kettle in two ways.', { path: '/0', breadcrumbs: ['Kettle', 'Descale'] }],
      ['Descale often', 'Who descales the kettle often has it for long.'],
      ['With vinegar', `Run this:\n\n${code}`, below],
    ]
    expect(ask('descale the kettle', sections)).not.toContain(code)
    const answer = ask('How do I descale the kettle?', sections)
    expect(answer).toMatch(/in two ways\. \[1\]\n\n\*\*Kettle › With vinegar\*\*\n\nRun this: \[3\]\n\n```sh/)
  })

  test('what tells two things apart, sentence by sentence', () => {
    const apart =
      'Steel filters and copper filters hold lime back. The difference is how long. Steel filters stay as they are for many years of daily use in hard water, while copper filters have to be cleaned every few weeks.'
    const answer = ask('steel filters vs copper filters', [['Filters', `${filler}\n\n${apart} ${filler}\n\n${filler}`]])
    expect(answer).toContain(`${apart}`)
  })

  test('names of passages as they are, whatever they hold', () => {
    const answer = ask('How do I use ref?', [
      ['ref() **', '```js\nref()\n```'],
      ['`<Lid>` ref', '```js\nlid()\n```'],
    ])
    expect(answer).toContain('**Kettle › ref() \\*\\*** [1]')
    expect(answer).toContain('**Kettle › \\<Lid> ref**')
  })
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
  expect(answer.length).toBeLessThan(500)
})

test('of many small tables two are quoted', () => {
  const table = (at: number) => `| Steam ${at} | Default |\n| --- | --- |\n| steam_${at} | unset |`
  const content = Array.from({ length: 6 }, (_, at) => `${table(at)}\n\nThe steam ${at}. ${filler}`).join('\n\n')
  expect(ask('enable steam', [['Steaming', content]]).match(/^\| steam_/gm)?.length).toBe(2)
})

test('the rest of a sentence is not quoted without its beginning', () => {
  const content = `Type this:\n\n\`\`\`sh\n${lines(60, () => 'boil')}\n\`\`\`\n\nto the cup to clean the kettle.\n\nThe kettle is cleaned with vinegar. ${filler}`
  const answer = ask('clean the kettle', [['Care', content]])
  expect(answer).toContain('cleaned with vinegar')
  expect(answer).not.toContain('to the cup')
})
