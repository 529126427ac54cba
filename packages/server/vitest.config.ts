import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['sidenote-source'] },
  ssr: { resolve: { conditions: ['sidenote-source'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/check-contract.ts'],
    // On two cores the default is one: most tests wait for a process, a database or a deadline.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
