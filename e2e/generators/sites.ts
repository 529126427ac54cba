import type { Page } from '@playwright/test'

/** A documentation site that a generator builds. */
export interface GeneratorSite {
  readonly name: string
  /** Folder of the shared pages; the site has its own if there is none. */
  readonly content?: string
  /** What the home page's file is called there. */
  readonly home?: string
  /** The command that builds it. npm projects are installed first. */
  readonly build: readonly string[]
  /** Folder of the built pages. */
  readonly output: string
  /** Whether its router follows the links of answers, so that the page isn't loaded anew. */
  readonly hasRouter?: boolean
  /** Switches to the dark theme, as readers do. */
  dark(page: Page): Promise<void>
}

const npmBuild = ['npm', 'run', 'build']

/** Clicks a switch that goes through the themes, until the page is dark. */
const clickUntilDark = (selector: string, darkRoot: string) => async (page: Page) => {
  for (let count = 0; count < 3 && (await page.locator(darkRoot).count()) === 0; count++)
    await page.locator(selector).locator('visible=true').first().click()
}

/** The sites, each with the script tag as the manual's recipe has it. */
export const generatorSites: readonly GeneratorSite[] = [
  {
    name: 'vitepress',
    content: 'content',
    build: npmBuild,
    output: '.vitepress/dist',
    hasRouter: true,
    dark: clickUntilDark('.VPSwitchAppearance', 'html.dark'),
  },
  {
    name: 'docusaurus',
    content: 'content',
    build: npmBuild,
    output: 'build',
    hasRouter: true,
    dark: clickUntilDark('button[class*="toggleButton"]', 'html[data-theme="dark"]'),
  },
  {
    name: 'starlight',
    content: 'src/content/docs',
    build: npmBuild,
    output: 'dist',
    async dark(page) {
      await page.locator('starlight-theme-select select').locator('visible=true').first().selectOption('dark')
    },
  },
  {
    name: 'nextra',
    content: 'content',
    build: npmBuild,
    output: 'out',
    hasRouter: true,
    async dark(page) {
      await page.getByTitle('Change theme').locator('visible=true').first().click()
      await page.getByRole('option', { name: 'Dark' }).click()
    },
  },
  {
    name: 'fumadocs',
    content: 'content',
    build: npmBuild,
    output: 'out',
    hasRouter: true,
    dark: clickUntilDark('[data-theme-toggle], button[aria-label="Toggle Theme"]', 'html.dark'),
  },
  {
    name: 'material',
    content: 'content',
    build: ['mkdocs', 'build', '--quiet'],
    output: 'site',
    dark: clickUntilDark('form[data-md-component="palette"] label', 'body[data-md-color-scheme="slate"]'),
  },
  {
    name: 'sphinx',
    build: ['sphinx-build', '-q', '-b', 'html', '.', '_build'],
    output: '_build',
    // Debian's Furo has scripts that no browser runs; this is what its switch does.
    dark: (page) =>
      page.evaluate(() => {
        document.body.dataset.theme = 'dark'
      }),
  },
  {
    name: 'hugo',
    content: 'content',
    home: '_index.md',
    build: ['hugo', '--quiet'],
    output: 'public',
    dark: clickUntilDark('#theme', 'html.dark'),
  },
]
