import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { palette } from '@atrium/workflow-runner/palette'
import { nodePages, pagesFolder } from './node-pages.ts'
import { readExamples } from './read-examples.ts'

// Writes docs/nodes from the palette and the worked examples.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, pagesFolder)
mkdirSync(folder, { recursive: true })
const pages = nodePages(palette(), readExamples(root))
for (const file of globSync('*.md', { cwd: folder }))
  if (!pages.has(file)) rmSync(join(folder, file))
for (const [file, text] of pages) writeFileSync(join(folder, file), text)
