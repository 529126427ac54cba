import { type Fixture, pages } from './fixture.ts'

/** Not built: read off the source code of Zensical's configuration. */
export const zensical: Fixture[] = [
  {
    shows: 'the settings of MkDocs in TOML',
    files: {
      'zensical.toml': `[project]
site_name = "Acme"
site_url = "https://acme.io/manual/"
docs_dir = "handbook"
exclude_docs = "drafts/"
nav = [
  "index.md",
  { "Guides" = [
    "guides/index.md",
    { "Proxy" = "guides/proxy.md" },
    { "Deep" = [{ "Elsewhere" = "https://example.com" }, "guides/deep/tls.md"] },
  ] },
]
[project.theme]
language = "de"
`,
      ...pages('handbook/index.md', 'handbook/guides/index.md', 'handbook/guides/proxy.md', 'handbook/loose.md'),
      ...pages('handbook/guides/deep/tls.md', 'handbook/drafts/a.md', 'README.md'),
    },
    expected: {
      addresses: {
        'handbook/index.md': 'manual/',
        'handbook/guides/index.md': 'manual/guides/',
        'handbook/guides/proxy.md': 'manual/guides/proxy/',
        'handbook/loose.md': 'manual/loose/',
        'handbook/guides/deep/tls.md': 'manual/guides/deep/tls/',
      },
      order: ['index.md', 'guides/index.md', 'guides/proxy.md', 'guides/deep/tls.md'].map((file) => `handbook/${file}`),
      trails: { 'handbook/guides/proxy.md': ['Guides'], 'handbook/guides/deep/tls.md': ['Guides', 'Deep'] },
      places: { 'handbook/index.md': { language: 'de', format: 'md', anchors: 'python-emoji' } },
    },
  },
  {
    shows: 'files as addresses, and extensions of its own',
    files: {
      'zensical.toml':
        '[project]\nsite_name = "A"\nuse_directory_urls = false\n[project.markdown_extensions.toc]\npermalink = true\n',
      'docs/a.md': '## On Linux :rocket: now',
    },
    folder: 'docs',
    expected: { addresses: { 'a.md': 'a.html' }, sections: { 'a.md': [{ anchor: 'on-linux-rocket-now' }] } },
  },
]
