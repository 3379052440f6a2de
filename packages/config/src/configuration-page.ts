import { plannedVariables } from './planned-variables.ts'
import type { ServiceVariables } from './service-variables.ts'
import { sharedVariables } from './shared-variables.ts'
import type { Variable, VariableTable } from './variable.ts'

const introduction = `# Configuration

<!-- Generated from the tables of the services (src/variables.ts of each) and of packages/config: change a table and run \`npm run program -- scripts/configuration/write-page.ts\`. -->

Everything is configured through environment variables. An empty or blank value counts as unset.

- **Kinds.** A *secret* is never exposed and never logged. An *identifier* is an id that is no secret. A *public*
  value is safe to show.
- **Boot.** A missing required variable, a malformed value or a contradiction stops the boot with one line that names
  all of them at once, and never a value.
- **Dormant integrations.** An integration is dormant while its variables are unset. The service that owns it logs
  one line at boot, \`[subsystem] X not set - Y unavailable\`, and the rest works.
- **Services.** A service reads the variables of its own section, those of "Every service", and those of "Several
  services" that name it. It ignores all others; \`npm start\` checks all of them before anything starts.
- **Derived defaults** contain other variables in braces: \`{API_URL}/callback\`; \`:hostname\` takes the host of a URL.
- **Planned** variables belong to features that do not exist yet: \`npm start\` checks their form, nothing warns of them.
- **Values.** Ports, counts and amounts are numbers; switches are \`true\` or \`false\` (\`1\` and \`0\` are accepted);
  lists are comma-separated. A few are lenient: a malformed value is treated as unset, as marked below.
`

const rules = `## Rules across variables

- **Redirect URIs** are compared byte for byte by the networks, so a stated one is used exactly as written. The default
  is built from \`API_URL\` without its trailing slash. Only pagenet stays dormant until its redirect URI is stated.
- **Blob storage.** Either \`ASSETS_UPLOAD_DIR\`, or \`ASSETS_S3_ENDPOINT\` together with \`ASSETS_S3_BUCKET\`. Both at
  once, or half of the second, stops the boot. Neither falls back to \`assets\` inside \`ATRIUM_HOME\` with a warning,
  and stops the boot in production. The two S3 keys come together or not at all.
- **Language models.** Unset, \`LLM_PROVIDER\` means gateway, and without a key there is simply no provider. Stated as
  \`gateway\` or \`direct\`, the missing key stops the boot. The default model for all three tasks is
  \`openai/gpt-5-mini\` at the gateway and \`gpt-5-mini\` at the direct provider.
- **The managed model** needs its three variables and \`CREDITS_METERING_ENABLED=true\`; anything less leaves it inert.
- **Sign-in** needs both halves of its pair. One half counts as none, and the boot warning names the other.
- **Addresses.** Quote requests go to \`NOTIFICATION_EMAIL\`, else to the address in \`SMTP_FROM\`; the digest asks the
  user's own setting first. \`ADMIN_EMAILS\` falls back to \`NOTIFICATION_EMAIL\`, and support tickets to the first
  administrator.
- **\`GET /api/config\`** serves \`NOTEBOOK_DATABASE_ID\`, \`MAILBOX_USER_EMAIL\` and \`MY_EMAIL_ADDRESS\` where set, and
  nothing else, ever. Being shown there is the only use that is left of the first.
- **Retired** and read by nothing: the client id, client secret, refresh token and service-account path of the former
  mailbox login, \`NOTEBOOK_INTEGRATION_TOKEN\`, \`VIDEONET_DATA_API_KEY\` and \`SHORTPOST_BEARER_TOKEN\`.

## Secrets in logs

Log lines are redacted twice: by the name of a field (\`authorization\`, \`cookie\`, \`password\`, \`token\` and the like)
and by value. The values are those of every secret variable of at least six characters and the credentials inside
\`DATABASE_URL\` and \`NATS_URL\`, in plain form and as JSON, percent-encoding or base64 would write them. The host, user,
name and port of the database are redacted by value only from 16 characters on, because words such as \`localhost\`
would otherwise vanish from every line; a \`NATS_URL\` without credentials is left readable.

## Substitution in workflows

A parameter that is exactly \`\${env:NAME}\` (upper-case letters, digits and underscores) is replaced by that variable.
Mixed text such as \`prefix-\${env:NAME}\` is left alone, and so is the name of a variable that is not set. Only
names of kind public resolve, and those that \`WORKFLOW_ENV_ALLOW\` lists; a secret never does: whoever draws a graph
could send one anywhere.
`

/** The page `docs/configuration.md`, rendered from the services' tables. Pure; the same on every run. */
export function renderConfigurationPage(services: readonly ServiceVariables<never>[]): string {
  const readers = new Map<string, string[]>()
  for (const { owner, table } of services) {
    for (const name of Object.keys(table)) readers.set(name, [...(readers.get(name) ?? []), owner])
  }
  const all = services.flatMap(({ table }) => Object.entries(table))
  const readBy = (wanted: (owners: readonly string[]) => boolean): VariableTable =>
    Object.fromEntries(all.filter(([name]) => !(name in sharedVariables) && wanted(readers.get(name) ?? [])))
  const groups = [
    section('Every service', sharedVariables),
    section(
      'Several services',
      readBy((owners) => owners.length > 1),
      readers,
    ),
    ...services.map(({ owner }) => {
      const own = readBy((owners) => owners.length === 1 && owners[0] === owner)
      return Object.keys(own).length === 0 ? '' : section(capitalized(owner), own)
    }),
    section('Planned', plannedVariables),
  ]
  const parts = [introduction, ...groups, dormantTable(services), rules].map((part) => part.trim())
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function section(
  title: string,
  variables: VariableTable,
  readers?: ReadonlyMap<string, readonly string[]>,
): string {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    variable.kind,
    cell(defaultOf(variable)),
    cell(meaningOf(variable)),
    ...(readers === undefined ? [] : [(readers.get(name) ?? []).join(', ')]),
  ])
  const head = ['Variable', 'Kind', 'Default', 'Meaning', ...(readers === undefined ? [] : ['Read by'])]
  return [`## ${title}`, '', ...tableOf(head, rows)].join('\n')
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

function defaultOf(variable: Variable): string {
  if (variable.required) return '**required**'
  if (variable.requiredUnless) return `**required** without \`${variable.requiredUnless}\``
  if (variable.derived) return `\`${variable.derived}\``
  const value = variable.default
  if (value === undefined || value === '') return ''
  const stated = typeof value === 'object' ? value.map((item) => `\`${item}\``).join(', ') : `\`${value}\``
  return variable.inProduction === undefined
    ? stated
    : `${stated}, in production \`${variable.inProduction}\``
}

function meaningOf(variable: Variable): string {
  const choices =
    variable.type === 'choice'
      ? `One of ${variable.choices.map((choice) => `\`${choice}\``).join(', ')}.`
      : ''
  const unset = variable.whenUnset ? `*Unset:* ${variable.whenUnset}` : ''
  const lenient = variable.lenient && variable.type === 'port' ? 'A malformed value is ignored.' : ''
  return [variable.about, choices, unset, lenient].filter((part) => part !== '').join(' ')
}

function dormantTable(services: readonly ServiceVariables<never>[]): string {
  const rows = services.flatMap(({ owner, integrations }) =>
    integrations.map(({ subsystem, needs, feature }) => [
      subsystem,
      owner,
      needs.map((name) => `\`${name}\``).join(', '),
      cell(feature),
    ]),
  )
  return [
    '## Dormant integrations',
    '',
    'What is unavailable while any of the named variables is unset.',
    '',
    ...tableOf(['Subsystem', 'Service', 'Needs', 'Unavailable'], rows),
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
