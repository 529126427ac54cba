export default { output: 'export', basePath: '/docs', reactStrictMode: true }
