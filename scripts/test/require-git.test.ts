import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each([
  ['git is not installed', { PATH: '/nonexistent' }, 'git is not installed'],
  ['the folder is no repository', { GIT_DIR: '/nonexistent' }, 'not a git repository'],
])('ends the tests and checks with one sentence when %s', (_when, environment, reason) => {
  for (const program of ['scripts/test.ts', 'scripts/verify.ts', 'scripts/affected.ts']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      cwd: root,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    })
    expect([program, status, stdout]).toEqual([program, 1, ''])
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(reason)])
    expect(stderr).toContain('npm test -- --filter <package>')
  }
})
