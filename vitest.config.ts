import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const packages = ['packages', 'services'].flatMap((root) =>
  readdirSync(new URL(root, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, root: `${root}/${entry.name}` })),
)

export default defineConfig({
  test: {
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    setupFiles: [fileURLToPath(new URL('packages/testkit/src/undeclared-errors.ts', import.meta.url))],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      ...packages.map(({ name, root }) => ({
        extends: true as const,
        root,
        test: { name: `@atrium/${name}`, include: ['{src,test}/**/*.test.ts'], environment: 'node' },
      })),
      { extends: true as const, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
})
