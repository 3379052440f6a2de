import type { ReadFailure, ReadOutcome } from '@atrium/contracts'
import type { ChannelRow } from '../channels/channel.ts'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { boundedWait } from '../network/stated-time.ts'
import type { Connection, Readers } from '../providers/readers.ts'
import { prepare, type RefusalWords } from '../publishing/prepare.ts'
import { accountCall } from './account-call.ts'

const ofReading: RefusalWords = {
  gone: 'the step’s account is no longer connected',
  notShared: 'The account belongs to a colleague who does not share it with the organisation',
  share: () => 'Ask its owner to share it, or choose another account',
  notMember: 'The owner of this workflow has left the organisation',
  replaceMember: 'Give the workflow another owner',
  dormant: (network) => `Reading from ${network} is not configured`,
}

const openChannels = { label: 'Open the accounts', href: '/channels' }
const reconnect = { label: 'Reconnect the account', href: '/channels' }
const contents = {
  mailbox: 'mail',
  calendar: 'calendars',
  drive: 'files',
  notebook: 'databases',
  videos: 'videos',
  comments: 'comments',
  audience: 'figures of an audience',
} as const satisfies Record<keyof Readers, string>

export type ReadTarget = Record<'orgId' | 'actorId' | 'channelId', string>

/**
 * Reads one page from an account for a user with access to the channel. A failure is returned with
 * a message and a remedy.
 */
export async function readAccount<K extends keyof Readers, P>(
  deps: Deps,
  target: ReadTarget,
  kind: K,
  read: (
    reader: NonNullable<Readers[K]>,
    connection: Connection,
    channel: ChannelRow,
  ) => Promise<P>,
): Promise<ReadOutcome<P>> {
  const ready = await prepare(deps, target, target.actorId, ofReading)
  if ('failure' in ready) {
    const { class: kindOf, message, retryAfterSeconds } = ready.failure
    if (kindOf === 'reconnect') return failed('reconnect', message)
    return failed(kindOf === 'retry' ? 'retry' : 'blocked', message, retryAfterSeconds)
  }
  const { provider, channel } = ready
  const readers: Readers = { comments: provider.readComments, ...provider.reading }
  const reader = readers[kind]
  if (reader === undefined) {
    return failed('blocked', `The account ${channel.name} has no ${contents[kind]}`)
  }
  try {
    const page = await accountCall(deps, ready, (connection) => read(reader, connection, channel))
    return { outcome: 'read', page }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return toFailure(error)
  }
}

interface Failed {
  outcome: 'failed'
  failure: ReadFailure
}

function toFailure(error: NetworkError): Failed {
  const { code, message, retryAfter } = error
  if (error.class === 'reconnect') return failed('reconnect', `Reconnect the account: ${message}`)
  if (error.class === 'retry') {
    const seconds = retryAfter === undefined ? undefined : Math.max(1, boundedWait(retryAfter))
    return failed('retry', message, seconds)
  }
  if (code === 410) return failed('expired', message)
  if (code === 404) return failed('gone', message)
  return failed('blocked', message)
}

const fixes = { retry: null, expired: null, gone: null, reconnect, blocked: openChannels } as const

function failed(kind: ReadFailure['class'], reason: string, retryAfterSeconds?: number): Failed {
  const message = reason.slice(0, 500)
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return { outcome: 'failed', failure: { class: kind, message, fix: fixes[kind], ...wait } }
}
