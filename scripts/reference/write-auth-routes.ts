import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// `npm run program -- scripts/reference/write-auth-routes.ts` runs the comparison test for the
// recorded routes, and records them.
const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'scripts']
const test = ['-t', 'documents the sign-in routes', 'scripts/platform/self-description.test.ts']
const { status } = spawnSync(process.execPath, [...vitest, ...test], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, WRITE_AUTH_ROUTES: 'true' },
})
process.exitCode = status ?? 1
