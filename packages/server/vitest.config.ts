import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests start some hundred processes and threads from sources; what each of them compiles is the same.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  resolve: { conditions: ['sidenote-source'] },
  ssr: { resolve: { conditions: ['sidenote-source'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/check-contract.ts'],
    // On two cores the default is one: most tests wait for a process, a database or a deadline.
    maxWorkers: 2,
    // What hangs is to fail, what is slow on a busy machine is not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
