import { maxMailBytes, maxReadBytes } from '@atrium/contracts'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { NetworkError } from '../../network/network-error.ts'
import type { HoldBytes } from '../byte-budget.ts'
import type { MailAccount } from '../provider.ts'
import type { StoredMail } from '../readers.ts'
import { boundImap } from './imap-client.ts'
import { allowTime, type MailGuard } from './mail-guard.ts'
import type { MessagePlace } from './message-ids.ts'
import { openFolder } from './open-folder.ts'
import { readMailHeaders } from './read-headers.ts'

const shownHeaders = ['from', 'to', 'cc', 'subject', 'date', 'message-id']
const slackBytes = 1024 * 1024

export interface Fetching {
  account: MailAccount
  guard: MailGuard
  hold: HoldBytes
  id: string
  /** What the server said about the message so far. The caller needs it if the fetch fails. */
  progress: FetchProgress
}

export interface FetchProgress {
  /** True while the server sends this message. A failure may then be the message's own. */
  isFetching?: boolean
  about?: FetchMessageObject
}

/** Fetches a message. Returns undefined if it was deleted or the folder was numbered again. */
export async function fetchMessage(
  client: ImapFlow,
  place: MessagePlace,
  fetching: Fetching,
): Promise<StoredMail | undefined> {
  const { guard, hold, id, progress } = fetching
  progress.isFetching = false
  const about = await fetchAbout(client, place, fetching)
  progress.isFetching = false
  if (about === undefined) return undefined
  progress.about = about
  const size = about.size ?? 0
  if (size > maxMailBytes) return describeMessage(about, { id, size, headersOnly: true })
  const most = size + slackBytes
  const fetchBody = () => {
    progress.isFetching = true
    return boundImap(
      allowTime({ operationMs: guard.operationMs }, size),
      client,
      () =>
        client.fetchOne(
          String(place.uid),
          { uid: true, source: { maxLength: most } },
          { uid: true },
        ),
      most + slackBytes,
    )
  }
  // Small messages do not wait for the large ones of slow servers.
  const body = await (size > maxReadBytes ? hold(size, fetchBody) : fetchBody())
  if (body === false || body.source === undefined) {
    await requireDeleted(client, place, guard)
    return undefined
  }
  const { source } = body
  if (source.length > maxMailBytes) {
    return describeMessage(about, { id, size: source.length, headersOnly: true })
  }
  return { ...describeMessage(about, { id, size: source.length, headersOnly: false }), source }
}

async function fetchAbout(
  client: ImapFlow,
  place: MessagePlace,
  { account, guard, progress }: Fetching,
): Promise<FetchMessageObject | undefined> {
  const validity = await boundImap(guard, client, () =>
    openFolder(client, place.path, { account, readOnly: true }),
  ).catch((error: unknown) => {
    if (error instanceof NetworkError && error.code === 'no_folder') return undefined
    throw error
  })
  // Under another UIDVALIDITY the number means another message.
  if (validity !== place.validity) return undefined
  progress.isFetching = true
  const query = {
    uid: true,
    flags: true,
    internalDate: true,
    size: true,
    headers: shownHeaders,
  }
  const found = await boundImap(guard, client, () =>
    client.fetchOne(String(place.uid), query, { uid: true }),
  )
  if (found !== false) return found
  await requireDeleted(client, place, guard)
  return undefined
}

/**
 * Without data, a message may be gone, or the library could not read what the server sent. Throws
 * `NetworkError` if the message is still there.
 */
async function requireDeleted(
  client: ImapFlow,
  place: MessagePlace,
  guard: MailGuard,
): Promise<void> {
  const listed = await boundImap(guard, client, () =>
    client.search({ uid: String(place.uid) }, { uid: true }),
  )
  if (!Array.isArray(listed) || listed.length === 0) return
  throw new NetworkError('blocked', 'The mail server sent a message that cannot be read')
}

/** Returns a message without its source, as far as the server described it. */
export const describeMessage = (
  message: Partial<FetchMessageObject>,
  { id, size, headersOnly }: { id: string; size: number; headersOnly: boolean },
): StoredMail => ({
  about: {
    id,
    threadId: '',
    labelIds: [...(message.flags ?? [])].slice(0, 500).map((flag) => flag.toLowerCase()),
    snippet: '',
    receivedAt: readTime(message.internalDate) ?? 0,
    size,
    url: null,
    tooLarge: headersOnly,
    headers: headersOnly ? readMailHeaders(message.headers ?? Buffer.alloc(0)) : [],
  },
  source: Buffer.alloc(0),
})

export function readTime(date: Date | string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : new Date(date).getTime()
  return Number.isNaN(at) ? undefined : at
}
