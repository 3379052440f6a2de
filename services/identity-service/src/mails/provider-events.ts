import { commonErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { stopAddresses } from './mails.db.ts'

const mostRecipients = 50

/** The fields we read from a provider's event. A temporary bounce stops nothing. */
const MailEvent = z.object({
  type: z.string(),
  data: z
    .object({
      to: z.array(z.string().max(320)).max(mostRecipients).optional(),
      bounce: z.object({ type: z.string().optional() }).optional(),
    })
    .optional(),
})

/**
 * Renames Svix's headers. Svix signs as the Standard Webhooks specification says, but uses its own
 * header names.
 */
const signedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [
      `webhook-${name}`,
      headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`) ?? '',
    ]),
  )

/**
 * Stops further mails to addresses with a permanent bounce or a complaint. Throws `not_configured`
 * if no secret is set, and `validation_failed` if the signature is wrong.
 */
export async function receiveMailEvent(
  { db, config, logger }: Pick<Deps, 'db' | 'config' | 'logger'>,
  body: string,
  headers: Headers,
): Promise<void> {
  if (config.mailWebhookSecret === undefined) throw commonErrors.not_configured()
  const { type, data } = readEvent(config.mailWebhookSecret, body, headers)
  const bounced =
    type === 'email.bounced' && !/^(transient|undetermined)$/i.test(data?.bounce?.type ?? '')
  const complained = type === 'email.complained'
  const addresses = (data?.to ?? []).flatMap((text) => bareAddress(text) ?? [])
  if (!(bounced || complained) || addresses.length === 0) return
  const reason = bounced ? 'bounced' : 'complained'
  await inTransaction(db, undefined, (tx) => stopAddresses(tx, [...new Set(addresses)], reason))
  logger.info(
    { reason, addresses: addresses.length },
    '[mails] the provider reports addresses to stop',
  )
}

function readEvent(secret: string, body: string, headers: Headers) {
  try {
    return MailEvent.parse(new Webhook(secret).verify(body, signedHeaders(headers)))
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      throw commonErrors.validation_failed({
        message: 'The signature does not match',
        cause: error,
      })
    }
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw commonErrors.validation_failed({ cause: error })
    }
    throw error
  }
}

/** Returns the address from `Name <address>` or from a bare address, in lower case. */
function bareAddress(text: string): string | undefined {
  const address = (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase()
  return address.includes('@') ? address : undefined
}
