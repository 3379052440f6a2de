import { phoneForComparison, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asText, foldPaced, missingField, type Pace } from '../../engine/index.ts'
import { attemptItems, outputsResult } from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { keyOfValues, shortKey } from '../short-key.ts'
import { distinctPaths, fieldReader } from './item-path.ts'

const longest = 200

/** The key that makes two items the same, and the key for unchanged values. */
interface Keys {
  key: string
  exact: string
}
type KeysOf = (item: WorkflowItem) => Keys | Promise<Keys>

const mostFolded = 4_000_000

async function foldValue(value: unknown, pace: Pace): Promise<string> {
  const text = asText(value)
  const folded = phoneForComparison(text) ?? (await foldPaced(text, pace, mostFolded))
  return folded?.trim() ?? text
}

// If every field is empty or missing, the item has no identity, because two such items may differ.
function byFields(fields: readonly string[], compare: 'folded' | 'exact', pace: Pace): KeysOf {
  const readers = distinctPaths(fields).map(fieldReader)
  return async (item) => {
    const values = readers.map((read) => read(item))
    if (values.every((value) => value === undefined || value === null || value === ''))
      throw missingField(fields[0] ?? '')
    const exact = await keyOfValues(values, pace)
    if (compare === 'exact') return { key: exact, exact }
    const folded: string[] = []
    for (const value of values) folded.push(await foldValue(value, pace))
    return { key: await keyOfValues(folded, pace), exact }
  }
}

const byIdentity: KeysOf = ({ externalId, source, json }) => {
  const key = shortKey(
    externalId === undefined ? JSON.stringify(json) : `${source?.scheme ?? ''}:${externalId}`,
  )
  return { key, exact: key }
}

/**
 * Claims the keys of this run's items and returns those not passed in an earlier run. Runs from
 * before texts were folded have passed exact keys.
 */
async function claimKeys(
  keys: ReadonlyMap<string, string>,
  { ledger, nodeId }: Pick<ContextOf<'org'>, 'ledger' | 'nodeId'>,
): Promise<ReadonlySet<string>> {
  const source = `dedupe:${nodeId}`.slice(0, longest)
  const changed = [...keys].filter(([key, exact]) => key !== exact)
  const verdicts = await ledger.verdicts(
    source,
    changed.map(([, exact]) => exact),
  )
  const passed = changed.filter(([, exact]) => verdicts.get(exact) === 'passed')
  const fresh = new Set(await ledger.claim(source, [...keys.keys()]))
  for (const [key] of passed) fresh.delete(key)
  return fresh
}

export const dedupe = defineNode({
  type: 'dedupe',
  label: 'Remove duplicates',
  description: 'Passes each item once: within this run, or across all runs',
  category: 'decide',
  keywords: ['deduplicate', 'unique', 'once', 'distinct', 'duplicates', 'seen'],
  outputs: ['main', 'duplicates'],
  params: z.object({
    by: z
      .array(z.string().min(1).max(200))
      .max(10)
      .default([])
      .describe('The fields that make two items the same. By default, the id in their source'),
    scope: z
      .enum(['run', 'ever'])
      .default('run')
      .describe('Compares within this run, or also with the items of earlier runs that succeeded'),
    compare: z
      .enum(['folded', 'exact'])
      .default('folded')
      .describe(
        'Compares the fields as searches do, regardless of case and accents and with phone numbers by their digits, or character by character',
      ),
  }),
  instant: ({ scope }) => scope !== 'ever',
  async execute(items, { by, scope, compare }, context) {
    const keysOf = by.length === 0 ? byIdentity : byFields(by, compare, context)
    const first = new Map<string, WorkflowItem>()
    const exactKeys = new Map<string, string>()
    const duplicates: WorkflowItem[] = []
    const { refusals } = await attemptItems(items, context, async (item) => {
      const { key, exact } = await keysOf(item)
      if (first.has(key)) duplicates.push(item)
      else {
        first.set(key, item)
        exactKeys.set(key, exact)
      }
    })
    const result = (main: WorkflowItem[]) =>
      outputsResult({ main, duplicates }, refusals, { count: items.length })
    if (scope === 'run') return result([...first.values()])
    const fresh = await claimKeys(exactKeys, context)
    const main: WorkflowItem[] = []
    for (const [key, item] of first) (fresh.has(key) ? main : duplicates).push(item)
    return result(main)
  },
})
