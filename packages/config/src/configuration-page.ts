import { type Integration, integrations } from './integrations.ts'
import { defaultModels } from './llm.ts'
import { plannedIntegrations, plannedVariables } from './planned.ts'
import { readEnvironment } from './read-environment.ts'
import type { Variable } from './variable.ts'
import { variableGroups } from './variables.ts'

const introduction = `# Configuration

<!-- Generated from packages/config. Change the table there and run \`npm run program -- packages/config/src/write-configuration-page.ts\`. -->

Everything is configured through environment variables. An empty or blank value counts as unset.

- **Kinds.** A *secret* is never exposed and never logged. An *identifier* is an id that is no secret. A *public*
  value is safe to show.
- **Boot.** A missing required variable, a malformed value or a contradiction stops the boot with one line that names
  all of them at once, and never a value.
- **Dormant integrations.** Whatever is optional stays asleep while its variables are unset. The service that owns it
  says so at boot in one line, \`[subsystem] X not set - Y unavailable\`, and the rest works.
- **Planned** variables are parsed and belong to features that do not exist yet; nothing warns of them.
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
  \`${defaultModels.gateway}\` at the gateway and \`${defaultModels.direct}\` at the direct provider.
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

/** The page `docs/configuration.md`, rendered from the table. Pure; the same on every run. */
export function renderConfigurationPage(): string {
  const groups = variableGroups.map(({ title, variables }) => `## ${title}\n\n${table(variables)}`)
  return `${[introduction, ...groups, dormantTable(), rules].map((part) => part.trim()).join('\n\n')}\n`
}

function table(variables: Readonly<Record<string, Variable>>): string {
  const rows = Object.entries(variables).map(
    ([name, variable]) =>
      `| \`${name}\` | ${variable.kind} | ${cell(defaultOf(variable))} | ${cell(meaningOf(name, variable))} |`,
  )
  return ['| Variable | Kind | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function defaultOf(variable: Variable): string {
  if (variable.required) return '**required**'
  if (variable.requiredUnless) return `**required** without \`${variable.requiredUnless}\``
  if (variable.derived) return variable.derived
  const value = variable.default
  if (value === undefined || value === '') return ''
  return typeof value === 'object' ? value.map((item) => `\`${item}\``).join(', ') : `\`${value}\``
}

function meaningOf(name: string, variable: Variable): string {
  const planned = plannedVariables.has(name) ? '*Planned:* nothing reads it yet.' : ''
  const choices =
    variable.type === 'choice'
      ? `One of ${variable.choices.map((choice) => `\`${choice}\``).join(', ')}.`
      : ''
  const unset = variable.whenUnset ? `*Unset:* ${variable.whenUnset}` : ''
  const lenient = variable.lenient && variable.type === 'port' ? 'A malformed value is ignored.' : ''
  return [planned, variable.about, choices, unset, lenient].filter((part) => part !== '').join(' ')
}

// What each integration misses when nothing at all is set is what it needs.
function dormantTable(): string {
  const { config } = readEnvironment({})
  const needs = (entry: Integration): string =>
    entry
      .missing(config)
      .map((name) => `\`${name}\``)
      .join(', ')
  const rows = integrations
    .filter((entry) => entry.missing(config).length > 0 && !plannedIntegrations.has(entry.id))
    .map((entry) => `| ${entry.subsystem} | ${entry.owner} | ${needs(entry)} | ${cell(entry.feature)} |`)
  return [
    '## Dormant integrations',
    '',
    'What is unavailable while any of the named variables is unset.',
    '',
    '| Subsystem | Service | Needs | Unavailable |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
