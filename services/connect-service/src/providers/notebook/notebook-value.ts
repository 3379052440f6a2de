import { z } from 'zod'

const Texts = z.array(z.object({ plain_text: z.string() }))
const Named = z.object({ name: z.string() })
const Day = z.object({ start: z.string(), end: z.string().nullish() })
const anId = z.object({ id: z.string() })

type Value = string | number | boolean | string[] | null
const longestValue = 10_000
const mostMembers = 100

const readText = (value: unknown): string =>
  (Texts.safeParse(value).data ?? [])
    .map((part) => part.plain_text)
    .join('')
    .slice(0, longestValue)
const readList = <T>(
  schema: z.ZodType<T>,
  value: unknown,
  shown: (member: T) => string,
): string[] =>
  (z.array(schema.optional().catch(undefined)).safeParse(value).data ?? [])
    .flatMap((member) => (member === undefined ? [] : [shown(member)]))
    .slice(0, mostMembers)
const readDay = (value: unknown): string | null => {
  const day = Day.safeParse(value).data
  if (day === undefined) return null
  return day.end ? `${day.start}/${day.end}` : day.start
}
const plain = (value: unknown): Value => {
  if (typeof value === 'string') return value.slice(0, longestValue)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
const Person = z.object({ id: z.string(), name: z.string().nullish() })
const person = ({ id, name }: z.output<typeof Person>): string => name || id

const readers: Readonly<Record<string, (value: unknown) => Value>> = {
  title: readText,
  rich_text: readText,
  select: (value) => Named.safeParse(value).data?.name ?? null,
  status: (value) => Named.safeParse(value).data?.name ?? null,
  multi_select: (value) => readList(Named, value, ({ name }) => name),
  files: (value) => readList(Named, value, ({ name }) => name),
  people: (value) => readList(Person, value, person),
  relation: (value) => readList(anId, value, ({ id }) => id),
  date: readDay,
  created_by: (value) => Person.transform(person).safeParse(value).data ?? null,
  last_edited_by: (value) => Person.transform(person).safeParse(value).data ?? null,
  unique_id(value) {
    const id = z
      .object({
        prefix: z.string().nullish(),
        // A number beyond 2^53 is text.
        number: z.union([z.number(), z.string().max(40)]).nullish(),
      })
      .safeParse(value).data
    if (id?.number === undefined || id.number === null) return null
    return id.prefix ? `${id.prefix}-${id.number}` : String(id.number)
  },
}

/**
 * Converts a column value to a text, a number, a boolean or a list of texts. A formula or rollup
 * contains another type's value.
 */
export function notebookValue(property: unknown, depth = 0): Value {
  const { type, value } = typed(property)
  if (type === undefined) return null
  if ((type === 'formula' || type === 'rollup') && depth < 2) {
    const inner = typed(value)
    if (inner.type === 'array' && Array.isArray(inner.value)) {
      return inner.value
        .slice(0, mostMembers)
        .map((member) => asText(notebookValue(member, depth + 1)))
        .filter((text) => text !== '')
    }
    return notebookValue(value, depth + 1)
  }
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
  return reader === undefined ? plain(value) : reader(value)
}

const asText = (value: Value): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '')

function typed(property: unknown): { type: string | undefined; value: unknown } {
  const type = z.object({ type: z.string() }).safeParse(property).data?.type
  if (type === undefined || typeof property !== 'object' || property === null)
    return { type: undefined, value: null }
  return {
    type,
    value: Object.hasOwn(property, type) ? property[type as keyof typeof property] : null,
  }
}

export function blockText(block: unknown): string {
  const { value } = typed(block)
  const texts = z.object({ rich_text: z.unknown() }).safeParse(value).data?.rich_text
  if (texts !== undefined) return readText(texts)
  const cells = z.object({ cells: z.array(z.unknown()) }).safeParse(value).data?.cells
  return cells === undefined ? '' : cells.map(readText).join('\t')
}

export function readTitle(properties: Readonly<Record<string, unknown>>): string {
  const title = Object.values(properties).find((property) => typed(property).type === 'title')
  return readText(typed(title).value)
}
