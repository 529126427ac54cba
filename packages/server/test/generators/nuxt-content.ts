import { type Fixture, pages } from './fixture.ts'

export const nuxtContent: Fixture[] = [
  {
    shows: 'numbers that order and are no part of addresses',
    files: {
      'content.config.ts': `import { defineContentConfig } from '@nuxt/content'\nexport default defineContentConfig({})`,
      'content/1.guide/.navigation.yml': 'title: The guide\n',
      ...pages('content/index.md', 'content/1.guide/index.md', 'content/1.guide/2.install.md'),
      ...pages('content/1.guide/10.more.md', 'content/2.api/1.My File_Name.md'),
      ...pages('content/3.Release Notes/1.later.draft.md', 'README.md'),
    },
    expected: {
      addresses: {
        'content/index.md': '',
        'content/1.guide/index.md': 'guide',
        'content/1.guide/2.install.md': 'guide/install',
        'content/1.guide/10.more.md': 'guide/more',
        'content/2.api/1.My File_Name.md': 'api/my-file_name',
        'content/3.Release Notes/1.later.draft.md': 'release-notes/later',
      },
      order: [
        'content/index.md',
        'content/1.guide/index.md',
        'content/1.guide/2.install.md',
        'content/1.guide/10.more.md',
        'content/2.api/1.My File_Name.md',
        'content/3.Release Notes/1.later.draft.md',
      ],
      trails: {
        'content/1.guide/10.more.md': ['The guide'],
        'content/3.Release Notes/1.later.draft.md': ['Release Notes'],
      },
    },
  },
]
