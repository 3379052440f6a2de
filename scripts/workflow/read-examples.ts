import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PageExample } from './node-pages.ts'

/** Reads the nodes' worked examples by type (`services/workflow-runner/examples/README.md`). */
export function readExamples(root: string): Record<string, PageExample> {
  const folder = join(root, 'services/workflow-runner/examples')
  return Object.fromEntries(
    globSync('*.json', { cwd: folder }).map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as PageExample,
    ]),
  )
}
