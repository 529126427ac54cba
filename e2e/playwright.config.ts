import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

/** Debian's, the quicker one first; else Playwright's own. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))

// Servers of tests are processes that compile the same.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-demo.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 600_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Recording a trace takes a fifth of the time: `--trace retain-on-failure` when it is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page that a test rewrites has no address any more, and may then not reach a server on this machine.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
})
