import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portInUse } from '@atrium/dev-servers'
import {
  networkEndpoints,
  platformEndpoints,
  sandboxMailAccount,
  startSandbox,
} from '@atrium/sandbox'
import type { Environment } from './environment.ts'
import { gatewayPort, wantedPort } from './ports.ts'
import type { UndoStack } from './undo-stack.ts'

/** The variable for the stand-ins' port. */
export const sandboxPortVariable = 'SANDBOX_PORT'
const imapPortVariable = 'SANDBOX_IMAP_PORT'
const smtpPortVariable = 'SANDBOX_SMTP_PORT'

/** The port variables for the stand-ins: their pages, and their mailboxes' servers. */
export const sandboxPortVariables = [
  sandboxPortVariable,
  imapPortVariable,
  smtpPortVariable,
] as const

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

const portFiles: Readonly<Record<(typeof sandboxPortVariables)[number], string>> = {
  SANDBOX_PORT: 'port',
  SANDBOX_IMAP_PORT: 'imap-port',
  SANDBOX_SMTP_PORT: 'smtp-port',
}
const portFile = (home: string, variable: keyof typeof portFiles): string =>
  join(home, 'sandbox', portFiles[variable])

/**
 * Keeps the stand-ins' ports from the last start if they are free, because stored invoices link to
 * their pages, and connected mailboxes name their servers. A given port takes precedence.
 */
export async function withKeptSandboxPorts(given: Environment, home: string): Promise<Environment> {
  const kept: Record<string, string> = {}
  for (const variable of sandboxPortVariables) {
    if (wantedPort(given, variable) !== undefined) continue
    const text = await readFile(portFile(home, variable), 'utf8').catch(() => '')
    const port = wantedPort({ [variable]: text }, variable)
    if (port !== undefined && !(await portInUse(port))) kept[variable] = text
  }
  return { ...given, ...kept }
}

/**
 * Starts the stand-ins. Their state and port stay in the platform's folder. Throws if the state is
 * unreadable.
 */
export async function startOwnSandbox(
  environment: Environment,
  home: string,
  ports: ReadonlyMap<string, number>,
  undo: UndoStack,
): Promise<{ url: string; mail: string }> {
  const secretKey = environment['PAYMENTS_SECRET_KEY']
  const sandbox = await startSandbox({
    port: ports.get(sandboxPortVariable) ?? 0,
    imapPort: ports.get(imapPortVariable) ?? 0,
    smtpPort: ports.get(smtpPortVariable) ?? 0,
    home: join(home, 'sandbox'),
    payments: { ...(secretKey ? { secretKey } : {}), endpoints: platformEndpoints(environment) },
  })
  undo.add('the sandbox', sandbox.stop)
  await mkdir(join(home, 'sandbox'), { recursive: true })
  for (const variable of sandboxPortVariables)
    await writeFile(portFile(home, variable), String(ports.get(variable) ?? ''))
  const { imap, smtp } = sandbox.imap.ports
  const { user, password } = sandboxMailAccount
  return {
    url: sandbox.url,
    mail: `127.0.0.1, IMAP port ${imap}, SMTP port ${smtp}, ${user}, ${password}`,
  }
}
