import type { NetworkAnswer } from '../../network/call-network.ts'
import type { Usage } from '../provider.ts'

/** Returns how much of its rate limit an account has used, from the `X-Ratelimit-…` headers. */
export function forumUsage({ headers }: NetworkAnswer): Usage | undefined {
  const number = (name: string) => Number.parseFloat(String(headers[`x-ratelimit-${name}`]))
  const [used, remaining, reset] = [number('used'), number('remaining'), number('reset')]
  if (!(used >= 0) || !(remaining >= 0) || used + remaining === 0) return undefined
  const over = remaining < 1
  return {
    percent: over ? 100 : (used / (used + remaining)) * 100,
    regainMinutes: over && reset > 0 ? reset / 60 : 0,
  }
}
