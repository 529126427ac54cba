import { antora } from './antora.ts'
import { astro } from './astro.ts'
import { docsify } from './docsify.ts'
import { docusaurus } from './docusaurus.ts'
import { eleventy } from './eleventy.ts'
import { fumadocs } from './fumadocs.ts'
import type { Generator, SiteGenerator } from './generator.ts'
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
import { retype } from './retype.ts'
import { rspress } from './rspress.ts'
import { sphinx } from './sphinx.ts'
import { starlight } from './starlight.ts'
import { vitepress } from './vitepress.ts'
import { vocs } from './vocs.ts'
import { vuepress } from './vuepress.ts'
import { zensical } from './zensical.ts'

/** The generators whose navigation the agent edits. */
export const siteGenerators: readonly SiteGenerator[] = [vitepress, starlight, mintlify, docusaurus, mkdocs]

/**
 * All generators, in the order in which they're tried. Those whose configuration may be beside the pages come first, the
 * nearest of their files before all others; the order counts for files in one folder. Then come those that are known by
 * files of their own, and last those of names that many programs use.
 */
export const generators: readonly Generator[] = [
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
  nuxtContent,
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
]
