import { join } from 'node:path'
import { build } from 'vite'

// `node vite-build.ts <folder>` builds the pages into a folder.
const [outDir = ''] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')
await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
