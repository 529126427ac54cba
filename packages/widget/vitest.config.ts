import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['sidenote-source'] },
  ssr: { resolve: { conditions: ['sidenote-source'] } },
  test: { include: ['src/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
})
