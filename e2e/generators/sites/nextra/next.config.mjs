import nextra from 'nextra'

const withNextra = nextra({})

export default withNextra({
  output: 'export',
  basePath: '/docs',
  trailingSlash: true,
  images: { unoptimized: true },
})
