import { platformEndpoints, startSandbox } from '@atrium/sandbox'
import type { Environment } from './environment.ts'
import { gatewayPort } from './ports.ts'
import type { UndoStack } from './undo-stack.ts'

/** The variable with the port of the stand-ins. */
export const sandboxPortVariable = 'SANDBOX_PORT'

/**
 * The variables that point integrations at the stand-ins. An integration that a person has configured, or made
 * dormant by setting it to nothing, is left alone as a whole.
 */
export function sandboxEnvironment(given: Environment, port: number): Environment {
  const url = `http://127.0.0.1:${port}`
  return { ...payments(given, url), ...pagenet(given, url) }
}

function payments(given: Environment, url: string): Environment {
  if (given['PAYMENTS_SECRET_KEY'] !== undefined || given['PAYMENTS_API_URL'] !== undefined) return {}
  return {
    PAYMENTS_SECRET_KEY: 'sk_test_sandbox',
    PAYMENTS_API_URL: url,
    PAYMENTS_INVOICING_WEBHOOK_SECRET: 'whsec_sandbox_invoicing',
    PAYMENTS_OFFERS_WEBHOOK_SECRET: 'whsec_sandbox_offers',
    PAYMENTS_CONNECT_WEBHOOK_SECRET: 'whsec_sandbox_connect',
  }
}

// Tokens of the stand-in are worth nothing, so that their key needs no secret of its own.
function pagenet(given: Environment, url: string): Environment {
  const touched = Object.keys(given).some(
    (name) => name.startsWith('PAGENET_') || name.startsWith('SOCIAL_TOKEN_ENCRYPTION_KEY'),
  )
  if (touched) return {}
  const origin = given['API_URL'] || `http://localhost:${gatewayPort(given).port}`
  return {
    SOCIAL_TOKEN_ENCRYPTION_KEY: 'sandbox-tokens-are-sealed-with-this-key',
    PAGENET_CLIENT_ID: 'sandbox-app',
    PAGENET_CLIENT_SECRET: 'sandbox-app-secret',
    PAGENET_OAUTH_REDIRECT_URI: `${origin}/api/connect/pagenet/callback`,
    PAGENET_DIALOG_URL: `${url}/pagenet/dialog`,
    PAGENET_TOKEN_URL: `${url}/pagenet/v25.0/oauth/access_token`,
    PAGENET_API_URL: `${url}/pagenet/v25.0`,
  }
}

/** Starts the stand-ins of the outside providers, with events going to the platform's endpoints. */
export async function startOwnSandbox(
  environment: Environment,
  port: number,
  undo: UndoStack,
): Promise<string> {
  const secretKey = environment['PAYMENTS_SECRET_KEY']
  const sandbox = await startSandbox({
    port,
    payments: { ...(secretKey ? { secretKey } : {}), endpoints: platformEndpoints(environment) },
  })
  undo.add('the sandbox', sandbox.stop)
  return sandbox.url
}
