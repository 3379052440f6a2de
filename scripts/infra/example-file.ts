import { sharedVariables, type Variable } from '@atrium/config'
import { documentedVariables } from '../configuration/platform-variables.ts'
import { deployables } from '../services.ts'

interface Setting {
  readonly name: string
  readonly about: string
  readonly example?: string | number
}

const columns = 100

const introduction = [
  'Everything that you can set for infra/compose.yaml. `node infra/passwords.mjs` writes the secrets below "Secrets" into infra/.env. Copy the other lines that you need from here, without the `#` in front.',
  'Generated from the tables of variables: `npm run program -- scripts/infra/write-compose.ts`.',
]

const images: readonly Setting[] = [
  {
    name: 'ATRIUM_IMAGES',
    example: 'atrium',
    about:
      'Registry and path in front of the names of the images, for example `registry.example.com/atrium`.',
  },
  {
    name: 'ATRIUM_TAG',
    example: 'latest',
    about: 'Tag of the images. Name a release, so that a restart does not change the version.',
  },
  {
    name: 'COMMIT_SHA',
    example: 'unknown',
    about: 'Commit of the images that you build. `GET /api/health` shows it.',
  },
  {
    name: 'COMPOSE_PROFILES',
    example: 'tls',
    about:
      '`tls` adds a reverse proxy with certificates, and `mail-catcher` a mail server that shows the mails instead of delivering them. Separate several with commas.',
  },
]

const network: readonly Setting[] = [
  {
    name: 'PORT',
    example: 3000,
    about:
      'Port of this machine at which the gateway is published, or address and port. Use `127.0.0.1:3000` behind a reverse proxy.',
  },
  {
    name: 'API_URL',
    example: 'http://localhost:3000',
    about: 'Public origin of the platform: of its pages, its API, sign-in and links in mails.',
  },
  {
    name: 'DOMAIN',
    example: 'localhost',
    about:
      'Host name for the certificate of the profile `tls`. Set `API_URL` to `https://` and this name.',
  },
  {
    name: 'EDGE_SUBNET',
    example: '172.30.250.0/24',
    about: 'Network between the gateway and the reverse proxy of the profile `tls`.',
  },
  {
    name: 'EDGE_RANGE',
    example: '172.30.250.128/25',
    about: 'Part of this network for all containers but the reverse proxy.',
  },
  {
    name: 'MAIL_CATCHER_PORT',
    example: 8025,
    about: 'Port of this machine at which the profile `mail-catcher` shows the mails.',
  },
  {
    name: 'PROXY_ADDRESS',
    example: '172.30.250.2',
    about:
      'Address of the reverse proxy in this network. With the profile `tls`, set `TRUSTED_PROXIES` to it.',
  },
]

const servers: readonly Setting[] = [
  {
    name: 'DATABASE_HOST',
    example: 'postgres',
    about:
      'Host of PostgreSQL. The database and the roles of the services must exist there (infra/README.md).',
  },
  { name: 'DATABASE_PORT', example: 5432, about: 'Port of PostgreSQL.' },
  { name: 'DATABASE_NAME', example: 'atrium', about: 'Name of the database.' },
  {
    name: 'DATABASE_USER',
    example: 'atrium',
    about: 'Owner of the database. Only the operator and the creation of the roles use this user.',
  },
  {
    name: 'DATABASE_OPTIONS',
    example: '?sslmode=require',
    about: 'End of each connection string.',
  },
  {
    name: 'NATS_SERVERS',
    example: 'nats:4222',
    about: 'One or more NATS servers, comma-separated.',
  },
  {
    name: 'OBJECTS_HEALTH_PATH',
    example: '/healthz',
    about: 'Path of the health check of the object store, for another image.',
  },
  {
    name: 'ATRIUM_API_KEY',
    example: '',
    about: 'API key for those commands of `atrium` in the container `operator` that use the API.',
  },
  { name: 'NATS_SCHEME', example: 'nats', about: '`tls` requires encryption.' },
]

const previousKeys: readonly Setting[] = deployables.flatMap(({ name, table }) =>
  'PRINCIPAL_KEY_PREVIOUS' in table && name !== 'gateway'
    ? [
        {
          name: `PRINCIPAL_KEY_${name.toUpperCase()}_PREVIOUS`,
          about: `A second key that ${name} accepts while AUTH_SESSION_SECRET changes.`,
        },
      ]
    : [],
)

const isExplainedHere = new Set(
  [...images, ...network, ...servers, ...previousKeys].map(({ name }) => name),
)

/**
 * Renders `infra/.env.example`: each variable of the given compose file with a comment. Throws if
 * nothing explains one of them.
 */
export function renderExampleFile(composeFile: string): string {
  const named = [...composeFile.matchAll(/\$\{(\w+)(:\?)?/g)]
  const drawn = new Set(named.flatMap(([, name = '', kind]) => (kind ? [name] : [])))
  const others = new Set(named.map(([, name = '']) => name).filter((name) => !drawn.has(name)))
  const groups = [...tableGroups()].map(([title, settings]) =>
    section(
      title,
      settings.filter(({ name }) => others.has(name) && !isExplainedHere.has(name)),
    ),
  )
  const text = [
    ...introduction.flatMap(comment),
    ...section('Images', images),
    ...section('Network', network),
    ...section('Servers', servers),
    ...section('Keys during a change', previousKeys),
    ...heading('Secrets'),
    ...comment('`node infra/passwords.mjs` draws these.'),
    ...[...drawn].map((name) => `#${name}=`),
    ...groups.flat(),
    '',
  ].join('\n')
  const missing = [...others].filter((name) => !text.includes(`\n#${name}=`))
  if (missing.length > 0) throw new Error(`nothing explains ${missing.join(', ')}`)
  return text
}

/** Returns the variables of the tables, grouped by who reads them. */
function tableGroups(): ReadonlyMap<string, readonly Setting[]> {
  const readers = new Map<string, string[]>()
  const rows = new Map<string, Setting>()
  for (const { owner, table } of documentedVariables) {
    for (const [name, row] of Object.entries(table)) {
      rows.set(name, describe(name, row))
      readers.set(name, [...(readers.get(name) ?? []), owner])
    }
  }
  return Map.groupBy(rows.values(), ({ name }) => {
    const owners = readers.get(name) ?? []
    if (name in sharedVariables) return 'Every service'
    return owners.length > 1 ? 'Several services' : `The ${owners[0]} service`
  })
}

function describe(name: string, row: Variable): Setting {
  const choices = row.type === 'choice' ? `One of ${row.choices.join(', ')}.` : ''
  const unset = row.whenUnset ? `Unset: ${row.whenUnset}` : ''
  const example = row.inProduction ?? row.default ?? row.derived
  return {
    name,
    about: [row.about, choices, unset].filter((part) => part !== '').join(' '),
    ...(example === undefined ? {} : { example: String(example) }),
  }
}

const heading = (title: string): string[] => ['', `# --- ${title} ---`]

const section = (title: string, settings: readonly Setting[]): string[] =>
  settings.length === 0
    ? []
    : [
        ...heading(title),
        ...settings.flatMap(({ name, about, example = '' }) => [
          '',
          ...comment(about),
          `#${name}=${example}`,
        ]),
      ]

/** Returns a paragraph as comment lines. */
function comment(text: string): string[] {
  const lines = ['#']
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > columns) lines.push('#')
    lines[lines.length - 1] += ` ${word}`
  }
  return lines
}
