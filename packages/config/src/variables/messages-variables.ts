import type { VariableTable } from '../variable.ts'

/** Email, speech and the digest. */
export const messagesVariables = {
  EMAIL_API_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Key of the email provider.',
    whenUnset: 'No email is sent; mails are kept in `MAIL_OUTBOX_DIR`.',
  },
  EMAIL_API_URL: endpoint('API base of the email provider.'),
  MAIL_OUTBOX_DIR: {
    kind: 'identifier',
    type: 'text',
    derived: '`outbox` inside `ATRIUM_HOME`',
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
  NOTIFICATION_EMAIL: {
    kind: 'identifier',
    type: 'text',
    lenient: true,
    about:
      "Receives each quote request, and the quote digest when the user's own setting names nobody; the digest falls back to `SMTP_FROM`.",
  },
  ADMIN_EMAILS: {
    kind: 'identifier',
    type: 'list',
    lenient: true,
    derived: '`NOTIFICATION_EMAIL` alone, else nobody',
    about:
      'Administrators, comma-separated, compared without regard to case. They are told of new signups; the first with an account owns the signup card. In production and wherever mail can be sent an address counts once it is verified.',
  },
  SUPPORT_DEFAULT_OWNER_EMAIL: {
    kind: 'identifier',
    type: 'text',
    lenient: true,
    about: "The user who owns 'Contact us' tickets.",
    whenUnset: 'The first administrator owns them.',
  },
  SPEECH_API_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Key of the speech provider.',
    whenUnset: 'The speech step fails card by card with a not-configured message.',
  },
  SPEECH_API_URL: endpoint('API base of the speech provider.'),
  SPEECH_USD_PER_CREDIT: {
    kind: 'public',
    type: 'amount',
    default: 0.005,
    about: 'Value of one provider credit in USD; speech runs are priced from it before the 1.2 markup.',
  },
  LAUNCHES_TOKEN: {
    kind: 'secret',
    type: 'text',
    about: 'Launch-board token of the `best_of_tech` digest.',
    whenUnset: "That section reads 'not configured' and the run goes on.",
  },
  REPOS_TOKEN: {
    kind: 'secret',
    type: 'text',
    about: 'Raises the rate limit of code search.',
    whenUnset: '10 requests a minute.',
  },
  NOTEBOOK_API_URL: endpoint('API base of the notebook provider.'),
  SEARCH_API_URL: endpoint('API base of web search.'),
} as const satisfies VariableTable

function endpoint(about: string) {
  return { kind: 'identifier', type: 'baseUrl', about, whenUnset: 'The real provider.' } as const
}
