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

// At the root all packages are projects of one run; in a package, as Turborepo runs it, that package is the only one.
const here = relative(root, process.cwd())

export default defineConfig({
  root,
  test: {
    globalSetup: [join(root, 'packages/testkit/src/global-setup.ts')],
    setupFiles: [join(root, 'packages/testkit/src/undeclared-errors.ts')],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Only a failure reaches this bound, which is a second by itself: a loaded machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    // Files of a package share the modules that their process has loaded: loading took half of the processor time. A test
    // keeps no state in a module. The stories of the dashboard share their browser.
    isolate: false,
    // The tests of scripts often wait for servers, the stories of the dashboard for their browser.
    maxWorkers: { scripts: 3, [dashboard]: 2, '': 2 }[here] ?? 1,
    ...(here === ''
      ? {}
      : { reporters: ['default', join(root, 'packages/testkit/src/results-reporter.ts')] }),
    projects:
      here === '' ? projects : projects.filter((project) => project.root === join(root, here)),
  },
})
