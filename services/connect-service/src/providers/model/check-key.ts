import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { askedToWait, tokenRefused, wordsIn } from '../../network/read-error.ts'
import { scrub } from '../../network/sent-secrets.ts'
import { retryAfterSeconds } from '../../network/stated-time.ts'

/**
 * Checks a key by listing the provider's models. Throws `NetworkError`, with the class `reconnect`
 * if the key is refused.
 */
export async function checkKey(
  client: NetworkClient,
  { baseUrl, apiKey, now }: { baseUrl: string; apiKey: string; now: Date },
): Promise<void> {
  const answer = await client.call({
    method: 'GET',
    url: new URL(`${baseUrl}/models`),
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const { status, json } = answer
  if (status >= 200 && status < 300 && json !== undefined) return
  const message = scrub(wordsIn(json, 'error') ?? `The provider responded with status ${status}`, [
    apiKey,
  ])
  const retryAfter = retryAfterSeconds(answer, now)
  if (status === 429) throw askedToWait(retryAfter)
  if (status >= 400 && status < 500) throw tokenRefused(message, status)
  throw new NetworkError('retry', message, { code: status, retryAfter })
}
