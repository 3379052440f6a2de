import { randomBytes } from 'node:crypto'
import {
  type AdmitMail,
  type AdmittedMail,
  AppError,
  commonErrors,
  type MailRefusal,
  SellerAddress,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { z } from 'zod'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  countRecent,
  deleteOldMailRecords,
  findFirstOwner,
  insertCounted,
  listRecipients,
  lockSender,
  putRecipients,
} from './mails.db.ts'

type Asked = z.output<typeof AdmitMail.input>
type Admitting = Pick<Deps, 'db' | 'bus' | 'logger' | 'config' | 'now'>

const firstWeekMs = 7 * 86_400_000
const laterFactor = 10

/**
 * Returns how many recipients outside the organisation may get its mails in 24 hours. The limit is
 * ten times higher after the organisation's first week.
 */
export const dailyLimit = (base: number, createdAt: Date, now: Date): number =>
  now.getTime() - createdAt.getTime() < firstWeekMs ? base : base * laterFactor

/**
 * Counts a mail to people outside an organisation, and returns who may get it. Members with a
 * trusted address are not counted. A repeated key counts once. Throws `not_found` if the
 * organisation is deleted.
 */
export async function admitMail(deps: Admitting, asked: Asked): Promise<AdmittedMail> {
  const [postal, { sender, ...admitted }] = await Promise.all([
    asked.isCountOnly === true ? null : findPostalAddress(deps, asked.orgId),
    inTransaction(deps.db, undefined, (tx) => admitInside(deps, tx, asked)),
  ])
  return { ...admitted, sender: { ...sender, address: postal ?? sender.address } }
}

/** Returns the seconds until an organisation's oldest counted mail is a day old. */
export const secondsToNextMail = async ({ db }: Pick<Deps, 'db'>, orgId: string): Promise<number> =>
  (await countRecent(db, orgId)).waitSeconds

export const pruneMailRecords = (db: Db): Promise<void> =>
  inTransaction(db, undefined, deleteOldMailRecords)

async function admitInside(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Transaction,
  { orgId, key, recipients, isCountOnly }: Asked,
): Promise<AdmittedMail> {
  const org = await lockSender(tx, orgId)
  if (org === undefined) throw commonErrors.not_found({ message: 'Organisation not found' })
  const sender = { name: org.name, address: org.ownerEmail ?? '' }
  const typed = new Map(recipients.map((address) => [address.trim().toLowerCase(), address.trim()]))
  const readTyped = (address: string): string => typed.get(address) ?? address
  const known = await listRecipients(tx, { orgId, key, addresses: [...typed.keys()] })
  const isInside = ({ memberId, emailVerified }: (typeof known)[number]): boolean =>
    memberId !== null && config.isTrusted({ emailVerified: emailVerified === true })
  const toMembers = known.filter(isInside).map(({ address }) => ({
    address: readTyped(address),
    unsubscribeUrl: null,
  }))
  const strangers = known.filter((recipient) => !isInside(recipient))
  const onlyMembers = { refusal: null, admitted: toMembers, skipped: [], sender }
  if (strangers.length === 0) return onlyMembers
  const refuse = (code: MailRefusal): AdmittedMail => ({
    admitted: [],
    skipped: [],
    sender,
    refusal: { code, message: refusals[code]().message },
  })
  if (config.mail.apiKey !== undefined && org.isOwnerVerified !== true)
    return refuse('sender_not_verified')
  const open = strangers.filter(({ stopped }) => stopped === null)
  const fresh = open.filter(({ countedAt }) => countedAt === null).map(({ address }) => address)
  if (fresh.length > 0) {
    const { count } = await countRecent(tx, orgId)
    const limit = dailyLimit(config.mailDailyLimit, org.createdAt, now())
    if (count + fresh.length > limit) return refuse('mail_limit')
    await insertCounted(tx, orgId, key, fresh)
  }
  if (isCountOnly === true) return onlyMembers
  const stored = open.map(({ address }) => newRecipient(address))
  const tokens =
    open.length === 0 ? new Map<string, string>() : await putRecipients(tx, orgId, stored)
  return {
    refusal: null,
    admitted: [
      ...toMembers,
      ...open.map(({ address }) => ({
        address: readTyped(address),
        unsubscribeUrl: `${config.unsubscribeUrl}/${tokens.get(address) ?? ''}`,
      })),
    ],
    skipped: strangers.flatMap(({ address, stopped }) =>
      stopped === null ? [] : [{ address: readTyped(address), reason: stopped }],
    ),
    sender,
  }
}

const refusals = {
  sender_not_verified: commonErrors.sender_not_verified,
  mail_limit: commonErrors.mail_limit,
} as const

/** Returns a mail's sender, and the URL of the recipient's unsubscribe page. */
export async function describeSender(
  deps: Admitting,
  tx: Transaction,
  { orgId, orgName, recipient }: { orgId: string; orgName: string; recipient: string },
) {
  const address =
    (await findPostalAddress(deps, orgId)) ?? (await findFirstOwner(tx, orgId))?.email ?? ''
  const tokens = await putRecipients(tx, orgId, [newRecipient(recipient.toLowerCase())])
  const [token = ''] = tokens.values()
  return {
    sender: { name: orgName, address },
    unsubscribeUrl: `${deps.config.unsubscribeUrl}/${token}`,
  }
}

const newRecipient = (address: string) => ({
  address,
  token: randomBytes(24).toString('base64url'),
})

/**
 * Returns the organisation's postal address. Returns null if there is none or invoicing does not
 * respond.
 */
async function findPostalAddress(
  { bus, logger }: Admitting,
  orgId: string,
): Promise<string | null> {
  try {
    return (await callRpc(bus, SellerAddress, { orgId })).address
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    logger.debug(
      { err: error, org: orgId },
      '[mails] the postal address of the organisation is not known',
    )
    return null
  }
}
