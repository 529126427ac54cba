export default {
  title: 'Acme',
  base: '/docs/',
  srcDir: 'content',
  themeConfig: {
    nav: [{ text: 'Keys', link: '/keys' }],
    sidebar: [
      {
        text: 'Guide',
        items: [
          { text: 'Acme', link: '/' },
          { text: 'Keys', link: '/keys' },
        ],
      },
    ],
    search: { provider: 'local' },
  },
  head: [
    [
      'script',
      {
        src: 'https://sidenote.acme.com/widget.js',
        'data-domain': 'acme',
        'data-key': 'svc_dsc_KEY',
        'data-title': 'Acme',
        async: '',
      },
    ],
  ],
}
