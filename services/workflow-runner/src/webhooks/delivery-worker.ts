import { uuidv7Hex, WebhookDelivery } from '@atrium/contracts'
import { inTransaction, type PlatformTables } from '@atrium/database'
import { startJobWorker } from '@atrium/messaging'
import { createGuardedFetch } from '@atrium/outbound-guard'
import type { Background } from '@atrium/service-kit'
import type { Kysely } from 'kysely'
import type { Deps } from '../deps.ts'
import { createSlotPool } from '../lanes/slot-pool.ts'
import { type ClaimedDelivery, claimDeliveries, deliveryHeads } from './claim-deliveries.db.ts'
import { sendWebhook } from './send-webhook.ts'
import { disableEndpoint, recordAttempt, sweepDeliveries } from './webhooks.db.ts'

const minute = 60
const hour = 60 * minute
/** Back-off in seconds after each failure, as the Standard Webhooks specification recommends. */
const retryPauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour]

const unreadableSecret =
  'The endpoint’s secret can no longer be read. Renew the secret and give it to the receiver.'

/** Sends due deliveries. An organisation's slow endpoints hold at most its share of the slots. */
export function createDeliveryWorker({ db, bus, logger, config, secrets, now }: Deps) {
  const guard = createGuardedFetch(config.privateAddresses, { ownPorts: config.ownPorts })
  const workerId = `whk_${uuidv7Hex()}`
  let stopJobs: (() => Promise<void>) | undefined

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const { id, org_id: org, endpoint_id: endpointId, previous_secret: sealed } = delivery
    const key = { id, orgId: org, endpointId, workerId }
    const current = secrets.open(delivery.secret, endpointId)
    if (current === undefined) {
      logger.error({ deliveryId: id, org }, 'a webhook secret cannot be opened')
      const end = { status: null, error: unreadableSecret, retryInSeconds: undefined }
      await inTransaction(db, undefined, (tx) => recordAttempt(tx, key, end))
      return
    }
    const previous = sealed === null ? undefined : secrets.open(sealed, endpointId)
    const texts = previous === undefined ? [current.text] : [current.text, previous.text]
    const message = { id: delivery.event_id, body: delivery.body, at: now() }
    const attempt = await sendWebhook(guard, { url: delivery.url, secrets: texts }, message)
    // 410 means: the receiver is gone; Standard Webhooks, "Endpoint disabled".
    const gone = attempt.status === 410
    const retryInSeconds = gone ? undefined : retryPauses[delivery.attempts - 1]
    await inTransaction(db, undefined, async (tx) => {
      await recordAttempt(tx, key, { ...attempt, retryInSeconds })
      if (gone) await disableEndpoint(tx, org, endpointId)
    })
    logger.info({ deliveryId: id, org, status: attempt.status }, 'webhook')
  }
  const pool = createSlotPool<ClaimedDelivery>({
    slots: config.webhookSlots,
    heads: (after) => deliveryHeads(db, after),
    claim: (wanted) => claimDeliveries(db, workerId, wanted),
    laneOf: (delivery) => delivery.org_id,
    // An endpoint has at most three deliveries at once.
    hidesItems: true,
    perform: (delivery) =>
      send(delivery).catch((error: unknown) =>
        logger.error({ err: error, deliveryId: delivery.id }, 'a delivery broke'),
      ),
    failed: (error) => logger.warn({ err: error }, '[webhooks] cannot look for deliveries'),
  })
  const background: Background[] = [
    {
      name: 'webhook-deliveries',
      everyMs: 1_000,
      rests: true,
      run: async () => pool.poke(),
    },
    {
      name: 'webhook-retention',
      everyMs: 600_000,
      run: () => sweepDeliveries(db, config.retentionDays),
    },
  ]
  return {
    background,
    async start(): Promise<void> {
      const letters = db as unknown as Kysely<PlatformTables>
      stopJobs = await startJobWorker(
        bus,
        WebhookDelivery,
        { slots: 1, handle: () => pool.look() },
        letters,
      )
    },
    async stop(): Promise<void> {
      await Promise.all([pool.stop(), stopJobs?.()])
      await guard.close()
    },
  }
}
