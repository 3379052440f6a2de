import { randomBytes } from 'node:crypto'
import { mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Visibility } from '@atrium/asset-key'
import type { Usage } from './blob-store.ts'
import { countDirectory } from './count-directory.ts'
import { ifPresent, isNoRoom, preparedIfAbsent } from './filesystem-errors.ts'
import { acquireLaneLock, type LaneLock } from './lane-lock.ts'

/** One lane of one org and the directory that holds its blobs. */
export interface Lane {
  readonly orgId: string
  readonly visibility: Visibility
  readonly directory: string
}

interface Count extends Usage {
  /** Who changed the lane last: a token of the last change made through any ledger on this store. */
  readonly token: string
  /** The directory's identity and modification time, which changes made by other tools move. */
  readonly stamp: string
}

export interface LaneLedger {
  /**
   * Runs a step that adds or removes names of a lane. It answers by how much the lane grew, or undefined
   * when it cannot tell. A step that `shrinks` the lane runs although the disk is too full to lock it.
   */
  change(lane: Lane, step: () => Promise<Usage | undefined>, shrinks?: boolean): Promise<void>
  /** The lane's bytes and count, exact at the moment of the answer. */
  totals(lane: Lane): Promise<Usage>
}

const rememberedLanes = 10_000

/**
 * Knows how much each lane holds without counting it again, exactly, although other processes may share
 * the store. Each change runs under a lock of its lane (all processes) and leaves a new token. A remembered
 * count is good while token and directory stamp are the ones it was taken at; own changes carry it forward
 * only from a good one. Anything else counts the lane anew.
 */
export function createLaneLedger(directory: string): LaneLedger {
  const counts = new Map<string, Count>()
  const queues = new Map<string, Promise<unknown>>()

  const nameOf = (lane: Lane) => `${lane.orgId}.${lane.visibility}`
  const tokenPath = (lane: Lane) => join(directory, nameOf(lane))

  async function isGood(lane: Lane, count: Count): Promise<boolean> {
    const [token, stamp] = await Promise.all([tokenOf(tokenPath(lane)), stampOf(lane.directory)])
    return token === count.token && stamp === count.stamp
  }

  function remember(lane: Lane, count: Count | undefined): void {
    const name = nameOf(lane)
    counts.delete(name)
    if (!count) return
    counts.set(name, count)
    const oldest = counts.keys().next().value
    if (counts.size > rememberedLanes && oldest !== undefined) counts.delete(oldest)
  }

  // One at a time within this process, so that the lock file is contended by other processes only.
  async function exclusively<T>(lane: Lane, step: () => Promise<T>): Promise<T> {
    const name = nameOf(lane)
    const before = queues.get(name) ?? Promise.resolve()
    const run = before.then(step, step)
    queues.set(name, run)
    try {
      return await run
    } finally {
      if (queues.get(name) === run) queues.delete(name)
    }
  }

  const take = (lane: Lane): Promise<LaneLock> =>
    preparedIfAbsent(
      () => mkdir(directory, { recursive: true, mode: 0o700 }),
      () => acquireLaneLock(`${tokenPath(lane)}.lock`),
    )

  /** Runs a step under the lane's lock and remembers the count that it answers. */
  async function locked(
    lane: Lane,
    step: (token: string) => Promise<Count | undefined>,
    lock: LaneLock,
  ): Promise<void> {
    let count: Count | undefined
    try {
      count = await step(lock.token)
    } finally {
      const released = await lock.release(tokenPath(lane))
      if (!released) await publish(tokenPath(lane))
      remember(lane, released ? count : undefined)
    }
  }

  /** The lock, or undefined where the disk is too full to write it down. */
  const takeIfRoom = (lane: Lane): Promise<LaneLock | undefined> =>
    take(lane).catch((error: unknown) => {
      if (isNoRoom(error)) return undefined
      throw error
    })

  async function changeLocked(lane: Lane, step: () => Promise<Usage | undefined>, lock: LaneLock) {
    const run = async (token: string) => {
      const known = counts.get(nameOf(lane))
      const good = known !== undefined && (await isGood(lane, known))
      const growth = await step()
      if (!good || !growth) return undefined
      const stamp = await stampOf(lane.directory)
      return { token, stamp, bytes: known.bytes + growth.bytes, count: known.count + growth.count }
    }
    await locked(lane, run, lock)
  }

  // What it removed made room for a lock, whose new token lets everybody who counted meanwhile count again.
  async function shrinkUnlocked(lane: Lane, step: () => Promise<unknown>): Promise<void> {
    remember(lane, undefined)
    await step()
    const lock = await takeIfRoom(lane)
    if (lock) await locked(lane, async () => undefined, lock)
  }

  return {
    change: (lane, step, shrinks = false) =>
      exclusively(lane, async () => {
        const lock = shrinks ? await takeIfRoom(lane) : await take(lane)
        await (lock ? changeLocked(lane, step, lock) : shrinkUnlocked(lane, step))
      }),

    async totals(lane) {
      const known = counts.get(nameOf(lane))
      if (known && (await isGood(lane, known))) return { bytes: known.bytes, count: known.count }
      // The slow part, the size of every blob, is read before the lock is taken; under it only news.
      const sizes = new Map<string, number>()
      await countDirectory(lane, sizes)
      let result: Usage = { bytes: 0, count: 0 }
      await exclusively(lane, async () => {
        const count = async (token: string) => {
          result = await countDirectory(lane, sizes)
          return { ...result, token, stamp: await stampOf(lane.directory) }
        }
        const lock = await takeIfRoom(lane)
        // Without a lock nothing is remembered. On a disk that is full a lane does not grow while it is counted.
        await (lock ? locked(lane, count, lock) : count('none'))
      })
      return result
    },
  }
}

const tokenOf = async (path: string): Promise<string> => (await ifPresent(() => readlink(path))) ?? 'none'

async function stampOf(directory: string): Promise<string> {
  const facts = await ifPresent(() => stat(directory, { bigint: true }))
  return facts ? `${facts.ino}:${facts.mtimeNs}` : 'absent'
}

/** Leaves a token that nobody remembers, so that every process counts again. */
async function publish(tokenPath: string): Promise<void> {
  const token = randomBytes(12).toString('hex')
  const fresh = `${tokenPath}.${token}`
  await symlink(token, fresh)
  await rename(fresh, tokenPath).catch(async (error) => {
    await rm(fresh, { force: true })
    throw error
  })
}
