import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { palette } from '@atrium/workflow-runner/palette'
import { nodePages, pagesFolder, writer } from '../workflow/node-pages.ts'
import { readExamples } from '../workflow/read-examples.ts'

// Checks docs/nodes against the palette and the worked examples.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, pagesFolder)
const expected = nodePages(palette(), readExamples(root))
const present = new Set(globSync('*.md', { cwd: folder }))
const stale = [...expected].filter(
  ([file, text]) => !present.has(file) || readFileSync(join(folder, file), 'utf8') !== text,
)
const names = [
  ...stale.map(([file]) => file),
  ...[...present].filter((file) => !expected.has(file)),
]
if (names.length > 0) {
  console.error(`${pagesFolder}: not current: ${names.join(', ')}; ${writer} writes them`)
  process.exitCode = 1
}
