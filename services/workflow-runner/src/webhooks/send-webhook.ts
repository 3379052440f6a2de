import { type GuardedFetch, OutboundError } from '@atrium/outbound-guard'
import { webhookHeaders } from './sign-webhook.ts'

export interface Attempt {
  status: number | null
  error: string | null
}

const timeoutMs = 15_000

// Unknown and forbidden hosts share one message, so it does not reveal internal host names.
const unreachable = 'We could not reach this website. Check the address.'

function toReason(error: unknown): string {
  if (error instanceof OutboundError && error.code === 'no_host') return unreachable
  return error instanceof Error ? error.message || error.name : String(error)
}

/**
 * Sends one delivery through the guard. Any 2xx is a success. Follows no redirects and discards the
 * body.
 */
export async function sendWebhook(
  guard: GuardedFetch,
  endpoint: { url: string; secrets: readonly string[] },
  message: { id: string; body: string; at: Date },
): Promise<Attempt> {
  try {
    const timestamp = Math.floor(message.at.getTime() / 1_000)
    const { status, bytes } = await guard.fetch(endpoint.url, {
      method: 'POST',
      redirects: 0,
      timeoutMs,
      maxBytes: 16_384,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Atrium-Webhooks/1',
        ...webhookHeaders(endpoint.secrets, { ...message, timestamp }),
      },
      body: message.body,
    })
    // Reading a short body lets the connection be reused. Errors while reading it do not matter.
    await bytes().catch(() => {})
    return {
      status,
      error: status >= 200 && status < 300 ? null : `Responded with status ${status}`,
    }
  } catch (error) {
    return { status: null, error: toReason(error).slice(0, 500) }
  }
}
