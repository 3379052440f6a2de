import { type Channel, ConnectNetwork, type Skill, type WorkflowGraph } from '@atrium/contracts'
import { networkName } from '../../ui/network.tsx'
import { findNode, type Palette } from '../graph/graph.ts'
import type { Problems } from '../graph/problems.ts'
import { type Field, listFields } from '../inspector/fields.ts'

export interface FirstStep {
  readonly node: string | undefined
  readonly words: string
  /** What the organisation must create first. Undefined if nothing is missing. */
  readonly lacks: 'channel' | 'skill' | undefined
  readonly isOptional: boolean
}

export interface Stock {
  readonly channels: readonly Pick<Channel, 'network'>[]
  readonly skills: readonly Pick<Skill, 'kind'>[]
}

const byHand = 'manual://'

function findStep(
  { edit }: Field,
  name: string,
  stock: Stock,
): Pick<FirstStep, 'words' | 'lacks'> | undefined {
  if (edit.kind === 'connector') {
    const { network } = edit
    const fits = stock.channels.some(
      (channel) => network === undefined || channel.network === network,
    )
    if (fits) return { words: `Choose the account for “${name}”`, lacks: undefined }
    const which = ConnectNetwork.safeParse(network)
    const words = which.success ? networkName(which.data) : 'an account'
    return { words: `Connect ${words} for “${name}”`, lacks: 'channel' }
  }
  if (edit.kind !== 'skill') return undefined
  const has = stock.skills.some(
    ({ kind }) => edit.skillKind === undefined || kind === edit.skillKind,
  )
  return has
    ? { words: `Choose the writing guide for “${name}”`, lacks: undefined }
    : { words: `Write a writing guide for “${name}”`, lacks: 'skill' }
}

/** Lists what a graph still needs, then useful skills and channels. */
export function firstSteps(
  graph: WorkflowGraph,
  palette: Palette,
  problems: Problems['all'],
  stock: Stock,
): readonly FirstStep[] {
  const needed = problems.map(({ node: id, param, message }): FirstStep => {
    const node = id === undefined ? undefined : findNode(graph, id)
    const descriptor = node === undefined ? undefined : palette.get(node.type)
    const field = descriptor && listFields(descriptor.inputs).find(({ key }) => key === param)
    const step =
      node !== undefined && field !== undefined ? findStep(field, node.name, stock) : undefined
    const words = node === undefined ? message : `“${node.name}”: ${message}`
    return { node: id, isOptional: false, ...(step ?? { words, lacks: undefined }) }
  })
  const missing = new Set(problems.map(({ node, param }) => `${node} ${param}`))
  const optional = graph.nodes.flatMap((node) => {
    const descriptor = palette.get(node.type)
    if (descriptor === undefined) return []
    return listFields(descriptor.inputs).flatMap((field): FirstStep[] => {
      if (missing.has(`${node.id} ${field.key}`)) return []
      const value = node.params[field.key]
      if (
        field.edit.kind === 'destination' &&
        typeof value === 'string' &&
        value.startsWith(byHand)
      ) {
        const lacks = stock.channels.length === 0 ? 'channel' : undefined
        const words = `“${node.name}” leaves its posts for you to publish. Connect an account to publish them automatically`
        return [{ node: node.id, words, lacks, isOptional: true }]
      }
      if (field.edit.kind !== 'skill' || (value !== undefined && value !== '')) return []
      const step = findStep(field, node.name, stock)
      return step === undefined ? [] : [{ node: node.id, ...step, isOptional: true }]
    })
  })
  return [...needed, ...optional]
}
