import type { Change } from './change.ts'
import type { Column, Table, Tables } from './tables.db.ts'

/** True if an exception is about a table, and not about a contract. */
export const isTableChange = (change: string): boolean => change.startsWith('table ')

interface Place {
  /** `board.tasks` */
  readonly table: string
  readonly version: string
}

const tell = (
  { table, version }: Place,
  change: string,
  consequence: string,
  instead: string,
): Change => ({
  change: `table ${table}: ${change}`,
  source: table,
  consequence: `${version} ${consequence}`,
  instead,
})

/**
 * Returns the changes of a service's tables with which a replica of release `version` cannot work
 * while it still runs next to the new one.
 */
export function compareTables(schema: string, old: Tables, now: Tables, version: string): Change[] {
  return Object.entries(old).flatMap(([name, table]) => {
    const place: Place = { table: `${schema}.${name}`, version }
    const present = now[name]
    return present === undefined
      ? [
          tell(
            place,
            'was dropped or renamed',
            'still reads it',
            'stop using it in one release and drop it in the next',
          ),
        ]
      : [
          ...compareColumns(place, table, present),
          ...compareConstraints(place, table, present),
          ...compareUnique(place, table, present),
        ]
  })
}

function compareColumns(place: Place, old: Table, now: Table): Change[] {
  const kept = Object.entries(old.columns).flatMap(([name, column]) => {
    const present = now.columns[name]
    return present === undefined
      ? [
          tell(
            place,
            `column ${name} was dropped or renamed`,
            'still reads and writes it',
            'stop using it in one release and drop it in the next',
          ),
        ]
      : compareColumn(place, name, column, present)
  })
  const added = Object.entries(now.columns)
    .filter(([name, column]) => old.columns[name] === undefined && needsValue(column))
    .map(([name]) =>
      tell(
        place,
        `column ${name} is new, NOT NULL and without a default`,
        'inserts rows without it',
        'give it a default, or allow NULL until the next release',
      ),
    )
  return [...kept, ...added]
}

const needsValue = ({ required, default: value, generated }: Column): boolean =>
  required === true && value === undefined && generated === undefined

function compareColumn(place: Place, name: string, old: Column, now: Column): Change[] {
  const changes: Change[] = []
  if (old.type !== now.type)
    changes.push(
      tell(
        place,
        `column ${name} changed its type from ${old.type} to ${now.type}`,
        'reads and writes the old type',
        'add another column, fill both, and drop the old one in the next release',
      ),
    )
  if (old.generated !== now.generated)
    changes.push(
      tell(
        place,
        `column ${name} changed from ${old.generated ?? 'written'} to ${now.generated ?? 'written'}`,
        'writes it in the old way',
        'add another column',
      ),
    )
  if (now.required === true && old.required !== true)
    changes.push(
      tell(
        place,
        `column ${name} is NOT NULL now`,
        'may write NULL',
        'write a value in one release and add NOT NULL in the next',
      ),
    )
  else if (needsValue(now) && !needsValue(old))
    changes.push(
      tell(
        place,
        `column ${name} lost its default`,
        'inserts rows without it',
        'write a value in one release and drop the default in the next',
      ),
    )
  if (old.required === true && now.required !== true)
    changes.push(
      tell(
        place,
        `column ${name} allows NULL now`,
        'does not expect NULL when it reads',
        'read NULL in one release and allow it in the next, or give the column a default',
      ),
    )
  return changes
}

function compareConstraints(place: Place, old: Table, now: Table): Change[] {
  const known = new Set(Object.values(old.constraints))
  const tighter = Object.entries(now.constraints)
    .filter(([name, definition]) => !known.has(definition) && !isWider(definition, old, name))
    .filter(([, definition]) => isOnOldColumns(definition, old))
    .map(([name, definition]) =>
      tell(
        place,
        `constraint ${name} is new or narrower, ${definition}`,
        'may write rows that it refuses',
        'write only fitting rows in one release and add it in the next',
      ),
    )
  const present = new Set(Object.values(now.constraints))
  const lost = Object.entries(old.constraints)
    .filter(([, definition]) => / ON DELETE /.test(definition) && !present.has(definition))
    .map(([name, definition]) =>
      tell(
        place,
        `foreign key ${name} was dropped or changed, ${definition}`,
        'relies on it when it deletes',
        'keep it until the release after the one that deletes by itself',
      ),
    )
  return [...tighter, ...lost]
}

/** True if a check of the same name takes at least the values that it took before. */
function isWider(definition: string, old: Table, name: string): boolean {
  const [before, present] = [readList(old.constraints[name] ?? ''), readList(definition)]
  if (before === undefined || present === undefined || before.around !== present.around)
    return false
  return before.values.every((value) => present.values.includes(value))
}

/** Reads `CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text])))`. */
function readList(definition: string): { around: string; values: string[] } | undefined {
  const [, start, list, end] = /^(.*= ANY \(\(?ARRAY\[)([^\]]*)(\].*)$/.exec(definition) ?? []
  if (start === undefined || list === undefined || end === undefined) return undefined
  return { around: start + end, values: list.split(', ') }
}

/** Returns the names in a definition, without texts, types of casts and functions. */
const readNames = (definition: string): string[] =>
  definition
    .replace(/'(?:[^']|'')*'/g, '')
    .replace(/::[\w ]+/g, '')
    .replace(/(?<!\w)\w+\(/g, '(')
    .match(/\w+/g) ?? []

/**
 * True if rows of the old release may not fit. A foreign key with a new column ignores them, because
 * the column is NULL in them.
 */
function isOnOldColumns(definition: string, old: Table): boolean {
  const isOld = (name: string): boolean => old.columns[name] !== undefined
  const [, keys] = /^FOREIGN KEY \(([^)]*)\)/.exec(definition) ?? []
  return keys === undefined ? readNames(definition).some(isOld) : readNames(keys).every(isOld)
}

function compareUnique(place: Place, old: Table, now: Table): Change[] {
  const lost = Object.entries(old.unique)
    .filter(([name, definition]) => now.unique[name] !== definition)
    .map(([name, definition]) =>
      tell(
        place,
        `unique index ${name} was dropped, renamed or changed, ${definition}`,
        'names it when two rows collide',
        'add the new index beside it and drop the old one in the next release',
      ),
    )
  const added = Object.entries(now.unique)
    .filter(([name, definition]) => {
      const isKnown = Object.values(old.unique).includes(definition)
      return old.unique[name] === undefined && !isKnown && !isHarmless(definition, old, now)
    })
    .map(([name, definition]) =>
      tell(
        place,
        `unique index ${name} is new, ${definition}`,
        'may write rows that collide',
        'write only unique rows in one release and add it in the next',
      ),
    )
  return [...lost, ...added]
}

/**
 * True if rows of the old release never collide: they have NULL in a new column, or an old index
 * keeps them apart already.
 */
function isHarmless(definition: string, old: Table, now: Table): boolean {
  const names = readKeys(definition)
  const isEmpty = (name: string): boolean => {
    const column = now.columns[name]
    if (column === undefined || old.columns[name] !== undefined) return false
    return column.required !== true && column.default === undefined
  }
  if (!definition.includes('NULLS NOT DISTINCT') && names.some(isEmpty)) return true
  // An expression may be the same for two values that differ.
  if (/\w\(/.test(definition)) return false
  return Object.values(old.unique).some(
    (known) => !known.includes(' WHERE ') && readKeys(known).every((name) => names.includes(name)),
  )
}

/** Returns the columns in an index's key, also those inside of expressions. */
const readKeys = (definition: string): string[] => readNames(definition.split(' WHERE ')[0] ?? '')
