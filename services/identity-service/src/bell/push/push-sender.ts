import { backOff, isDatabaseAway } from '@atrium/database'
import { createGuardedFetch, type GuardedFetch, OutboundError } from '@atrium/outbound-guard'
import type { Background } from '@atrium/service-kit'
import { openCounter } from '@atrium/telemetry'
import webPush from 'web-push'
import type { IdentityConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import {
  claimPushes,
  type DuePush,
  deletePush,
  forgetSubscription,
  postponePush,
} from './push.db.ts'

const batch = 20
const mostAttempts = 8
const timeoutMs = 10_000
const answerBytes = 4_096
const usefulForSeconds = 86_400

type Keys = NonNullable<IdentityConfig['push']>
type PushDeps = Pick<Deps, 'db' | 'logger' | 'now' | 'config' | 'bus'>

/**
 * Sends notifications to browsers. A message may be sent twice after a crash. The browser then
 * replaces the first one, because both have the notification's id. A subscription ends when its push
 * service responds 404 or 410. Other failures are retried, at most eight times in a day.
 */
export function pushSender(deps: PushDeps): Background[] {
  const { config, bus } = deps
  const keys = config.push
  if (keys === undefined) return []
  const guard = createGuardedFetch(keys.privateAddresses, { ownPorts: keys.ownPorts })
  const sent = openCounter(bus.metrics, {
    name: 'atrium_push_messages_total',
    help: 'Notifications sent to browsers, by outcome',
    labels: { outcome: ['sent', 'gone', 'retried', 'failed'] },
  })
  const sending = { ...deps, keys, guard, count: (outcome: string) => sent.inc({ outcome }) }
  return [
    {
      name: 'push',
      everyMs: 1_000,
      rests: true,
      run: (signal) =>
        sendDue(sending, signal).catch((error: unknown) => {
          if (!isDatabaseAway(error)) throw error
        }),
    },
  ]
}

type Sending = PushDeps & { keys: Keys; guard: GuardedFetch; count(outcome: string): void }

async function sendDue(sending: Sending, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await claimPushes(sending.db, batch, sending.now())
    await Promise.all(due.map((push) => send(sending, push, signal)))
    if (due.length < batch || signal.aborted) return
  }
}

async function send(sending: Sending, push: DuePush, signal: AbortSignal): Promise<void> {
  const { db, logger, count } = sending
  const status = await post(sending, push, signal)
  if (status === 404 || status === 410) {
    await forgetSubscription(db, push.subscriptionId)
    count('gone')
  } else if (status >= 200 && status < 300) {
    await deletePush(db, push)
    count('sent')
  } else if ((status === 0 || status === 429 || status >= 500) && push.attempts < mostAttempts) {
    await postponePush(db, push, backOff(push.attempts, 5_000, 3_600_000) / 1_000)
    count('retried')
  } else {
    await deletePush(db, push)
    count('failed')
    logger.warn({ status, attempts: push.attempts }, '[push] a notification was not sent')
  }
}

/** Sends one message. Returns the response's status, or 0 if there was none. */
async function post(
  { keys, guard, config }: Sending,
  { notificationId, endpoint, p256dh, auth, kind, title, detail, href, orgName }: DuePush,
  signal: AbortSignal,
): Promise<number> {
  const payload = JSON.stringify({ id: notificationId, kind, title, detail, href, orgName })
  const isSecure = config.dashboardUrl.startsWith('https:')
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: {
        subject: isSecure ? config.dashboardUrl : 'mailto:atrium@localhost',
        publicKey: keys.publicKey,
        privateKey: keys.privateKey,
      },
      TTL: usefulForSeconds,
      // A push service keeps one message for each topic.
      topic: notificationId.replace(/^ntf_/, ''),
    })
    const { 'Content-Length': _, ...headers } = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const answer = await guard.fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body),
      maxBytes: answerBytes,
      timeoutMs,
      redirects: 0,
      signal,
    })
    await answer.discard()
    return answer.status
  } catch (error) {
    if (error instanceof OutboundError) return 0
    // The keys of the subscription are not valid.
    if (!signal.aborted) return 400
    return 0
  }
}
