import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests start some hundred processes and threads from sources; what each of them compiles is the same.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')
// What the schemas of this run are called by, for the end of it to find them.
process.env.TEST_SCHEMAS = `test_${randomBytes(4).toString('hex')}`

/**
 * Tests that get a process of their own: those that measure it, those that need much memory, and those that start programs,
 * as each start takes longer the larger the process is.
 */
const alone = (
  'agent-* assistant-event-stream assistant-resume attachments cli cli-confirm data-faults database docs-crawl-hostile docs-nearest ' +
  'docs-pgvector docs-sources docs-sync doctor fuzz hostile-requests keys limits-* many-streams nginx ' +
  'processes proxy-samples regexes store stop watching'
)
  .split(' ')
  .map((name) => `test/${name}.test.ts`)

export default defineConfig({
  resolve: { conditions: ['sidenote-source'] },
  ssr: { resolve: { conditions: ['sidenote-source'] } },
  test: {
    globalSetup: 'test/support/run.ts',
    setupFiles: ['test/support/check-contract.ts'],
    // On two cores the default is one, but most tests wait for a process, a database or a deadline.
    maxWorkers: 3,
    // What hangs is to fail, what is slow on a busy machine is not.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // Loading what all of them load took most files half of their time.
      {
        extends: true,
        test: { name: 'together', include: ['{src,test}/**/*.test.ts'], exclude: alone, isolate: false },
      },
    ],
  },
})
