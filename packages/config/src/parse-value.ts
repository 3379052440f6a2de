import { isIP } from 'node:net'
import { z } from 'zod'
import type { Variable } from './variable.ts'

const text = z.string()
const trimmed = text.transform((value) => value.trim())
const items = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
const wholeNumber = trimmed.pipe(z.string().regex(/^\d{1,15}$/)).transform(Number)
const baseUrl = trimmed.transform((value) => value.replace(/(?<!\/)\/+$/, '')).refine(isHttpUrl)

type Type = readonly [expected: string, schema: z.ZodType<unknown, string>]

/**
 * The parser of each type, and the expected value in words. The words never contain the value
 * itself, because it may be a secret.
 */
const types: Readonly<Record<Exclude<Variable['type'], 'choice'>, Type>> = {
  text: ['text', text],
  email: ['an address', trimmed],
  url: ['an http(s) URL', text.refine((value) => value === value.trim() && isHttpUrl(value))],
  key: ['32 bytes as base64url', trimmed.pipe(z.string().regex(/^[\w-]{43}$/))],
  baseUrl: ['an http(s) URL', baseUrl],
  databaseUrl: [
    'a postgres:// URL',
    trimmed.refine((value) => hasProtocol(value, ['postgres:', 'postgresql:'])),
  ],
  smtpUrl: [
    'an smtp:// or smtps:// URL with a host name and without path or query',
    trimmed.refine(isSmtpUrl),
  ],
  natsUrl: [
    'one or more nats:// URLs',
    trimmed.refine((value) => value.split(',').every((server) => isNatsServer(server.trim()))),
  ],
  port: ['a port from 0 to 65535', wholeNumber.refine((value) => value <= 65_535)],
  count: ['a whole number', wholeNumber],
  days: [
    'a whole number from 1 to 36500',
    wholeNumber.refine((value) => value >= 1 && value <= 36_500),
  ],
  amount: [
    'a positive number',
    trimmed
      .pipe(z.string().regex(/^\d{1,12}(\.\d{1,12})?$/))
      .transform(Number)
      .refine((value) => value > 0),
  ],
  boolean: [
    'true or false',
    trimmed.pipe(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })),
  ],
  list: ['a comma-separated list', items],
  emails: [
    'a comma-separated list of addresses',
    items.transform((values) => values.map((value) => value.toLowerCase())),
  ],
  urls: ['a comma-separated list of http(s) URLs', items.pipe(z.array(baseUrl).min(1))],
  networks: [
    'a comma-separated list of addresses or CIDR ranges',
    items.refine((values) => values.every(isNetwork)),
  ],
}

/**
 * Parses a variable's value. If it is invalid, `problem` says what was expected and never repeats
 * the value.
 */
export function parseValue(
  variable: Variable,
  raw: string,
): { value: unknown } | { problem: string } {
  if (variable.type === 'choice') {
    const choice = raw.trim()
    return variable.choices.includes(choice)
      ? { value: choice }
      : { problem: `expected ${variable.choices.join(', ')}` }
  }
  const [expected, schema] = types[variable.type]
  const result = schema.safeParse(raw)
  return result.success ? { value: result.data } : { problem: `expected ${expected}` }
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

function isHttpUrl(value: string): boolean {
  return hasProtocol(value, ['http:', 'https:'])
}

function isSmtpUrl(value: string): boolean {
  if (!hasProtocol(value, ['smtp:', 'smtps:'])) return false
  const { hostname, pathname, search, hash, username, password } = new URL(value)
  if (hostname === '' || pathname.length > 1 || search !== '' || hash !== '') return false
  try {
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

function isNatsServer(server: string): boolean {
  if (server.includes('://')) return hasProtocol(server, ['nats:', 'tls:', 'ws:', 'wss:'])
  return /^[^\s/:@]+(:\d{1,5})?$/.test(server)
}

function isNetwork(network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
