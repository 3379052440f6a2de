/** The API reference's groups in reading order. A group's name tags its operations. */
export const apiGroups: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Authentication',
    description: 'Sign-up, sign-in, sessions, organisations, members and API keys.',
  },
  { name: 'Identity', description: 'The caller, the active organisation and their settings.' },
  { name: 'Board', description: 'Cards of every kind, their timelines and links.' },
  {
    name: 'Posts',
    description: 'Cards that are published on networks, with their approvals and comments.',
  },
  {
    name: 'Connect',
    description: 'Channels: connected accounts of networks, mailboxes and models.',
  },
  { name: 'Workflows', description: 'Graphs of nodes, with their triggers, runs and versions.' },
  { name: 'Skills', description: 'Texts that guide language models, with their versions.' },
  { name: 'Agent runs', description: 'Work for agents on users’ own machines.' },
  { name: 'Assets', description: 'Uploading, reading, listing and deleting files.' },
  { name: 'Sites', description: 'Templates, their instances and published pages.' },
  {
    name: 'Invoicing',
    description: 'Invoices from draft to payment, credit notes, documents and summaries.',
  },
  {
    name: 'Estimates',
    description: 'Offers to customers, who accept them on a page, and which become invoices.',
  },
  { name: 'Customers', description: 'The customers that invoices are issued to.' },
  { name: 'Schedules', description: 'Recurring billing that creates invoices automatically.' },
  { name: 'Offers', description: 'The catalog, and its public pages and checkouts.' },
  { name: 'Bank', description: 'Bank statements, and the invoices that their transactions pay.' },
  { name: 'Accounting', description: 'Months, journals and received documents.' },
  {
    name: 'Payments',
    description: 'The account at the payment processor, and the processor’s events.',
  },
  { name: 'Tickets', description: 'Happenings, orders, tickets and admission.' },
  { name: 'Credits', description: 'A user’s prepaid credits, and spending limits.' },
  { name: 'Entitlements', description: 'The organisation’s plan.' },
  { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  { name: 'Assistants', description: 'Assistants that users have connected over MCP.' },
  { name: 'Audit', description: 'Who did what in the organisation.' },
  { name: 'Quotes', description: 'Visitors’ requests for a quote.' },
  { name: 'Support', description: 'Visitors’ support requests.' },
  {
    name: 'Platform',
    description: 'Health, configuration, search, live events and what needs attention.',
  },
  {
    name: 'Operator',
    description: 'The state of the services, for administrators of the deployment.',
  },
]

export const apiIntroduction = `JSON over HTTP. Times are ISO 8601 in UTC, money is an integer of minor units beside its currency.

**Authentication.** A browser has a session cookie from signing in. A program sends an API key of its organisation, as \`x-api-key: atr_…\` or \`Authorization: Bearer atr_…\`. A key has a role and, where it was made with them, scopes: \`read\`, \`write\`, or those of areas such as \`board:read\`. A missing or wrong credential is 401, a missing role or scope 403. A change with a session cookie needs an \`Origin\` that the deployment allows.

**Refusals** are problem documents (RFC 9457). \`code\` is stable and meant for programs, \`detail\` for people, \`errors\` names invalid fields. What belongs to another organisation is 404.

**Repetition.** Operations with an \`Idempotency-Key\` answer the first result again for 24 hours. 429 and 503 carry \`Retry-After\`.`
