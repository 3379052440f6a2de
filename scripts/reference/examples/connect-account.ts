import { personInBrowser } from '../../connect/person-in-browser.ts'
import type { Seen } from '../seen.ts'
import type { ExamplePlatform } from './example-step.ts'

/**
 * Connects an account as the owner in another browser. Returns the dashboard's outcome: `connected`
 * or `picker`.
 */
export async function connectAccount(
  { baseUrl }: ExamplePlatform,
  seen: Seen,
  network: string,
): Promise<URLSearchParams> {
  const account = { email: seen.text('owner.email'), password: seen.text('owner.password') }
  return (await (await personInBrowser(baseUrl, account)).connect(network)).searchParams
}
