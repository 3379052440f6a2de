import { type Dispatcher, request } from 'undici'
import type { PrivateAddresses } from '../config.ts'
import { requireReachableHost } from './guarded-agent.ts'
import { webhookHeaders } from './sign-webhook.ts'

export interface Attempt {
  /** Null when there was no answer. */
  status: number | null
  error: string | null
}

const wholeMs = 15_000

/** Sends one delivery. Any 2xx is a success; redirects are not followed; the answer's body is thrown away. */
export async function sendWebhook(
  agent: Dispatcher,
  endpoint: { url: string; secret: string },
  message: { id: string; body: string },
  policy: PrivateAddresses,
): Promise<Attempt> {
  try {
    const url = new URL(endpoint.url)
    requireReachableHost(url, policy)
    const timestamp = Math.floor(Date.now() / 1_000)
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      signal: AbortSignal.timeout(wholeMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Atrium-Webhooks/1',
        ...webhookHeaders(endpoint.secret, { ...message, timestamp }),
      },
      body: message.body,
    })
    // Little of it is read, so that the connection can be used again; how that ends does not matter.
    response.body.on('error', () => {})
    await response.body.dump({ limit: 16_384 }).catch(() => {})
    const ok = response.statusCode >= 200 && response.statusCode < 300
    return { status: response.statusCode, error: ok ? null : `Answered ${response.statusCode}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: null, error: (cause instanceof Error ? cause.message : String(cause)).slice(0, 500) }
  }
}
