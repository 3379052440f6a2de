import { platformEndpoints, startSandbox } from '@atrium/sandbox'
import type { Environment } from './environment.ts'
import type { UndoStack } from './undo-stack.ts'

/** The variable with the port of the stand-ins. */
export const sandboxPortVariable = 'SANDBOX_PORT'

/**
 * The variables that point integrations at the stand-ins. An integration that a person has configured, or made
 * dormant by setting it to nothing, is left alone as a whole.
 */
export function sandboxEnvironment(given: Environment, port: number): Environment {
  if (given['PAYMENTS_SECRET_KEY'] !== undefined || given['PAYMENTS_API_URL'] !== undefined) return {}
  return {
    PAYMENTS_SECRET_KEY: 'sk_test_sandbox',
    PAYMENTS_API_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_INVOICING_WEBHOOK_SECRET: 'whsec_sandbox_invoicing',
    PAYMENTS_OFFERS_WEBHOOK_SECRET: 'whsec_sandbox_offers',
    PAYMENTS_CONNECT_WEBHOOK_SECRET: 'whsec_sandbox_connect',
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
