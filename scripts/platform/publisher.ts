import { type Sandbox, type SandboxOptions, startSandbox } from '@atrium/sandbox'
import { type Client, createClient } from '@atrium/sdk'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

/** Somebody with an org on a platform of their own, whose networks are the sandbox's. */
export interface Publisher {
  sandbox: Sandbox
  platform: TestPlatform
  client: Client
  /**
   * Approves everything on a network's consent page, as it is shown, in the browser of the same person; answers
   * what the dashboard is told: `connected`, `picker` or `error`.
   */
  consent(network: string): Promise<URLSearchParams>
  stop(): Promise<void>
}

const withoutRedirects: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? answer : new Response(null, { headers: { location } })
}
const locationOf = (answer: Response): URL => new URL(answer.headers.get('location') ?? '')

/** Starts sandbox and platform, and signs the publisher up. */
export async function startPublisher(
  name: string,
  overrides: Record<string, string> = {},
  options: SandboxOptions = {},
): Promise<Publisher> {
  const sandbox = await startSandbox(options)
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port))
  const platform = await startTestPlatform({ ...(variables as Record<string, string>), ...overrides })
  const { client, email, password } = await signUpNewcomer(platform.baseUrl, name)
  const browser = createClient({ baseUrl: platform.baseUrl, fetch: withoutRedirects })
  await browser.auth.signIn({ email, password })
  return {
    sandbox,
    platform,
    client,
    async consent(network) {
      const dialog = locationOf(await browser.request(`/api/connect/${network}/start`))
      const page = await (await fetch(dialog)).text()
      const form = new URLSearchParams({ decision: 'approve' })
      for (const [, scope = ''] of page.matchAll(/name="permission" value="([^"]+)"/g)) {
        form.append('permission', scope)
      }
      const back = locationOf(await fetch(dialog, { method: 'POST', body: form, redirect: 'manual' }))
      return locationOf(await browser.request(back.pathname + back.search)).searchParams
    },
    async stop() {
      await platform.stop()
      await sandbox.stop()
    },
  }
}
