import { type Env, readEnvironment, requireValue, type VariableTable } from '@atrium/config'
import { createSealedSecrets, type SealedSecrets } from '@atrium/sealed-secrets'
import { forumAddress } from './boards/forum.ts'
import { launchesAddress } from './boards/launches.ts'
import { reposAddress } from './boards/repos.ts'
import { searchAddress } from './pages/web-search.ts'
import type { WorkflowValues } from './variables.ts'
import visibleVariables from './visible-variables.json' with { type: 'json' }

const usualRetentionDays = 90

export const runnerConfig = (config: WorkflowValues, env: Env) => ({
  slots: config.WORKFLOW_SLOTS,
  dashboardUrl: config.DASHBOARD_URL,
  adhocSlots: config.WORKFLOW_ADHOC_SLOTS,
  hookCallsPerMinute: config.HOOK_CALLS_PER_MINUTE,
  retentionDays: config.RUN_RETENTION_DAYS ?? usualRetentionDays,
  agentRunRetentionDays: config.AGENT_RUN_RETENTION_DAYS,
  transcripts: {
    ofOrg: config.AGENT_TRANSCRIPT_BYTES_OF_ORG,
    ofPerson: config.AGENT_TRANSCRIPT_BYTES_OF_PERSON,
  },
  fileBytesOfOrg: config.WORKFLOW_FILE_BYTES_OF_ORG,
  webhookSlots: config.WEBHOOK_SLOTS,
  /** Webhook destinations allowed in addition to the public internet. */
  privateAddresses: config.WEBHOOK_PRIVATE_ADDRESSES,
  fetchAddresses: config.FETCH_PRIVATE_ADDRESSES,
  /**
   * If loopback may be fetched, a workflow must still not reach the services behind the gateway.
   */
  ownPorts: new Set([
    config.WORKFLOW_PORT,
    config.IDENTITY_PORT,
    config.ASSETS_PORT,
    config.BOARD_PORT,
    config.CONNECT_PORT,
    config.INVOICING_PORT,
    config.MCP_PORT,
  ]),
  searchUrl: config.SEARCH_API_URL ?? searchAddress,
  boards: {
    forumUrl: config.FORUM_API_URL ?? forumAddress,
    reposUrl: config.REPOS_API_URL ?? reposAddress,
    launchesUrl: config.LAUNCHES_API_URL ?? launchesAddress,
    launchesToken: config.LAUNCHES_TOKEN,
    reposToken: config.REPOS_TOKEN,
  },
  browserUrl: config.CHROME_CDP_ENDPOINT,
  env: visibleEnv(config, env),
})
export type RunnerConfig = ReturnType<typeof runnerConfig>

const webhookDerivation = { salt: 'atrium', key: 'webhook-secret', id: 'webhook-secret-id' }

/**
 * Encrypts with the webhook key, or with a key derived from the session secret. The previous key
 * still decrypts. Throws `ConfigError` if there is neither.
 */
export function webhookSecrets(config: WorkflowValues): SealedSecrets {
  const { WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: previous = '', AUTH_SESSION_SECRET: session } =
    config
  const current =
    config.WEBHOOK_SECRET_ENCRYPTION_KEY ??
    session ??
    requireValue(config, 'WEBHOOK_SECRET_ENCRYPTION_KEY')
  return createSealedSecrets(webhookDerivation, current, previous, session ?? '')
}

/**
 * Returns the variables for `${env:NAME}`: public ones and those on the operator's list, but never
 * a secret.
 */
export function visibleEnv(
  { WORKFLOW_ENV_ALLOW: allowed }: Pick<WorkflowValues, 'WORKFLOW_ENV_ALLOW'>,
  env: Env,
): Readonly<Record<string, unknown>> {
  const { config } = readEnvironment(visibleVariables as unknown as VariableTable, env)
  const visible = Object.entries(visibleVariables).filter(
    ([name, { kind }]) => kind === 'public' || allowed.includes(name),
  )
  return Object.fromEntries(
    visible.flatMap(([name]) => (config[name] === undefined ? [] : [[name, config[name]]])),
  )
}
