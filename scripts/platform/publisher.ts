import { type Sandbox, type SandboxOptions, startSandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { personInBrowser } from '../connect/person-in-browser.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

/** A user with an organisation on a separate platform. The platform uses the sandbox's networks. */
export interface Publisher {
  sandbox: Sandbox
  platform: TestPlatform
  client: Client
  /**
   * Approves everything on a network's consent page in the user's browser. Returns the dashboard's
   * outcome: `connected`, `picker` or `error`.
   */
  consent(network: string): Promise<URLSearchParams>
  stop(): Promise<void>
}

/** Starts sandbox and platform, and signs the publisher up. */
export async function startPublisher(
  name: string,
  overrides: Record<string, string> = {},
  options: SandboxOptions = {},
): Promise<Publisher> {
  const sandbox = await startSandbox(options)
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port))
  const platform = await startTestPlatform({
    ...(variables as Record<string, string>),
    ...overrides,
  })
  const { client, email, password } = await signUpNewcomer(platform.baseUrl, name)
  const browser = await personInBrowser(platform.baseUrl, { email, password })
  return {
    sandbox,
    platform,
    client,
    consent: async (network) => (await browser.connect(network)).searchParams,
    async stop() {
      await platform.stop()
      await sandbox.stop()
    },
  }
}
