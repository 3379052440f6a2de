import { isIP } from 'node:net'
import { z } from 'zod'
import type { Variable } from './variable.ts'

type ValueType = Variable['type']

/** What a malformed value should have been; never mentions the value itself, which may be a secret. */
const expectations: Readonly<Record<ValueType, string>> = {
  text: 'expected text',
  email: 'expected an address',
  url: 'expected an http(s) URL',
  key: 'expected 32 bytes as base64url',
  baseUrl: 'expected an http(s) URL',
  databaseUrl: 'expected a postgres:// URL',
  natsUrl: 'expected one or more nats:// URLs',
  port: 'expected a port from 0 to 65535',
  count: 'expected a whole number',
  days: 'expected a whole number from 1 to 36500',
  amount: 'expected a positive number',
  boolean: 'expected true or false',
  list: 'expected a comma-separated list',
  emails: 'expected a comma-separated list of addresses',
  urls: 'expected a comma-separated list of http(s) URLs',
  networks: 'expected a comma-separated list of addresses or CIDR ranges',
  choice: 'expected a known choice',
}

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

const schemas: Readonly<Record<Exclude<ValueType, 'choice'>, z.ZodType<unknown, string>>> = {
  text,
  email: trimmed,
  url: text.refine((value) => value === value.trim() && isHttpUrl(value)),
  key: trimmed.pipe(z.string().regex(/^[\w-]{43}$/)),
  baseUrl,
  databaseUrl: trimmed.refine((value) => hasProtocol(value, ['postgres:', 'postgresql:'])),
  natsUrl: trimmed.refine((value) => value.split(',').every((server) => isNatsServer(server.trim()))),
  port: wholeNumber.refine((value) => value <= 65_535),
  count: wholeNumber,
  days: wholeNumber.refine((value) => value >= 1 && value <= 36_500),
  amount: trimmed
    .pipe(z.string().regex(/^\d{1,12}(\.\d{1,12})?$/))
    .transform(Number)
    .refine((value) => value > 0),
  boolean: trimmed.pipe(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })),
  list: items,
  emails: items.transform((values) => values.map((value) => value.toLowerCase())),
  urls: items.pipe(z.array(baseUrl).min(1)),
  networks: items.refine((values) => values.every(isNetwork)),
}

/** Parses a set value of a variable; a `problem` says what was expected and never repeats the value. */
export function parseValue(variable: Variable, raw: string): { value: unknown } | { problem: string } {
  if (variable.type === 'choice') {
    const choice = raw.trim()
    return variable.choices.includes(choice)
      ? { value: choice }
      : { problem: `expected ${variable.choices.join(', ')}` }
  }
  const result = schemas[variable.type].safeParse(raw)
  return result.success ? { value: result.data } : { problem: expectations[variable.type] }
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

function isHttpUrl(value: string): boolean {
  return hasProtocol(value, ['http:', 'https:'])
}

function isNatsServer(server: string): boolean {
  if (server.includes('://')) return hasProtocol(server, ['nats:', 'tls:', 'ws:', 'wss:'])
  return /^[^\s/:@]+(:\d{1,5})?$/.test(server)
}

function isNetwork(network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
