import { basename } from 'node:path'
import type { Variable } from '@atrium/config'
import { stringify } from 'yaml'
import { platformVariables } from '../configuration/platform-variables.ts'
import { type Deployable, deployables } from '../services.ts'
import { absentVariables, composeEnvironment } from './compose-environment.ts'

/** What the templates of `infra/chart` know about a service. */
export interface ChartService {
  /** The image, without registry, path and tag. */
  readonly imageName: string
  readonly port: number
  /** The port for probes and metrics, if it is another one. */
  readonly internalPort?: number
  /** Variables with the same value in every installation. */
  readonly fixed: Readonly<Record<string, string>>
  /** The variables that `values.settings` may set. */
  readonly settings: readonly string[]
  /** The key of the Secret for each variable. A pod does not start without them. */
  readonly secrets: Readonly<Record<string, string>>
  /** The same for variables that may be missing. */
  readonly optionalSecrets: Readonly<Record<string, string>>
}

/** Public origins. Compose has one for everything. */
const origins = ['API_URL', 'AUTH_BASE_URL', 'DASHBOARD_URL']

/** Variables of the values below `postgresql` and `nats` and of the passwords in the Secret. */
export const connectionVariables: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_NAME',
  'DATABASE_USER',
  'NATS_URL',
]

/** Returns how the chart sets each variable of a service. It derives that from the compose file. */
export function chartService(service: Deployable): ChartService {
  const environment = composeEnvironment(service)
  const fixed: Record<string, string> = {}
  const settings: string[] = []
  const secrets: Record<string, string> = {}
  const optionalSecrets: Record<string, string> = {}
  for (const [variable, value] of Object.entries(environment)) {
    const text = String(value)
    const required = /\$\{(\w+):\?/.exec(text)?.[1]
    const optional = /^\$\{(\w+):-\}$/.exec(text)?.[1]
    if (variable === 'NATS_URL' && required !== undefined) secrets['NATS_PASSWORD'] = required
    else if (connectionVariables.includes(variable)) continue
    else if (required !== undefined) secrets[variable] = required
    else if (isSecret(variable)) optionalSecrets[variable] = optional ?? variable
    else if (origins.includes(variable) || text.startsWith('${')) settings.push(variable)
    else fixed[variable] = text
  }
  const internalPort = environment['GATEWAY_INTERNAL_PORT']
  return {
    imageName: basename(service.folder),
    port: Number(environment[service.portVariable]),
    ...(internalPort === undefined ? {} : { internalPort: Number(internalPort) }),
    fixed,
    settings,
    secrets,
    optionalSecrets,
  }
}

const isSecret = (variable: string): boolean => platformVariables.table[variable]?.kind === 'secret'

/** Renders `infra/chart/files/services.yaml` from the tables of variables. */
export const renderChartServices = (): string =>
  `# Generated: \`npm run program -- scripts/infra/write-chart.ts\` writes it from the tables of variables.\n${stringify(
    Object.fromEntries(
      deployables.map((service) => [service.name, chartService(service)] as const),
    ),
  )}`

/** The variables that `values.settings` may set, with their JSON schemas. */
export const settingSchemas = (): Readonly<Record<string, object>> => {
  const chosen = new Set(deployables.flatMap((service) => chartService(service).settings))
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([name]) => chosen.has(name) && !(name in absentVariables))
      .map(([name, variable]) => [name, settingSchema(variable)]),
  )
}

const tables: Readonly<Record<string, Variable>> = Object.assign(
  {},
  ...deployables.map(({ table }) => table),
)

const url = { type: 'string', pattern: '^https?://' }
const list = { type: ['string', 'array'], items: { type: 'string' } }
const schemas: Readonly<Partial<Record<Variable['type'], object>>> = {
  url,
  baseUrl: url,
  port: { type: 'integer', minimum: 0, maximum: 65_535 },
  count: { type: 'integer', minimum: 0 },
  days: { type: 'integer', minimum: 1, maximum: 36_500 },
  amount: { type: 'number', exclusiveMinimum: 0 },
  boolean: { type: 'boolean' },
  list,
  emails: list,
  urls: list,
  networks: list,
}

const settingSchema = (variable: Variable): object =>
  variable.type === 'choice'
    ? { enum: variable.choices }
    : (schemas[variable.type] ?? { type: 'string' })

/** Returns `infra/chart/values.schema.json` with the settings of the tables. */
export function renderChartSchema(current: string): string {
  const schema = JSON.parse(current)
  schema.definitions.settings.properties = settingSchemas()
  return JSON.stringify(schema)
}
