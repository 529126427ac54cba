export default {
  title: 'Acme',
  url: 'http://127.0.0.1',
  baseUrl: '/docs/',
  onBrokenLinks: 'throw',
  presets: [['classic', { docs: { path: 'content', routeBasePath: '/' }, blog: false }]],
  themeConfig: {
    navbar: { title: 'Acme', items: [{ to: '/keys', label: 'Keys' }] },
    footer: { copyright: 'Acme' },
  },
  scripts: [
    {
      src: 'https://sidenote.acme.com/widget.js',
      'data-domain': 'acme',
      'data-key': 'svc_dsc_KEY',
      'data-title': 'Acme',
      async: true,
    },
  ],
}
