import { maxMailBytes, maxReadBytes } from '@atrium/contracts'
import { z } from 'zod'
import { hasCode, rescued } from '../../network/network-error.ts'
import { type Api, pageAt } from '../api.ts'
import type { HoldBytes } from '../byte-budget.ts'
import type { Connection, MailboxReader, StoredMail } from '../readers.ts'
import { labelStore } from './mail-labels.ts'
import { MailPayload, toMailSource } from './payload-mail.ts'

const root = '/gmail/v1/users/me'
const Id = z.string().regex(/^[\w-]{1,100}$/)
const Listed = z.array(z.object({ id: Id })).default([])
const List = z.object({ messages: Listed, nextPageToken: z.string().optional() })

const common = {
  id: Id,
  threadId: z.string().catch(''),
  labelIds: z.array(z.string()).default([]),
  snippet: z.string().catch(''),
  sizeEstimate: z.number().int().nonnegative().catch(0),
  internalDate: z.coerce.number(),
}
const Raw = z.object({ ...common, raw: z.string() })
const Full = z.object({ ...common, payload: MailPayload })
const Shown = z.array(z.object({ name: z.string(), value: z.string() }))
const Metadata = z.object({ ...common, payload: z.object({ headers: Shown }) })

const shownHeaders = ['From', 'To', 'Cc', 'Subject', 'Date', 'Message-ID']
// Leaves room for Base64 and for the fields around the source.
const toAnswerBytes = (bytes: number): number => Math.ceil((bytes * 4) / 3) + 65_536

/** Writes a label name as the provider's search expects it: with hyphens for spaces and slashes. */
const searchedLabel = (name: string): string => name.toLowerCase().replaceAll(/[\s/&()|"]+/g, '-')

const large = 'large' as const

const toSummary = (mail: Omit<z.output<typeof Raw>, 'raw'>, size: number) => ({
  id: mail.id,
  threadId: mail.threadId,
  labelIds: mail.labelIds,
  snippet: mail.snippet,
  receivedAt: mail.internalDate,
  size,
})

/** Matches an address without characters that the search would read as operators. */
const searchable = /^[^\s"(){}|@]+@[^\s"(){}|@]+$/

/**
 * Reads a connected account's mail. Searches skip mail sent by `own`. Large messages wait for their
 * share of `hold`.
 */
export function mailboxReader(
  api: Api,
  { hold, own }: { hold: HoldBytes; own?: string | undefined },
): MailboxReader {
  const notOwn = own !== undefined && searchable.test(own) ? `-from:${own}` : ''
  const labels = labelStore(api)
  const whole = async (by: Connection, id: string, most: number): Promise<StoredMail> => {
    const longestAnswer = toAnswerBytes(most)
    const query = { format: 'raw' }
    const schema = z.union([Raw, Full])
    const mail = await api({ path: `${root}/messages/${id}`, by, query, schema, longestAnswer })
    const source = 'raw' in mail ? Buffer.from(mail.raw, 'base64url') : toMailSource(mail.payload)
    return { about: { ...toSummary(mail, source.length), tooLarge: false, headers: [] }, source }
  }
  const readHeaders = async (by: Connection, id: string): Promise<StoredMail> => {
    const path = `${root}/messages/${id}?${shownHeaders.map((name) => `metadataHeaders=${name}`).join('&')}`
    const mail = await api({ path, by, query: { format: 'metadata' }, schema: Metadata })
    const about = {
      ...toSummary(mail, mail.sizeEstimate),
      tooLarge: true,
      headers: mail.payload.headers,
    }
    return { about, source: Buffer.alloc(0) }
  }
  const readLarge = async (by: Connection, id: string): Promise<StoredMail> => {
    const headersOnly = await readHeaders(by, id)
    const { size } = headersOnly.about
    if (size > maxMailBytes) return headersOnly
    // The size is an estimate. If it is missing, the message may have any size.
    const most = size === 0 ? maxMailBytes : Math.min(maxMailBytes, 2 * size + maxReadBytes)
    const read = hold(most, () => whole(by, id, most))
    return rescued(read, hasCode('too_large'), () => headersOnly)
  }
  return {
    async search(by, { query, excludeLabel, after, cursor, limit }) {
      const labelId = excludeLabel === undefined ? undefined : await labels.find(by, excludeLabel)
      const q = [
        excludeLabel === undefined ? '' : `-label:${searchedLabel(excludeLabel)}`,
        after === undefined ? '' : `after:${after}`,
        notOwn,
        query.trim() === '' ? '' : `(${query.trim()})`,
      ]
        .filter((part) => part !== '')
        .join(' ')
      const page = { maxResults: String(limit), ...pageAt('pageToken', cursor) }
      const asked = q === '' ? page : { ...page, q }
      const answer = await api({ path: `${root}/messages`, by, query: asked, schema: List })
      const ids = answer.messages.map(({ id }) => id)
      const next = answer.nextPageToken ?? null
      return { ids, excludedLabelId: labelId ?? null, numbering: null, next }
    },
    message(by, id) {
      return rescued(readLarge(by, id), hasCode(404), () => undefined)
    },
    async smallMessage(by, id) {
      const read = rescued(whole(by, id, maxReadBytes), hasCode('too_large'), () => large)
      return rescued(read, hasCode(404), () => undefined)
    },
    async label(by, { label, ids }) {
      const labelId = await labels.ensure(by, label)
      const addLabelIds = [labelId]
      const all = api.answer({
        path: `${root}/messages/batchModify`,
        by,
        body: { ids, addLabelIds },
      })
      // A proxy may support labelling only one message per call.
      await rescued(all, hasCode(404, 405), async () => {
        for (const id of ids)
          await api.answer({ path: `${root}/messages/${id}/modify`, by, body: { addLabelIds } })
      })
      return { labelId }
    },
  }
}
