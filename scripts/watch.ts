import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run/run-program.ts'

// Runs tests again whenever a file changes: `npm run watch -- <part of a path> [options of vitest]`.
const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
process.exitCode = await runProgram(vitest, ['watch', ...process.argv.slice(2)], { cwd: root })
