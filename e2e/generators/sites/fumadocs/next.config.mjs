import { createMDX } from 'fumadocs-mdx/next'

export default createMDX()({
  output: 'export',
  basePath: '/docs',
  trailingSlash: true,
  images: { unoptimized: true },
})
