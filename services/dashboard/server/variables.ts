import {
  addressVariables,
  type Config,
  serviceAddresses,
  sharedVariables,
  type Variables,
} from '@atrium/config'

const table = {
  API_URL: addressVariables.API_URL,
  DASHBOARD_URL: addressVariables.DASHBOARD_URL,
  DASHBOARD_PORT: serviceAddresses.dashboard.DASHBOARD_PORT,
  NODE_ENV: sharedVariables.NODE_ENV,
  COMMIT_SHA: sharedVariables.COMMIT_SHA,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
  LISTEN_HOST: sharedVariables.LISTEN_HOST,
  SHUTDOWN_TIMEOUT_MS: sharedVariables.SHUTDOWN_TIMEOUT_MS,
  OTEL_EXPORTER_OTLP_ENDPOINT: sharedVariables.OTEL_EXPORTER_OTLP_ENDPOINT,
} as const

/** The dashboard's variables. It serves files and reads no database, no NATS and no secret. */
export const dashboardVariables: Variables<DashboardValues> & { readonly owner: 'dashboard' } = {
  owner: 'dashboard',
  table,
  integrations: [],
  check: () => ({}),
  warnings: () => [],
}

export type DashboardValues = Config<typeof table>
