import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portInUse } from '@atrium/dev-servers'
import { networkEndpoints, platformEndpoints, startSandbox } from '@atrium/sandbox'
import type { Environment } from './environment.ts'
import { gatewayPort, wantedPort } from './ports.ts'
import type { UndoStack } from './undo-stack.ts'

/** The variable for the stand-ins' port. */
export const sandboxPortVariable = 'SANDBOX_PORT'

/**
 * Returns the stand-ins' variables, except for integrations with any given variable, even an empty
 * one.
 */
export function sandboxEnvironment(given: Environment, port: number): Environment {
  const url = `http://127.0.0.1:${port}`
  return { ...payments(given, url), ...networks(given, url) }
}

function payments(given: Environment, url: string): Environment {
  if (given['PAYMENTS_SECRET_KEY'] !== undefined || given['PAYMENTS_API_URL'] !== undefined)
    return {}
  return {
    PAYMENTS_SECRET_KEY: 'sk_test_sandbox',
    PAYMENTS_API_URL: url,
    PAYMENTS_INVOICING_WEBHOOK_SECRET: 'whsec_sandbox_invoicing',
    PAYMENTS_OFFERS_WEBHOOK_SECRET: 'whsec_sandbox_offers',
    PAYMENTS_CONNECT_WEBHOOK_SECRET: 'whsec_sandbox_connect',
  }
}

// The stand-ins' tokens are worthless, so a public key seals them. A given key or a real app means
// real tokens, so no network gets a stand-in then.
function networks(given: Environment, url: string): Environment {
  const names = Object.keys(given)
  const touched = (prefix: string) => names.some((name) => name.startsWith(prefix))
  const realApp = networkEndpoints.some(({ prefix }) =>
    names.some(
      (name) => name.startsWith(prefix) && /_CLIENT_(?:ID|SECRET)$/.test(name) && given[name],
    ),
  )
  if (realApp || touched('SOCIAL_TOKEN_ENCRYPTION_KEY')) return {}
  const free = networkEndpoints.filter(({ prefix }) => !touched(prefix))
  if (free.length === 0) return {}
  const origin = given['API_URL'] || `http://localhost:${gatewayPort(given).port}`
  return Object.assign(
    { SOCIAL_TOKEN_ENCRYPTION_KEY: 'sandbox-tokens-are-sealed-with-this-key' },
    ...free.map(({ variables }) => variables(url, origin)),
  )
}

const portFile = (home: string): string => join(home, 'sandbox', 'port')

/**
 * Keeps the stand-ins' port of the last start if it is free, because stored invoices link to their
 * pages. A given port takes precedence.
 */
export async function withKeptSandboxPort(given: Environment, home: string): Promise<Environment> {
  if (wantedPort(given, sandboxPortVariable) !== undefined) return given
  const kept = { [sandboxPortVariable]: await readFile(portFile(home), 'utf8').catch(() => '') }
  const port = wantedPort(kept, sandboxPortVariable)
  return port === undefined || (await portInUse(port)) ? given : { ...given, ...kept }
}

/**
 * Starts the stand-ins. Their state and port stay in the platform's folder. Throws if the state is
 * unreadable.
 */
export async function startOwnSandbox(
  environment: Environment,
  home: string,
  port: number,
  undo: UndoStack,
): Promise<string> {
  const secretKey = environment['PAYMENTS_SECRET_KEY']
  const sandbox = await startSandbox({
    port,
    home: join(home, 'sandbox'),
    payments: { ...(secretKey ? { secretKey } : {}), endpoints: platformEndpoints(environment) },
  })
  undo.add('the sandbox', sandbox.stop)
  await mkdir(join(home, 'sandbox'), { recursive: true })
  await writeFile(portFile(home), String(port))
  return sandbox.url
}
