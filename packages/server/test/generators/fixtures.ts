import { antora } from './antora.ts'
import { astro } from './astro.ts'
import { docsify } from './docsify.ts'
import { docusaurus } from './docusaurus.ts'
import { eleventy } from './eleventy.ts'
import type { Fixture } from './fixture.ts'
import { fumadocs } from './fumadocs.ts'
import { gitbook } from './gitbook.ts'
import { hexo } from './hexo.ts'
import { honkit } from './honkit.ts'
import { hugo } from './hugo.ts'
import { jekyll } from './jekyll.ts'
import { mdbook } from './mdbook.ts'
import { mintlify } from './mintlify.ts'
import { mkdocs } from './mkdocs.ts'
import { nextra } from './nextra.ts'
import { nuxtContent } from './nuxt-content.ts'
import { plain } from './plain.ts'
import { retype } from './retype.ts'
import { rspress } from './rspress.ts'
import { sphinx } from './sphinx.ts'
import { starlight } from './starlight.ts'
import { vitepress } from './vitepress.ts'
import { vocs } from './vocs.ts'
import { vuepress } from './vuepress.ts'
import { zensical } from './zensical.ts'

/** The fixtures of each generator, by its name; `plain` for none. */
export const fixtures: ReadonlyMap<string, readonly Fixture[]> = new Map(
  Object.entries({
    vitepress,
    starlight,
    astro,
    mintlify,
    docusaurus,
    zensical,
    mkdocs,
    nextra,
    fumadocs,
    antora,
    vuepress,
    rspress,
    vocs,
    'nuxt-content': nuxtContent,
    retype,
    eleventy,
    hugo,
    hexo,
    jekyll,
    docsify,
    mdbook,
    honkit,
    gitbook,
    sphinx,
    plain,
  }),
)
