import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const folders = ['packages', 'services']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
const projects = [...folders, 'scripts'].map((folder) => ({
  extends: true as const,
  root: join(root, folder),
  test: {
    name: folder === 'scripts' ? folder : `@atrium/${folder.split('/')[1]}`,
    include: [folder === 'scripts' ? '**/*.test.ts' : '{src,test,server,e2e}/**/*.test.{ts,tsx}'],
    environment: 'node' as const,
  },
}))

// At the root all packages are projects of one run; in a package, as Turborepo runs it, that package is the only one.
const here = relative(root, process.cwd())

export default defineConfig({
  root,
  test: {
    globalSetup: [join(root, 'packages/testkit/src/global-setup.ts')],
    setupFiles: [join(root, 'packages/testkit/src/undeclared-errors.ts')],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: here === '' ? 2 : 1,
    ...(here === ''
      ? {}
      : { reporters: ['default', join(root, 'packages/testkit/src/results-reporter.ts')] }),
    projects: here === '' ? projects : projects.filter((project) => project.root === join(root, here)),
  },
})
