import { endpoint } from '../endpoint.ts'
import type { VariableTable } from '../variable.ts'

/** Public addresses and origins. */
export const addressVariables = {
  API_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:3000',
    about:
      'Public origin of the API. Share links, asset addresses and OAuth callbacks start with it.',
    whenUnset: 'A tracked link in a drafted first comment stays a plain URL.',
  },
  AUTH_BASE_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:3000',
    about: 'Origin of `/api/auth`.',
  },
  DASHBOARD_URL: {
    kind: 'public',
    type: 'baseUrl',
    default: 'http://localhost:5000',
    about: 'Address of the dashboard. Connection callbacks return there.',
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
    about: 'Directory for everything that `npm start` stores: database, messages, blobs and mails.',
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

/** Which addresses the organisations' own settings may lead to. */
export const fetchVariables = {
  FETCH_PRIVATE_ADDRESSES: {
    kind: 'public',
    type: 'choice',
    choices: ['allow', 'loopback', 'refuse'],
    default: 'refuse',
    about:
      "Which private addresses workflow nodes may fetch and mailboxes may be connected at: all, only this machine's, or none. A cloud's metadata service is never allowed. `npm start` sets `loopback` outside production.",
  },
} as const satisfies VariableTable

/** The switch of credits. */
export const creditVariables = {
  CREDITS_METERING_ENABLED: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about:
      'Turns credit metering on: managed models and speech cost their user credits. While metering is off, nothing is charged.',
  },
} as const satisfies VariableTable

/** Variables for outgoing mail. They need `ATRIUM_HOME`. */
export const mailVariables = {
  EMAIL_API_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Key of the email provider.',
    whenUnset:
      '`SMTP_URL` sends email. If that is unset, too, no email is sent, and mails are stored in `MAIL_OUTBOX_DIR`.',
  },
  SMTP_URL: {
    kind: 'secret',
    type: 'smtpUrl',
    about:
      "Mail server to send email through, for example `smtp://user:password@mail.example.com:587`. `smtps://` uses TLS from the first byte (port 465). `smtp://` uses STARTTLS and sends a password only after it, except to this machine. Needs `SMTP_FROM`. If `EMAIL_API_KEY` is set, too, the provider's API sends all email.",
    whenUnset: 'Only `EMAIL_API_KEY` sends email.',
  },
  EMAIL_API_URL: endpoint('baseUrl', 'API base of the email provider.'),
  MAIL_OUTBOX_DIR: {
    kind: 'identifier',
    type: 'text',
    derived: '{ATRIUM_HOME}/outbox',
    about: 'Directory for captured mails while neither `EMAIL_API_KEY` nor `SMTP_URL` is set.',
  },
  SMTP_FROM: {
    kind: 'identifier',
    type: 'text',
    lenient: true,
    about:
      'From address for every email, on a domain that is verified at the provider or that the mail server may send for.',
    whenUnset:
      "The provider's shared sandbox sender is used. It reaches only the provider account's own address. It drops all other mails but reports success.",
  },
} as const satisfies VariableTable

/** The allowed assistants. */
export const assistantVariables = {
  MCP_ALLOWED_REDIRECT_HOSTS: {
    kind: 'public',
    type: 'list',
    default: ['claude.ai', 'chatgpt.com'],
    about:
      'Comma-separated host names that an MCP OAuth client may redirect to. A leading dot matches subdomains. A path after the name (`example.com/callback`) allows this path and everything below it. A scheme such as `cursor:` allows the addresses of one application. Loopback addresses are accepted, too, but in production only if you list `localhost`. Pages on the listed hosts may call `/api/mcp`.',
  },
} as const satisfies VariableTable

/** Limits for mails to people outside an organisation. */
export const strangerMailVariables = {
  MAIL_DAILY_LIMIT: {
    kind: 'public',
    type: 'count',
    default: 50,
    about:
      'How many people outside an organisation its workflows, posts by mail and invitations can reach in 24 hours during its first week. Afterwards the limit is ten times higher.',
  },
  EMAIL_WEBHOOK_SECRET: {
    kind: 'secret',
    type: 'text',
    about:
      'Signing secret (`whsec_…`) for the email provider’s webhook to `API_URL/api/mail/webhooks/provider`. The webhook reports bounces and complaints.',
    whenUnset:
      'Atrium does not learn about bounces and complaints, and keeps sending mails to those addresses.',
  },
} as const satisfies VariableTable

/** The operator's own people. */
export const ownMailboxVariables = {
  MAILBOX_USER_EMAIL: {
    kind: 'identifier',
    type: 'text',
    alias: 'MY_EMAIL_ADDRESS',
    about:
      "The operator's own mail address. Searches in connected mailboxes skip mail from this address. `MY_EMAIL_ADDRESS` is a legacy alias.",
    whenUnset: 'Searches find mail from every sender.',
  },
  MY_EMAIL_ADDRESS: {
    kind: 'identifier',
    type: 'text',
    about: 'Legacy alias for `MAILBOX_USER_EMAIL`. If both are set, `MAILBOX_USER_EMAIL` wins.',
  },
} as const satisfies VariableTable

export const peopleVariables = {
  NOTIFICATION_EMAIL: {
    kind: 'identifier',
    type: 'email',
    lenient: true,
    about:
      "Receives each quote request. Also receives the quote digest if the user's own setting names nobody. If this variable is unset, the digest goes to `SMTP_FROM`.",
  },
  ADMIN_EMAILS: {
    kind: 'identifier',
    type: 'emails',
    lenient: true,
    derived: '{NOTIFICATION_EMAIL}',
    about:
      "Administrators' addresses, comma-separated and case-insensitive. Administrators get a mail for each new signup, and the first one with an account owns the signup card. In production, or if mail can be sent, an address counts only after it is verified.",
  },
  SUPPORT_DEFAULT_OWNER_EMAIL: {
    kind: 'identifier',
    type: 'text',
    lenient: true,
    about: "The user who owns 'Contact us' tickets.",
    whenUnset: 'The first administrator owns them.',
  },
} as const satisfies VariableTable

/** Returns a service's listen address and the address for its callers. */
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
