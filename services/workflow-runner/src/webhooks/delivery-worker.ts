import { uuidv7Hex, WebhookDelivery } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import { startJobWorker } from '@atrium/messaging'
import { guardedAgent } from '@atrium/outbound-guard'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { createFairTurns } from '../worker/fair-turns.ts'
import { type ClaimedDelivery, claimDeliveries, deliveryHeads } from './claim-deliveries.db.ts'
import { unreadableSecret } from './endpoint-secrets.ts'
import { pauseAfter } from './retry-plan.ts'
import { sendWebhook } from './send-webhook.ts'
import { recordAttempt } from './webhooks.db.ts'

/** Sends what is due; the rows are the truth, the messages only wake it. */
export function createDeliveryWorker(deps: Deps) {
  const { db, bus, logger, settings } = deps
  const agent = guardedAgent(settings.privateAddresses)
  const workerId = `whk_${uuidv7Hex()}`
  const turns = createFairTurns()
  // By org, so that one's slow endpoints hold no more than its share of the slots.
  const sending = new Map<Promise<void>, string>()
  const heldBy = (org: string): number => [...sending.values()].filter((each) => each === org).length
  // Where the next look begins: with more orgs than one look reads, each look goes on behind the last one.
  let after = ''
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false
  const stops: (() => Promise<void> | void)[] = []

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const key = { id: delivery.id, workerId }
    const current = deps.secrets.open(delivery.secret, delivery.endpoint_id)
    if (current === undefined) {
      logger.error({ deliveryId: delivery.id, org: delivery.org_id }, 'a webhook secret cannot be opened')
      await recordAttempt(db, key, { status: null, error: unreadableSecret, retryInSeconds: undefined })
      return
    }
    const { previous_secret: sealed } = delivery
    const previous = sealed === null ? undefined : deps.secrets.open(sealed, delivery.endpoint_id)
    const secrets = previous === undefined ? [current.text] : [current.text, previous.text]
    const message = { id: delivery.event_id, body: delivery.body }
    const attempt = await sendWebhook(agent, { url: delivery.url, secrets }, message)
    // 410 means that nobody wants these any more; Standard Webhooks, "Endpoint disabled".
    const gone = attempt.status === 410
    const retryInSeconds = gone ? undefined : pauseAfter(delivery.attempts)
    await recordAttempt(db, key, { ...attempt, retryInSeconds })
    if (gone) {
      await db
        .updateTable('webhook_endpoints')
        .set({ enabled: false })
        .where('id', '=', delivery.endpoint_id)
        .execute()
    }
    logger.info({ deliveryId: delivery.id, org: delivery.org_id, status: attempt.status }, 'webhook')
  }
  const look = async (): Promise<void> => {
    do {
      again = false
      const free = settings.webhookSlots - sending.size
      if (free <= 0 || stopped) return
      const { heads, next } = await deliveryHeads(db, after)
      const wrapped = after !== ''
      after = next
      const wanted = turns.choose(heads, free, heldBy)
      const claimed = wanted.size === 0 ? [] : await claimDeliveries(db, workerId, wanted)
      for (const delivery of claimed) {
        turns.served(delivery.org_id, 1)
        const sent = send(delivery)
          .catch((error: unknown) =>
            logger.error({ err: error, deliveryId: delivery.id }, 'a delivery broke'),
          )
          .finally(() => {
            sending.delete(sent)
            poke()
          })
        sending.set(sent, delivery.org_id)
      }
      if (claimed.length > 0 || wrapped) again = true
    } while (again && !stopped)
  }
  const poke = (): void => {
    again = true
    if (looking !== undefined || stopped) return
    looking = look()
      .catch((error: unknown) => logger.warn({ err: error }, '[webhooks] cannot look for deliveries'))
      .finally(() => {
        looking = undefined
      })
  }
  return {
    background: [
      { name: 'webhook-deliveries', everyMs: 1_000, run: async () => poke() },
      {
        name: 'webhook-retention',
        everyMs: 600_000,
        run: async () => {
          await sql`delete from webhook_deliveries where id = any(array(select id from webhook_deliveries
            where finished_at < now() - make_interval(days => ${settings.retentionDays}) or (status = 'pending'
              and created_at < now() - make_interval(days => ${settings.retentionDays})
              and endpoint_id in (select id from webhook_endpoints where not enabled)) limit 5000))`.execute(
            db,
          )
        },
      },
    ],
    async start(): Promise<void> {
      const letters = db as unknown as Kysely<PlatformTables>
      stops.push(
        await startJobWorker(
          bus,
          WebhookDelivery,
          {
            slots: 1,
            async handle() {
              poke()
              await looking
            },
          },
          letters,
        ),
      )
    },
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(stops.splice(0).map((stop) => stop()))
      await looking
      await Promise.all(sending.keys())
      await agent.close()
    },
  }
}
