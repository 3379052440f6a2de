import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Throws one sentence if git or the repository is missing. Turborepo lists a package's files with
 * git. Without git it reads every file below `node_modules`, for more than ten minutes and with
 * gigabytes of memory.
 */
export function requireGit(): void {
  try {
    execFileSync('git', ['rev-parse', '--is-inside-work-tree'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  } catch (error) {
    throw new Error(
      `this needs a clone of the repository, because Turborepo finds changed files with git (${toReason(error)}): clone it, or run one package with \`npm test -- --filter <package>\``,
    )
  }
}

function toReason(error: unknown): string {
  const { code, stderr } = error as { code?: string; stderr?: Buffer }
  if (code === 'ENOENT') return 'git is not installed'
  return stderr?.toString().trim().split('\n')[0] || 'git failed'
}
