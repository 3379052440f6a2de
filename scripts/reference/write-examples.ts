import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// `npm run program -- scripts/reference/write-examples.ts [area…]` runs the comparison test for the
// examples, and records them.
const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'scripts']
const only =
  process.argv.length > 2
    ? ['-t', `example in '?(${process.argv.slice(2).join('|')})'?, as recorded$`]
    : ['-t', ', as recorded$']
const { status } = spawnSync(
  process.execPath,
  [...vitest, ...only, 'scripts/platform/reference-examples.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, WRITE_EXAMPLES: 'true' } },
)
process.exitCode = status ?? 1
