import type { VariableTable } from '../variable.ts'

/** Addresses, ports and the switches of the process itself. */
export const coreVariables = {
  NODE_ENV: {
    kind: 'public',
    type: 'choice',
    choices: ['development', 'test', 'production'],
    default: 'development',
    about: 'In production cookies are `Secure`, rate limits are on and blob storage must be configured.',
  },
  APP_ENV: {
    kind: 'public',
    type: 'text',
    default: 'development',
    about: 'Name of the deployment. A free string: anything is accepted, typos included.',
  },
  API_PORT: { kind: 'public', type: 'port', default: 3000, about: 'Port of the API.' },
  PORT: {
    kind: 'public',
    type: 'port',
    lenient: true,
    derived: 'the value of `API_PORT`',
    about: 'Port that the gateway listens on, usually equal to `API_PORT`.',
  },
  GATEWAY_INTERNAL_PORT: {
    kind: 'public',
    type: 'port',
    default: 0,
    about:
      "Port of the gateway's own `/livez`, `/readyz`, `/metrics` and `/openapi.json` at `LISTEN_HOST`, for probes and the operator; never to be published. 0 is any free one, named in the log line at boot.",
  },
  API_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:3000',
    about: 'Public origin of the API; share links, asset addresses and OAuth callbacks are built from it.',
    whenUnset: 'A tracked link in a drafted first comment stays the raw URL.',
  },
  CLIENT_URLS: {
    kind: 'public',
    type: 'urls',
    default: ['http://localhost:5000', 'http://localhost:4321'],
    about:
      'Origins that may call the API with credentials (CORS, CSRF and trusted origins), comma-separated.',
  },
  AUTH_BASE_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:3000',
    about: 'Origin under which `/api/auth` is reached.',
  },
  DASHBOARD_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:5000',
    about: 'Where the dashboard is reached; connection callbacks return there.',
  },
  DASHBOARD_PORT: { kind: 'public', type: 'port', default: 5000, about: 'Port that serves the dashboard.' },
  DATABASE_MIGRATING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Set by tools while they run migrations only.',
  },
  DATABASE_SEEDING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Set by tools while they fill a database with sample data.',
  },
  CHROME_CDP_ENDPOINT: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:9222',
    about: 'DevTools endpoint of the browser that reads pages.',
  },
  UPLOAD_DIR: {
    kind: 'public',
    type: 'text',
    lenient: true,
    derived: '`uploads` inside `ATRIUM_HOME`',
    about: 'Directory of uploaded documents (media has its own, see Blob storage).',
  },
  VITE_API_URL: {
    kind: 'public',
    type: 'baseUrl',
    about: 'API origin compiled into the dashboard. It is shipped to browsers, so it must hold no secret.',
    whenUnset: 'The dashboard is built for the API on its own origin.',
  },
} as const satisfies VariableTable
