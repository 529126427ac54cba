import { fileURLToPath } from 'node:url'
import { defineConfig, type HeadConfig } from 'vitepress'

/**
 * The widget is one tag, as on any other site. `WIDGET_URL` is the address of the Sidenote server, and `WIDGET_KEY` an
 * assistant key of its site `sidenote`. Without them, the manual is built without the widget.
 */
const { WIDGET_URL, WIDGET_KEY } = process.env
const widget: HeadConfig[] =
  WIDGET_URL && WIDGET_KEY
    ? [['script', { src: `${WIDGET_URL}/widget.js`, 'data-domain': 'sidenote', 'data-key': WIDGET_KEY, async: '' }]]
    : []

export default defineConfig({
  lang: 'en',
  title: 'Sidenote',
  description: 'The documentation assistant that answers from your own pages and links every statement to its source.',
  srcDir: 'pages',
  cleanUrls: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }],
    ['meta', { name: 'theme-color', content: '#b4441c' }],
    ['meta', { property: 'og:site_name', content: 'Sidenote' }],
    ...widget,
  ],
  vite: { publicDir: fileURLToPath(new URL('../public', import.meta.url)) },
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark' } },
  themeConfig: {
    logo: { src: '/logo.svg', width: 24, height: 24, alt: '' },
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Widget', link: '/widget/embed', activeMatch: '^/widget/' },
      { text: 'API', link: '/api/overview', activeMatch: '^/api/' },
      { text: 'Operate', link: '/operate/deployment', activeMatch: '^/operate/' },
    ],
    sidebar: [
      {
        text: 'Get started',
        items: [
          { text: 'What is Sidenote?', link: '/what-is-sidenote' },
          { text: 'Quick start', link: '/quick-start' },
          { text: 'Use it on your docs', link: '/your-docs' },
          { text: 'Ask as a reader', link: '/asking' },
        ],
      },
      {
        text: 'Widget',
        items: [
          { text: 'Embed the widget', link: '/widget/embed' },
          { text: 'Recipes for generators', link: '/widget/recipes' },
          { text: 'Control it from your page', link: '/widget/javascript' },
          { text: 'Content Security Policy', link: '/widget/content-security-policy' },
          { text: 'Size and compatibility', link: '/widget/foreign-pages' },
          { text: 'Use it from npm', link: '/widget/npm' },
        ],
      },
      {
        text: 'Pages and answers',
        items: [
          { text: 'Index a folder', link: '/indexing/folder' },
          { text: 'Other sources', link: '/indexing/sources' },
          { text: 'Markdown and MDX', link: '/indexing/markdown' },
          { text: 'The sync report', link: '/indexing/sync-report' },
          { text: 'How ranking works', link: '/indexing/ranking' },
          { text: 'How an answer is made', link: '/answers' },
          { text: 'Choose a model', link: '/models' },
        ],
      },
      {
        text: 'API',
        items: [
          { text: 'Overview', link: '/api/overview' },
          { text: 'Read a page', link: '/api/page' },
          { text: 'Search', link: '/api/search' },
          { text: 'Ask the assistant', link: '/api/assistant' },
          { text: 'The answer stream', link: '/api/stream' },
          { text: 'Use the AI SDK', link: '/api/ai-sdk' },
          { text: 'Send feedback', link: '/api/feedback' },
          { text: 'Share and hand over', link: '/api/sharing' },
          { text: 'Agent jobs', link: '/api/agent-jobs' },
          { text: 'MCP server', link: '/api/mcp' },
          { text: 'llms.txt and Markdown', link: '/api/text' },
          { text: 'Errors', link: '/api/errors' },
          { text: 'Administration', link: '/api/administration' },
        ],
      },
      {
        text: 'Agent jobs',
        items: [
          { text: 'What the agent does', link: '/agent/overview' },
          { text: 'Try it on your machine', link: '/agent/try-it' },
          { text: 'Connect a code host', link: '/agent/code-hosts' },
          { text: 'Work with jobs', link: '/agent/jobs' },
          { text: 'Webhooks', link: '/agent/webhooks' },
        ],
      },
      {
        text: 'Operate',
        items: [
          { text: 'Dashboard', link: '/operate/dashboard' },
          { text: 'People and roles', link: '/operate/people' },
          { text: 'Keys and origins', link: '/operate/keys' },
          { text: 'Organizations', link: '/operate/organizations' },
          { text: 'Audit log', link: '/operate/audit' },
          { text: 'Limits', link: '/operate/limits' },
          { text: 'Quotas', link: '/operate/quotas' },
          { text: 'Learn from questions', link: '/operate/conversations' },
          { text: 'Measure your answers', link: '/operate/evaluate' },
          { text: 'Command line', link: '/operate/command-line' },
          { text: 'Configuration', link: '/operate/configuration' },
          { text: 'Deployment', link: '/operate/deployment' },
          { text: 'Behind your own server', link: '/operate/proxy' },
          { text: 'Monitoring', link: '/operate/monitoring' },
          { text: 'Backup and update', link: '/operate/backup' },
          { text: 'Security', link: '/operate/security' },
        ],
      },
      {
        text: 'Help',
        items: [
          { text: 'Troubleshooting', link: '/troubleshooting' },
          { text: 'FAQ', link: '/questions' },
        ],
      },
    ],
    footer: { message: 'Released under the MIT License.' },
  },
})
