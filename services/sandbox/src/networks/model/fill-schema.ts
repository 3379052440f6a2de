import type { Rule } from './model-state.ts'

type Schema = Record<string, unknown>

const record = (value: unknown): Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const longestText = 240
/** The stand-in is certain of its rules and can read every text. */
const doubtless = /^(?:certain|usable|samePerson)$/

/**
 * Returns a value for a JSON schema, built from a text's words by the rules. Equal texts give equal
 * values.
 */
export function fillSchema(
  schema: Schema,
  {
    text,
    rules,
    name = '',
    depth = 0,
  }: {
    text: string
    rules: readonly Rule[]
    name?: string | undefined
    depth?: number | undefined
  },
): unknown {
  if (depth > 8) return null
  if ('const' in schema) return schema['const']
  const choices = schema['enum']
  if (Array.isArray(choices)) return chosen(choices, text, rules)
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either)) {
    const first = either.map(record).find(({ type }) => type !== 'null')
    return first === undefined ? null : fillSchema(first, { text, rules, name, depth })
  }
  const type = Array.isArray(schema['type'])
    ? schema['type'].find((each) => each !== 'null')
    : schema['type']
  if (type === 'object' || 'properties' in schema) {
    return Object.fromEntries(
      Object.entries(record(schema['properties'])).map(([key, inner]) => [
        key,
        fillSchema(record(inner), { text, rules, name: key, depth: depth + 1 }),
      ]),
    )
  }
  if (type === 'array') return fillList(schema, { text, rules, name, depth })
  if (type === 'boolean') return doubtless.test(name) || saysYes(text, rules)
  if (type === 'integer' || type === 'number') return fillNumber(schema, text, name)
  return type === 'null' ? null : fillString(schema, text, name)
}

/** Returns the value names preferred by the first matching rule. */
function leaning(text: string, rules: readonly Rule[]): string[] {
  const folded = text.toLowerCase()
  return rules
    .filter(({ words }) => words.some((word) => folded.includes(word)))
    .flatMap(({ values }) => [...values])
}

const saysYes = (text: string, rules: readonly Rule[]): boolean =>
  leaning(text, rules).find((value) => value === 'yes' || value === 'no') === 'yes'

function chosen(choices: readonly unknown[], text: string, rules: readonly Rule[]): unknown {
  for (const value of leaning(text, rules)) if (choices.includes(value)) return value
  return choices[choices.length - 1]
}

function fillList(
  schema: Schema,
  {
    text,
    rules,
    name,
    depth,
  }: { text: string; rules: readonly Rule[]; name: string; depth: number },
): unknown[] {
  const items = record(schema['items'])
  const least = Number(schema['minItems'] ?? 0)
  if (items['type'] === 'string' && !('enum' in items)) {
    const found = /url|link/i.test(name) ? urlsIn(text) : keywordsIn(text)
    return found.slice(0, Math.max(least, Math.min(3, Number(schema['maxItems'] ?? 3))))
  }
  return Array.from({ length: Math.max(1, least) }, () =>
    fillSchema(items, { text, rules, name, depth: depth + 1 }),
  )
}

function fillNumber(schema: Schema, text: string, name: string): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0)
  const most = Number(schema['maximum'] ?? 10)
  if (/amount|total|cents|price/i.test(name)) {
    const amount = /(\d{1,7})[.,](\d{2})\b/.exec(text)
    if (amount !== null) return Number(amount[1]) * 100 + Number(amount[2])
  }
  if (/confidence|probability/i.test(name)) return Math.min(most, 0.9)
  const spread = Math.max(1, Math.floor(most) - Math.ceil(least) + 1)
  const at = [...text.slice(0, 2_000)].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973,
    7,
  )
  return Math.ceil(least) + (at % spread)
}

function fillString(schema: Schema, text: string, name: string): string {
  const most = Math.min(longestText, Number(schema['maxLength'] ?? longestText))
  return found(schema, text, name).slice(0, most)
}

function found(schema: Schema, text: string, name: string): string {
  const [url = ''] = urlsIn(text)
  if (/email/i.test(name)) return /[\w.+-]{1,64}@[\w.-]{1,100}\w/.exec(text)?.[0] ?? ''
  if (schema['format'] === 'uri' || /url|link/i.test(name)) return url
  if (/title|subject|name|company|headline/i.test(name)) return firstSentence(text).slice(0, 80)
  if (/reason|why/i.test(name)) return 'By the words of the text'
  if (/currency/i.test(name)) return 'EUR'
  if (/date|due/i.test(name)) return /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0] ?? ''
  if (/text|body|rewrite|rewritten/i.test(name)) return plain(text)
  return firstSentence(text)
}

const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const firstSentence = (text: string): string => {
  const line = toLine(text).slice(0, longestText)
  const end = line.search(/[.!?](\s|$)/)
  return end === -1 ? line : line.slice(0, end + 1)
}

const slop =
  /\b(delve|leverage|unlock|seamless(ly)?|game[- ]changer|in today[’']s fast-paced world,?|revolutioni[sz]e)\s?/gi

/** Returns the text without overused words. */
const plain = (text: string): string => toLine(text.replaceAll(slop, ''))

const urlsIn = (text: string): string[] => [
  ...new Set(text.match(/https?:\/\/[^\s"'<>)\]]{1,500}/g) ?? []),
]

/** Returns the most frequent long words in text order. */
function keywordsIn(text: string): string[] {
  const counts = new Map<string, number>()
  for (const word of text
    .slice(0, 20_000)
    .toLowerCase()
    .match(/\p{L}{5,20}/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}
