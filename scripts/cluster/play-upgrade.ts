import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createUndoStack, type UndoStack } from '../start/undo-stack.ts'
import { checkTally, readDelays } from './check-tally.ts'
import { startCluster } from './start-cluster.ts'
import { formatFaults, watchFault } from './watch-fault.ts'

const run = promisify(execFile)
const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

interface Options {
  readonly say: (line: string) => void
  /** The commit or tag to upgrade from. */
  readonly from: string
  /** True to keep the logs of the services. */
  readonly keepsLogs: boolean
}

/**
 * Starts the cluster from an earlier commit, replaces one replica after the other with this
 * repository's under load, and settles the tally. Returns what went wrong, one line each.
 */
export async function playUpgrade({ say, from, keepsLogs }: Options): Promise<string[]> {
  const undo = createUndoStack(say)
  try {
    const root = await checkOut(undo, from)
    say(`${from} is installed`)
    // Retries as a client usually makes them.
    const cluster = await startCluster(undo, { say, keepsLogs, root, maxRetries: 2 })
    const { database, replicas, load } = cluster
    const upgrade = { name: `upgrade from ${from}`, limitSeconds: 0, cause: replicas.replaceAll }
    const outcome = await watchFault(load, upgrade, say)
    await load.finish()
    const wrong = await checkTally(load, database, say)
    for (const line of formatFaults([outcome], await readDelays(load, database))) say(line)
    for (const [reason, count] of load.errors) say(`  ${count} × ${reason}`)
    return [...outcome.problems, ...wrong]
  } finally {
    await undo.unwind()
  }
}

/** Installs a commit in a folder of its own. Returns the folder. */
async function checkOut(undo: UndoStack, from: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-release-'))
  undo.add(from, async () => rm(folder, { recursive: true, force: true }))
  await run('git', ['clone', '--quiet', '--no-checkout', ownRoot, folder])
  await run('git', ['checkout', '--quiet', from], { cwd: folder })
  await cp(join(ownRoot, '.toolchain'), join(folder, '.toolchain'), { recursive: true })
  const pnpm = join(ownRoot, '.toolchain', 'node_modules', '.bin', 'pnpm')
  await run(pnpm, ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder })
  return folder
}
