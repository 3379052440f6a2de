import { randomBytes } from 'node:crypto'
import { lstat, readlink, rename, symlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ifPresent, systemCode } from './filesystem-errors.ts'
import { isGone, processIdentity } from './process-identity.ts'
import { storageErrors } from './storage-errors.ts'

export interface LaneLock {
  /** Unique to this holding of the lock. */
  readonly token: string
  /** Turns the lock into the lane's token in one step. False when another process took it for dead. */
  release(tokenPath: string): Promise<boolean>
}

const waitAtMostMs = 45_000
const staleAfterMs = 30_000

/**
 * Takes a lane's lock: a symbolic link, which is made with its content in one step on every POSIX file
 * system, network ones included. The lock of a dead process is turned into a token at once where its death
 * is certain, otherwise after thirty seconds. Throws `unavailable` when it cannot be had.
 */
export async function acquireLaneLock(path: string): Promise<LaneLock> {
  const token = `${processIdentity}-${randomBytes(8).toString('hex')}`
  const deadline = Date.now() + waitAtMostMs
  for (let round = 0; ; round++) {
    try {
      await symlink(token, path)
      return { token, release: (tokenPath) => turnInto(path, tokenPath) }
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
    if (await isStale(path)) await turnInto(path, path.replace(/\.lock$/, ''))
    else if (Date.now() > deadline) throw storageErrors.unavailable({ details: { retryAfterSeconds: 5 } })
    else await pause(Math.min(1 + round, 20))
  }
}

async function isStale(path: string): Promise<boolean> {
  const holder = await ifPresent(() => readlink(path))
  if (holder === undefined) return false
  if (isGone(holder)) return true
  const facts = await ifPresent(() => lstat(path))
  return facts !== undefined && Date.now() - facts.mtimeMs > staleAfterMs
}

async function turnInto(lockPath: string, tokenPath: string): Promise<boolean> {
  return (await ifPresent(() => rename(lockPath, tokenPath).then(() => true))) ?? false
}
