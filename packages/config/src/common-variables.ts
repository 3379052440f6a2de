import { endpoint } from './endpoint.ts'
import type { VariableTable } from './variable.ts'

/** Public addresses and origins. */
export const addressVariables = {
  API_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:3000',
    about:
      'Public origin of the API; share links, asset addresses and OAuth callbacks are built from it.',
    whenUnset: 'A tracked link in a drafted first comment stays the raw URL.',
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
  CLIENT_URLS: {
    kind: 'public',
    type: 'urls',
    default: ['http://localhost:5000', 'http://localhost:4321'],
    about:
      'Origins that may call the API with credentials (CORS, CSRF and trusted origins), comma-separated.',
  },
} as const satisfies VariableTable

/** The platform's folder and the request limit switch. */
export const processVariables = {
  ATRIUM_HOME: {
    kind: 'identifier',
    type: 'text',
    default: '.atrium',
    about: 'Directory of everything that `npm start` keeps: database, messages, blobs, mails.',
  },
  RATE_LIMITS: {
    kind: 'public',
    type: 'choice',
    choices: ['on', 'off'],
    default: 'off',
    inProduction: 'on',
    about: 'Turns request limits on or off.',
  },
} as const satisfies VariableTable

/** The switch of credits. */
export const creditVariables = {
  CREDITS_METERING_ENABLED: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about:
      'Turns credit metering on: managed models and speech are charged to the credits of their user. While it is off nothing is charged.',
  },
} as const satisfies VariableTable

/** Variables for outgoing mail. They need `ATRIUM_HOME`. */
export const mailVariables = {
  EMAIL_API_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Key of the email provider.',
    whenUnset: 'No email is sent; mails are kept in `MAIL_OUTBOX_DIR`.',
  },
  EMAIL_API_URL: endpoint('baseUrl', 'API base of the email provider.'),
  MAIL_OUTBOX_DIR: {
    kind: 'identifier',
    type: 'text',
    derived: '{ATRIUM_HOME}/outbox',
    about: 'Directory of captured mails while no email provider is configured.',
  },
  SMTP_FROM: {
    kind: 'identifier',
    type: 'text',
    lenient: true,
    about: 'From address of every email, on a domain verified at the provider.',
    whenUnset:
      "The provider's shared sandbox sender is used: it reaches only the provider account's own address and drops the rest while reporting success.",
  },
} as const satisfies VariableTable

/** The assistants that may connect. */
export const assistantVariables = {
  MCP_ALLOWED_REDIRECT_HOSTS: {
    kind: 'public',
    type: 'list',
    default: ['claude.ai', 'chatgpt.com'],
    about:
      'Host names, comma-separated, that an MCP OAuth client may redirect to; a leading dot matches subdomains, and a path after the name (`example.com/callback`) itself and what is below it. A scheme such as `cursor:` allows the addresses of one application. Loopback is accepted too; in production only if `localhost` is listed. Pages at the listed hosts may call `/api/mcp`.',
  },
} as const satisfies VariableTable

/** Limits for mails to people outside an organisation. */
export const strangerMailVariables = {
  MAIL_DAILY_LIMIT: {
    kind: 'public',
    type: 'count',
    default: 50,
    about:
      'Recipients outside an organisation that its workflows, posts by mail and invitations reach in 24 hours during its first week; ten times as many afterwards.',
  },
  EMAIL_WEBHOOK_SECRET: {
    kind: 'secret',
    type: 'text',
    about:
      'Signing secret (`whsec_…`) of the email provider’s webhook to `API_URL/api/mail/webhooks/provider`, which reports bounces and complaints.',
    whenUnset: 'Bounces and complaints are not known, and mails to those addresses go on.',
  },
} as const satisfies VariableTable

/** The operator's own people. */
export const ownMailboxVariables = {
  MAILBOX_USER_EMAIL: {
    kind: 'identifier',
    type: 'text',
    alias: 'MY_EMAIL_ADDRESS',
    about:
      'The own mail address. Searches of connected mailboxes skip mail that it sent. The legacy alias `MY_EMAIL_ADDRESS` stands in for it.',
    whenUnset: 'Searches find mail of every sender.',
  },
  MY_EMAIL_ADDRESS: {
    kind: 'identifier',
    type: 'text',
    about: 'Legacy alias of `MAILBOX_USER_EMAIL`, which wins when both are set.',
  },
} as const satisfies VariableTable

export const peopleVariables = {
  NOTIFICATION_EMAIL: {
    kind: 'identifier',
    type: 'email',
    lenient: true,
    about:
      "Receives each quote request, and the quote digest when the user's own setting names nobody; the digest falls back to `SMTP_FROM`.",
  },
  ADMIN_EMAILS: {
    kind: 'identifier',
    type: 'emails',
    lenient: true,
    derived: '{NOTIFICATION_EMAIL}',
    about:
      'Administrators, comma-separated, compared without regard to case. They get a mail for each new signup; the first with an account owns the signup card. In production and wherever mail can be sent an address counts once it is verified.',
  },
  SUPPORT_DEFAULT_OWNER_EMAIL: {
    kind: 'identifier',
    type: 'text',
    lenient: true,
    about: "The user who owns 'Contact us' tickets.",
    whenUnset: 'The first administrator owns them.',
  },
} as const satisfies VariableTable

/** Returns a service's listen address and the address that its callers use. */
function serviceAddress<const Name extends string, const Port extends number>(
  name: Name,
  port: Port,
) {
  const service = name.toLowerCase()
  const rows = {
    SERVICE_URL: {
      kind: 'identifier',
      type: 'baseUrl',
      derived: `http://127.0.0.1:{${name}_PORT}`,
      about: `Where the gateway reaches the ${service === 'dashboard' ? service : `${service} service`}.`,
    },
    PORT: {
      kind: 'public',
      type: 'port',
      default: port,
      about: `Port that the ${service === 'dashboard' ? service : `${service} service`} listens on.`,
    },
  } as const
  type Rows = { readonly [N in keyof typeof rows as `${Name}_${N}`]: (typeof rows)[N] }
  return { [`${name}_SERVICE_URL`]: rows.SERVICE_URL, [`${name}_PORT`]: rows.PORT } as Rows
}

/** The addresses of the services behind the gateway. */
export const serviceAddresses = {
  identity: serviceAddress('IDENTITY', 3001),
  assets: serviceAddress('ASSETS', 3002),
  board: serviceAddress('BOARD', 3003),
  connect: serviceAddress('CONNECT', 3004),
  invoicing: serviceAddress('INVOICING', 3005),
  workflow: serviceAddress('WORKFLOW', 3006),
  mcp: serviceAddress('MCP', 3008),
  dashboard: serviceAddress('DASHBOARD', 5000),
}
