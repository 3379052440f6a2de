import { maxMailBytes, type SearchMailbox } from '@atrium/contracts'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { LRUCache } from 'lru-cache'
import { NetworkError } from '../../network/network-error.ts'
import type { Asked, Connection, MailboxReader, StoredMail } from '../readers.ts'
import { boundImap } from './imap-client.ts'
import type { RunImap } from './imap-sessions.ts'
import { toKeyword } from './keyword.ts'
import { labelMessages } from './label-imap.ts'
import { hashMailAccount, readMailAccount, shortenAccount } from './mail-account.ts'
import type { MailGuard } from './mail-guard.ts'
import { allMatch, toMailSearch } from './mail-query.ts'
import { type MessagePlace, readMessageId, toMessageId } from './message-ids.ts'
import { findFolder, openFolder } from './open-folder.ts'

/** The newest messages of a search. Older ones are not listed. */
const mostFound = 100_000
/** One search serves the pages of a listing for this long. */
const searchMs = 60_000
const shownHeaders = ['from', 'to', 'cc', 'subject', 'date', 'message-id']
const slackBytes = 1024 * 1024

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
}

/** Reads mailboxes by IMAP. Messages are known by UIDVALIDITY and UID. */
export function imapReader({ run, guard, now }: ReaderDeps): MailboxReader {
  const found = new LRUCache<string, Found>({
    max: 500,
    maxSize: 4_000_000,
    ttl: searchMs,
    sizeCalculation: ({ uids }) => uids.length + 100,
  })
  return {
    async search(by, asked) {
      const { query, excludeLabel, after, cursor, limit } = asked
      const key = JSON.stringify([hashMailAccount(readMailAccount(by)), query, excludeLabel, after])
      const last = readCursor(cursor)
      const known = last === undefined ? undefined : found.get(key)
      const listed = known ?? (await list(by, asked))
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
        next,
      }
    },
    async message(by, id) {
      const place = readMessageId(shortenAccount(by.accountId), id)
      if (place === undefined) return undefined
      const account = readMailAccount(by)
      const read = (client: ImapFlow) => readMessage(client, place, { by, guard, id })
      return run(account, { run: read })
    },
    label: (by, asked) => labelMessages(by, asked, { run, guard }),
  }

  function list(by: Connection, asked: Asked<typeof SearchMailbox>): Promise<Found> {
    const account = readMailAccount(by)
    const { query, excludeLabel, after } = asked
    const { folder, criteria } = toMailSearch(query, now())
    const excluded = excludeLabel === undefined ? {} : { unKeyword: toKeyword(excludeLabel) }
    // SINCE compares days of the server’s time zone, so the day before is searched, too.
    const since = after === undefined ? {} : { since: new Date((after - 86_400) * 1_000) }
    return run(account, {
      run: (client) =>
        boundImap(guard, client, async () => {
          const path = await findFolder(client, folder)
          const validity = await openFolder(client, path, { account, readOnly: true })
          const all = await client.search(allMatch([criteria, excluded, since]), { uid: true })
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
    const at = toTime(internalDate)
    if (wanted.has(uid) && (at === undefined || at >= after * 1_000)) kept.add(uid)
  }
  return uids.filter((uid) => kept.has(uid))
}

function toTime(date: Date | string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : new Date(date).getTime()
  return Number.isNaN(at) ? undefined : at
}

interface Read {
  by: Connection
  guard: MailGuard
  id: string
}

async function readMessage(
  client: ImapFlow,
  place: MessagePlace,
  { by, guard, id }: Read,
): Promise<StoredMail | undefined> {
  const account = readMailAccount(by)
  const range = String(place.uid)
  const about = await boundImap(guard, client, async () => {
    const opened = openFolder(client, place.path, { account, readOnly: true })
    const validity = await opened.catch((error: unknown) => {
      if (error instanceof NetworkError && error.code === 'no_folder') return undefined
      throw error
    })
    // Under another UIDVALIDITY the number means another message.
    if (validity !== place.validity) return undefined
    const query = { uid: true, flags: true, internalDate: true, size: true }
    const found = await client.fetchOne(range, query, { uid: true })
    if (found !== false) return found
    // Without data, a message may be gone, or the library could not read what the server sent.
    const listed = await client.search({ uid: range }, { uid: true })
    if (!Array.isArray(listed) || listed.length === 0) return undefined
    throw new NetworkError('blocked', 'The mail server sent a message that cannot be read')
  })
  if (about === undefined) return undefined
  const size = about.size ?? 0
  if (size > maxMailBytes) return readHeaders(client, about, { guard, id })
  const most = size + slackBytes
  const body = await boundImap(
    guard,
    client,
    () => client.fetchOne(range, { uid: true, source: { maxLength: most } }, { uid: true }),
    most + slackBytes,
  )
  if (body === false || body.source === undefined) return undefined
  const source = body.source.length > maxMailBytes ? Buffer.alloc(0) : body.source
  return {
    about: { ...toAbout(about, id, body.source.length), tooLarge: source !== body.source },
    source,
  }
}

async function readHeaders(
  client: ImapFlow,
  about: FetchMessageObject,
  { guard, id }: Omit<Read, 'by'>,
): Promise<StoredMail> {
  const message = await boundImap(guard, client, () =>
    client.fetchOne(String(about.uid), { uid: true, headers: shownHeaders }, { uid: true }),
  )
  const text = (message === false ? undefined : message.headers)?.subarray(0, 65_536)
  const headers = [
    ...(text?.toString('latin1') ?? '')
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .matchAll(/^([!-9;-~]{1,100}):(.*)$/gm),
  ]
  return {
    about: {
      ...toAbout(about, id, about.size ?? 0),
      tooLarge: true,
      headers: headers.map(([, name = '', value = '']) => ({ name, value: value.trim() })),
    },
    source: Buffer.alloc(0),
  }
}

const toAbout = (message: FetchMessageObject, id: string, size: number) => ({
  id,
  threadId: '',
  labelIds: [...(message.flags ?? [])].slice(0, 500).map((flag) => flag.toLowerCase()),
  snippet: '',
  receivedAt: toTime(message.internalDate) ?? 0,
  size,
  url: null,
  tooLarge: false,
  headers: [],
})
