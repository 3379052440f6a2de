import type { ImapFlow } from 'imapflow'
import pLimit, { type LimitFunction } from 'p-limit'
import { NetworkError } from '../../network/network-error.ts'
import type { MailAccount } from '../provider.ts'
import { openImap } from './imap-client.ts'
import { hashMailAccount } from './mail-account.ts'
import { toMailFailure } from './mail-failure.ts'
import type { MailGuard } from './mail-guard.ts'

/** How long a connection stays open for the next operation. */
const defaultIdleMs = 10_000
/** Waiting operations per mailbox. A slow server then delays nobody else. */
const mostWaiting = 40

interface Lane {
  /** One operation at a time, because a connection has one selected folder. */
  limit: LimitFunction
  client?: ImapFlow | undefined
  idle?: NodeJS.Timeout | undefined
}

export interface ImapWork<T> {
  run(client: ImapFlow): Promise<T>
  /** False if the work must not run again on a new connection. Defaults to true. */
  isRepeatable?: boolean
}

/** Runs work on a mailbox. Throws `NetworkError`. */
export type RunImap = <T>(account: MailAccount, work: ImapWork<T>) => Promise<T>

/** Keeps at most one connection for each mailbox, and closes it when it is idle. */
export function imapSessions(guard: MailGuard, idleMs = defaultIdleMs): RunImap {
  const lanes = new Map<string, Lane>()
  const closeWhenIdle = (key: string, lane: Lane) => {
    clearTimeout(lane.idle)
    lane.idle = setTimeout(() => {
      // Another operation may have begun after the last one ended.
      if (lane.limit.activeCount + lane.limit.pendingCount > 0) return closeWhenIdle(key, lane)
      lane.client?.close()
      lanes.delete(key)
    }, idleMs)
    lane.idle.unref()
  }
  const attempt = async <T>(lane: Lane, account: MailAccount, work: ImapWork<T>): Promise<T> => {
    const open = lane.client
    const reused = open?.usable === true
    try {
      lane.client = reused ? open : await openImap(guard, account)
      const { client } = lane
      const result = await work.run(client)
      guard.count('imap', 'done')
      return result
    } catch (thrown) {
      const error = toMailFailure(thrown, { kind: 'IMAP', ...account })
      guard.count('imap', error.class)
      if (lane.client?.usable !== true || error.class === 'retry') {
        lane.client?.close()
        lane.client = undefined
      }
      // The server may have ended the idle connection meanwhile.
      const isStale = reused && error.class === 'retry' && !(thrown instanceof NetworkError)
      if (isStale && work.isRepeatable !== false) return attempt(lane, account, work)
      throw error
    }
  }
  return async (account, work) => {
    const key = hashMailAccount(account)
    const lane = lanes.get(key) ?? { limit: pLimit(1) }
    lanes.set(key, lane)
    if (lane.limit.pendingCount >= mostWaiting) {
      throw new NetworkError('retry', 'This mailbox is busy. Try again later.')
    }
    clearTimeout(lane.idle)
    try {
      return await lane.limit(() => attempt(lane, account, work))
    } finally {
      closeWhenIdle(key, lane)
    }
  }
}
