import { PrivateAddressError } from '@atrium/outbound-guard'
import { type Dispatcher, request } from 'undici'
import { webhookHeaders } from './sign-webhook.ts'

export interface Attempt {
  /** Null without a response. */
  status: number | null
  error: string | null
}

const timeoutMs = 15_000

// One message for all of these, so that it does not reveal the names that an internal resolver knows.
const unreachable = 'The host was not found, or is one that webhooks may not be sent to'
const unresolved = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof PrivateAddressError) return unreachable
  if (!(cause instanceof Error)) return String(cause)
  if ('syscall' in cause && cause.syscall === 'getaddrinfo') return unreachable
  if ('code' in cause && typeof cause.code === 'string' && unresolved.has(cause.code)) return unreachable
  return cause.message || cause.name
}

/** Sends one delivery through a guarded agent. Any 2xx is a success; redirects are not followed; the body is discarded. */
export async function sendWebhook(
  agent: Dispatcher,
  endpoint: { url: string; secrets: readonly string[] },
  message: { id: string; body: string },
): Promise<Attempt> {
  try {
    const url = new URL(endpoint.url)
    const timestamp = Math.floor(Date.now() / 1_000)
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Atrium-Webhooks/1',
        ...webhookHeaders(endpoint.secrets, { ...message, timestamp }),
      },
      body: message.body,
    })
    // A short body is read so that the connection can be reused; errors of it do not matter.
    response.body.on('error', () => {})
    await response.body.dump({ limit: 16_384 }).catch(() => {})
    const ok = response.statusCode >= 200 && response.statusCode < 300
    return { status: response.statusCode, error: ok ? null : `Answered ${response.statusCode}` }
  } catch (error) {
    return { status: null, error: reasonOf(error).slice(0, 500) }
  }
}
