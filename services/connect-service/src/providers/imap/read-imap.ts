import type { SearchMailbox } from '@atrium/contracts'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { LRUCache } from 'lru-cache'
import { NetworkError } from '../../network/network-error.ts'
import type { HoldBytes } from '../byte-budget.ts'
import type { Asked, Connection, MailboxReader } from '../readers.ts'
import { describeMessage, type FetchProgress, fetchMessage, readTime } from './fetch-message.ts'
import { boundImap } from './imap-client.ts'
import type { RunImap } from './imap-sessions.ts'
import { toKeyword } from './keyword.ts'
import { labelMessages } from './label-imap.ts'
import { hashMailAccount, readMailAccount, shortenAccount } from './mail-account.ts'
import type { MailGuard } from './mail-guard.ts'
import { allMatch, toMailSearch } from './mail-query.ts'
import { readMessageId, toMessageId } from './message-ids.ts'
import { findFolder, openFolder } from './open-folder.ts'

/** The newest messages of a search. Older ones are not listed. */
const mostFound = 100_000
/** One search serves the pages of a listing for this long. */
const searchMs = 60_000
/** A message that a server failed to send this often is read without its text. */
const mostFailures = 2
const failuresKeptMs = 3_600_000

interface Found {
  path: string
  validity: string
  /** Newest first. */
  uids: number[]
}

export interface ReaderDeps {
  run: RunImap
  guard: MailGuard
  now(): Date
  hold: HoldBytes
  /** Mail from this address is skipped. */
  own?: string | undefined
}

/** Reads mailboxes by IMAP. Messages are known by UIDVALIDITY and UID. */
export function imapReader({ run, guard, now, hold, own }: ReaderDeps): MailboxReader {
  const found = new LRUCache<string, Found>({
    max: 500,
    maxSize: 4_000_000,
    ttl: searchMs,
    sizeCalculation: ({ uids }) => uids.length + 100,
  })
  const failures = new LRUCache<string, number>({ max: 10_000, ttl: failuresKeptMs })
  return {
    async search(by, asked) {
      const { query, excludeLabel, after, cursor, limit } = asked
      const key = JSON.stringify([hashMailAccount(readMailAccount(by)), query, excludeLabel, after])
      const last = readCursor(cursor)
      const cachedList = last === undefined ? undefined : found.get(key)
      const listed = cachedList ?? (await list(by, asked))
      found.set(key, listed)
      if (last !== undefined && last.validity !== listed.validity) {
        throw new NetworkError('blocked', 'The server has numbered the folder again', { code: 410 })
      }
      const left = last === undefined ? listed.uids : listed.uids.filter((uid) => uid < last.uid)
      const uids = left.slice(0, limit)
      const oldest = uids.at(-1)
      const next =
        oldest === undefined || left.length <= limit ? null : `${listed.validity}.${oldest}`
      if (next === null) found.delete(key)
      const { path, validity } = listed
      const account = shortenAccount(by.accountId)
      return {
        ids: uids.map((uid) => toMessageId(account, { path, validity, uid })),
        excludedLabelId: excludeLabel === undefined ? null : toKeyword(excludeLabel),
        numbering: validity,
        next,
      }
    },
    async message(by, id) {
      const place = readMessageId(shortenAccount(by.accountId), id)
      if (place === undefined) return undefined
      const account = readMailAccount(by)
      const progress: FetchProgress = {}
      const fetching = { account, guard, hold, id, progress }
      try {
        return await run(account, { run: (client) => fetchMessage(client, place, fetching) })
      } catch (error) {
        if (!(error instanceof NetworkError) || progress.isFetching !== true) throw error
        // The server may be down for a moment. If it fails again, one message must not stop all others.
        const count = (failures.get(id) ?? 0) + 1
        failures.set(id, count)
        if (error.class === 'retry' && count < mostFailures) throw error
        const about: Partial<FetchMessageObject> = progress.about ?? {}
        const described = describeMessage(about, { id, size: about.size ?? 0, headersOnly: true })
        const problem = `The message could not be read: ${error.message}`
        const receivedAt = readTime(about.internalDate) ?? now().getTime()
        return { ...described, about: { ...described.about, receivedAt, problem } }
      }
    },
    label: (by, asked) => labelMessages(by, asked, { run, guard }),
  }

  function list(by: Connection, asked: Asked<typeof SearchMailbox>): Promise<Found> {
    const account = readMailAccount(by)
    const { query, excludeLabel, after } = asked
    const { folder, criteria } = toMailSearch(query, now())
    const excluded = excludeLabel === undefined ? {} : { unKeyword: toKeyword(excludeLabel) }
    // Many programs mark deleted mail and keep it in its folder until the user purges it.
    const isTrash = folder !== undefined && 'use' in folder && folder.use === '\\Trash'
    const notDeleted = isTrash ? {} : { deleted: false }
    const notOwn = own === undefined ? {} : { not: { from: own } }
    // SINCE compares days of the server’s time zone, so the day before is searched, too.
    const since = after === undefined ? {} : { since: new Date((after - 86_400) * 1_000) }
    return run(account, {
      run: (client) =>
        boundImap(guard, client, async () => {
          const path = await findFolder(client, folder)
          const validity = await openFolder(client, path, { account, readOnly: true })
          const all = await client.search(
            allMatch([criteria, excluded, since, notDeleted, notOwn]),
            { uid: true },
          )
          if (!Array.isArray(all)) {
            throw new NetworkError('blocked', 'The mail server does not accept this search')
          }
          const uids = [...new Set(all)].sort((a, b) => b - a).slice(0, mostFound)
          return {
            path,
            validity,
            uids: after === undefined ? uids : await keepArrived(client, uids, after),
          }
        }),
    })
  }
}

function readCursor(cursor: string | null): { validity: string; uid: number } | undefined {
  if (cursor === null) return undefined
  const [, validity = '', uid] = /^(\d{1,10})\.(\d{1,10})$/.exec(cursor) ?? []
  if (validity === '') throw new NetworkError('blocked', 'Invalid page token')
  return { validity, uid: Number(uid) }
}

/** Leaves out messages that arrived earlier on the same day. */
async function keepArrived(client: ImapFlow, uids: number[], after: number): Promise<number[]> {
  if (uids.length === 0) return []
  const wanted = new Set(uids)
  const kept = new Set<number>()
  for await (const { uid, internalDate } of client.fetch(
    `${uids.at(-1)}:${uids[0]}`,
    { uid: true, internalDate: true },
    { uid: true },
  )) {
    const at = readTime(internalDate)
    if (wanted.has(uid) && (at === undefined || at >= after * 1_000)) kept.add(uid)
  }
  return uids.filter((uid) => kept.has(uid))
}
