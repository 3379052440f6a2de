import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bus, connectBus } from '@atrium/messaging'
import {
  platformEndpoints,
  type Sandbox,
  startSandbox,
  type WebhookEndpoint,
} from '@atrium/sandbox'
import { createLogger } from '@atrium/service-kit'
import { z } from 'zod'
import { startTestPlatform, type TestPlatform } from '../platform/harness.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { until } from '../stories/story.ts'
import { operatorAddress } from './example-callers.ts'
import { prepareClock, restartClock } from './story-clock.ts'

/** The platform for the examples, with stand-ins for outside providers. */
export interface ReferencePlatform {
  readonly platform: TestPlatform
  readonly sandbox: Sandbox
  readonly bus: Bus
  /** Waits until this address gets a mail with the text. Returns the newest mail text. */
  mailTo(address: string, containing: string): Promise<string>
  stop(): Promise<void>
}

export async function startReferencePlatform(): Promise<ReferencePlatform> {
  const endpoints: WebhookEndpoint[] = []
  const sandbox = await startSandbox({ payments: { endpoints } })
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port)) as Record<
    string,
    string
  >
  const overrides = {
    ...variables,
    PAGENET_MANAGE_COMMENTS: 'true',
    VIDEONET_UPLOAD_TRANSPORT: 'relay',
    SUPPORT_DEFAULT_OWNER_EMAIL: operatorAddress,
    ADMIN_EMAILS: operatorAddress,
    RATE_LIMITS: 'off',
    MCP_ALLOWED_REDIRECT_HOSTS: 'assistant.example.com',
    ACCOUNTING_ENABLED: 'true',
    ENTITLEMENT_SELLER_ACCOUNT_ID: 'acct_operator',
    ENTITLEMENT_OFFER_SLUGS: 'pro',
    CREDIT_TOPUP_OFFER_SLUGS: 'credits-10,credits-25',
    CREDITS_METERING_ENABLED: 'true',
    FETCH_PRIVATE_ADDRESSES: 'loopback',
    WEBHOOK_PRIVATE_ADDRESSES: 'loopback',
    // Keys of the examples only, fixed so that the recorded response stays the same.
    PUSH_VAPID_PUBLIC_KEY:
      'BDs1DGCjZnkOySgCwoQRr6aUQEAwxesVJG8pz5PMlODwW75kZgkE_544Eta39OqWdCZN-DThmszWDAT80Eexezw',
    PUSH_VAPID_PRIVATE_KEY: 'jXO80Qk4H8Lp7ZL-D_0_mWIBo---Iy-dkgVQVneYTZA',
    LOG_LEVEL: 'warn',
  }
  const platform = await startTestPlatform(overrides, async (url) => {
    await prepareClock(url)
    await restartClock(url)
  })
  endpoints.push(...platformEndpoints(platform.env))
  const bus = await connectBus({
    url: platform.env['NATS_URL'] ?? '',
    service: 'reference',
    namespace: platform.env['NATS_NAMESPACE'],
    logger: createLogger('reference', 'fatal', []),
  })
  return {
    platform,
    sandbox,
    bus,
    mailTo: (address, containing) =>
      until(`a mail to ${address} with ${containing}`, async () => {
        const mails = await mailsIn(platform.env['MAIL_OUTBOX_DIR'] ?? '')
        return mails.find(({ to, text }) => to === address && text.includes(containing))?.text
      }),
    async stop() {
      await bus.drain()
      await platform.stop()
      await sandbox.stop()
    },
  }
}

const Mail = z.object({ to: z.string(), text: z.string(), capturedAt: z.string() })

/** Returns an outbox's mails, newest first. */
async function mailsIn(folder: string): Promise<z.infer<typeof Mail>[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(
    names.map(async (name) => Mail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  )
  return mails.toSorted((a, b) => b.capturedAt.localeCompare(a.capturedAt))
}
