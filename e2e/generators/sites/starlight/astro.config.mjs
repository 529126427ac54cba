import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

export default defineConfig({
  base: '/docs',
  integrations: [
    starlight({
      title: 'Acme',
      sidebar: [{ label: 'Guide', items: [{ slug: 'index' }, { slug: 'keys' }] }],
      head: [
        {
          tag: 'script',
          attrs: {
            src: 'https://sidenote.acme.com/widget.js',
            'data-domain': 'acme',
            'data-key': 'svc_dsc_KEY',
            'data-title': 'Acme',
            async: true,
          },
        },
      ],
    }),
  ],
})
