import type { WouldDo } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import {
  boundedCopy,
  isRecord,
  type NodeDefinition,
  type NodeOutputs,
  type NodeResult,
} from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import type { Registry } from '../nodes/registry.ts'
import type { Effect, TriedCards } from './stand-in-board.ts'
import { standInPorts } from './stand-in-ports.ts'
import { describeTry } from './would-words.ts'

const limits = { effects: 500, detail: 4_096 } as const

type Execute = NodeDefinition<NodePorts>['execute']
type Context = Parameters<Execute>[2]

// The parameters that name what a node acts on, most specific first.
const targetNames = [
  'taskId',
  'destination',
  'to',
  'url',
  'workflow',
  'connector',
  'model',
  'voice',
] as const

function readTarget(params: unknown): string | null {
  if (!isRecord(params)) return null
  for (const name of targetNames) {
    const value = params[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** Creates the nodes of a try. Their effects go to `wouldDo`, and nothing leaves the process. */
export function standInNodes(
  { ports, lookup }: Pick<Registry, 'ports' | 'lookup'>,
  given: {
    deps: Pick<Deps, 'now' | 'newId'>
    earlier: ReadonlyMap<string, NodeOutputs>
  },
) {
  const wouldDo: WouldDo[] = []
  const cards: TriedCards = new Map()
  const add = (nodeId: string, { action, target, detail }: Effect): void => {
    if (wouldDo.length >= limits.effects) return
    wouldDo.push({ nodeId, action, target, detail: boundedCopy(detail ?? null, limits.detail) })
  }

  // Replaces a node if it reads outside, asks a model or starts other workflows.
  const replaced = (
    { type, outputs: [first = 'main'] }: NodeDefinition<NodePorts>,
    items: Parameters<Execute>[0],
    context: Context,
  ): NodeResult => {
    for (const at of items.length === 0 ? [0] : items.keys()) {
      let params: unknown
      try {
        params = context.paramsFor(at)
      } catch {
        continue
      }
      add(context.nodeId, { action: type, target: readTarget(params), detail: params })
    }
    const outputs = given.earlier.get(context.nodeId)
    return outputs === undefined
      ? { outputs: { [first]: items }, message: 'Not called in a try: its items pass as they are' }
      : { outputs, message: 'Not called in a try: its output of the earlier run' }
  }

  const standIn = (definition: NodeDefinition<NodePorts>): NodeDefinition<NodePorts> => ({
    ...definition,
    async execute(items, params, context) {
      const effects: Effect[] = []
      let state: 'open' | 'outside' | 'closed' = 'open'
      const own = standInPorts(ports, {
        note(effect) {
          if (state === 'open') effects.push(effect)
        },
        reach() {
          if (state === 'open') state = 'outside'
        },
        cards,
        deps: given.deps,
      })
      // TypeScript would narrow a direct comparison, although the calls above change the state.
      const isOutside = (): boolean => state === 'outside'
      try {
        const within = { ...context, ports: own }
        const first = await definition.execute(items, params, within)
        // A node may sleep for a moment before its effect.
        const { park } = first
        const sleepsShortly = park?.state !== undefined && (park.until ?? Infinity) <= context.now()
        const result = sleepsShortly
          ? await definition.execute(items, params, { ...within, parked: { state: park.state } })
          : first
        if (isOutside() || (result.park?.calls ?? []).length > 0)
          return replaced(definition, items, context)
        if (result.park === undefined)
          return { ...result, message: describeTry(result.message, effects) }
        const message = result.park.message.replace(/^Waits /, 'Would wait ')
        return {
          outputs: { [definition.outputs[0] ?? 'main']: items },
          message: describeTry(message, effects),
        }
      } catch (error) {
        if (isOutside()) return replaced(definition, items, context)
        throw error
      } finally {
        state = 'closed'
        for (const effect of effects) add(context.nodeId, effect)
      }
    },
  })

  const known = new Map<string, NodeDefinition<NodePorts>>()
  return {
    wouldDo,
    lookup(type: string): NodeDefinition<NodePorts> | undefined {
      const definition = lookup(type)
      if (definition === undefined) return undefined
      const made = known.get(type) ?? standIn(definition)
      known.set(type, made)
      return made
    },
  }
}
