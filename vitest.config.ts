import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const root = import.meta.dirname
const folders = ['packages', 'services']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
const project = (
  folder: string,
  name: string,
  include: string,
  test: TestProjectInlineConfiguration['test'] = {},
) => ({
  extends: true as const,
  root: join(root, folder),
  test: { name, include: [include], environment: 'node' as const, ...test },
})
const dashboard = 'services/dashboard'
const projects = [
  ...folders.map((folder) =>
    project(folder, `@atrium/${folder.split('/')[1]}`, '{src,test,server}/**/*.test.{ts,tsx}'),
  ),
  project(dashboard, '@atrium/dashboard/e2e', 'e2e/**/*.test.ts', {
    globalSetup: [join(root, dashboard, 'e2e/shared-platform.ts')],
    testTimeout: 300_000,
  }),
  project('scripts', 'scripts', '**/*.test.ts'),
]

// At the root all packages are projects in one run. If Turborepo runs a package, that package is
// the only project.
const here = relative(root, process.cwd())

export default defineConfig({
  root,
  test: {
    globalSetup: [join(root, 'packages/testkit/src/global-setup.ts')],
    setupFiles: [join(root, 'packages/testkit/src/undeclared-errors.ts')],
    // Only a failure reaches these limits. They are generous because a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // A package's test files share the modules loaded by their process, because loading took half
    // of the processor time. A test keeps no state in a module. The dashboard's stories share their
    // browser.
    isolate: false,
    // Tests in scripts often wait for servers, and the dashboard's stories for their browser.
    maxWorkers: { scripts: 3, [dashboard]: 2, '': 2 }[here] ?? 1,
    ...(here === ''
      ? {}
      : { reporters: ['default', join(root, 'packages/testkit/src/results-reporter.ts')] }),
    projects:
      here === '' ? projects : projects.filter((project) => project.root === join(root, here)),
  },
})
