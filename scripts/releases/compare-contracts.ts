import { type Change, type Part, tellBreak, tellChange } from './change.ts'
import { compareHttp } from './compare-http.ts'
import { type CompareSchemas, createComparer } from './compare-schemas.ts'
import type { Contracts, Messages } from './contracts.ts'
import type { Schema } from './schema.ts'

/**
 * Returns the changes with which replicas or clients of release `version` cannot live. A change of a
 * schema that several messages use is in the list once.
 */
export function compareContracts(old: Contracts, now: Contracts, version: string): Change[] {
  const changes = [
    ...compareSent('event', old.messages, now.messages, version),
    ...compareSent('job', old.messages, now.messages, version),
    ...compareRpcs(old.messages, now.messages, version),
    ...compareHttp(old.http, now.http, version),
  ]
  return [
    ...new Map(changes.toReversed().map((change) => [change.change, change])).values(),
  ].reverse()
}

/**
 * Compares in the two directions of a rolling upgrade: what the old release writes with what the new
 * one reads, and the reverse.
 */
interface BothWays {
  readonly fromOld: CompareSchemas
  readonly fromNew: CompareSchemas
}

function createComparers(old: Messages, now: Messages, fillsDefaults: boolean): BothWays {
  const before = old.components.schemas
  const present = now.components.schemas
  const rules = { fillsDefaults, tolerant: false }
  return {
    fromOld: createComparer({ ...rules, older: 'writer', writers: before, readers: present }),
    fromNew: createComparer({ ...rules, older: 'reader', writers: present, readers: before }),
  }
}

/** One direction of a message: the comparison, what is told about it, the writer and the reader. */
type Way = readonly [CompareSchemas, Part, Schema, Schema]

const compareWays = (ways: readonly Way[]): Change[] =>
  ways.flatMap(([compare, part, writer, reader]) =>
    compare(writer, reader).map((found) => tellBreak(part, found)),
  )

function compareSent(
  kind: 'event' | 'job',
  old: Messages,
  now: Messages,
  version: string,
): Change[] {
  // An emitter parses what it emits, which fills in defaults.
  const { fromOld, fromNew } = createComparers(old, now, true)
  return Object.entries(old[`${kind}s`]).flatMap(([name, schema]) => {
    const part = {
      label: `${kind} ${name}`,
      name,
      successor:
        kind === 'event' ? `declare ${nextVersion(name)} and send both` : 'declare another queue',
    }
    const present = now[`${kind}s`][name]
    if (present === undefined) {
      const missed = { ...part, consequence: `services of ${version} wait for it in vain` }
      return [tellChange(missed, 'was removed', 'send it while the last release consumes it')]
    }
    const read = { ...part, consequence: `services of ${version} cannot use it` }
    const sent = { ...part, consequence: `new services cannot use what ${version} has sent` }
    return compareWays([
      [fromNew, read, present, schema],
      [fromOld, sent, schema, present],
    ])
  })
}

/** Returns `task.created.v2` for `task.created`, and `task.created.v3` for `task.created.v2`. */
function nextVersion(type: string): string {
  const [, base = type, version = '1'] = /^(.*?)(?:\.v(\d+))?$/.exec(type) ?? []
  return `${base}.v${Number(version) + 1}`
}

function compareRpcs(old: Messages, now: Messages, version: string): Change[] {
  // A caller sends its input as it is. The service parses its response, which fills in defaults.
  const requests = createComparers(old, now, false)
  const responses = createComparers(old, now, true)
  return Object.entries(old.rpcs).flatMap(([name, rpc]) => {
    const part = { label: `RPC ${name}`, name, successor: 'declare another RPC and serve both' }
    const present = now.rpcs[name]
    if (present === undefined) {
      const missed = { ...part, consequence: `callers of ${version} get no response` }
      return [tellChange(missed, 'was removed', 'serve it while the last release calls it')]
    }
    const request = { ...part, label: `RPC ${name} request` }
    const response = { ...part, label: `RPC ${name} response` }
    const asked = { ...request, consequence: `it fails for callers of ${version}` }
    const asks = { ...request, consequence: `it fails at services of ${version} for new callers` }
    const reads = { ...response, consequence: `callers of ${version} cannot use it` }
    const read = { ...response, consequence: `new callers cannot use what ${version} returns` }
    return compareWays([
      [requests.fromOld, asked, rpc.request, present.request],
      [requests.fromNew, asks, present.request, rpc.request],
      [responses.fromNew, reads, present.response, rpc.response],
      [responses.fromOld, read, rpc.response, present.response],
    ])
  })
}
