import type { WorkflowGraph } from '@atrium/contracts'
import { allNodes } from '../nodes/index.ts'
import { importN8n } from './import-n8n.ts'
import { writeN8nFile } from './n8n-file.ts'

export const palette = new Map(allNodes.map(({ type, label }) => [type, label]))
export const pace = { due: () => false, yield: async () => {} }
export const read = (document: unknown) => importN8n(document, palette, pace)

/** Imports steps in a row behind a Run button. */
export async function readRow(...steps: Parameters<typeof writeN8nFile>[0]) {
  const all = [{ name: 'Start', type: 'manualTrigger' }, ...steps]
  const lines = all.slice(1).map(({ name }, at) => `${all[at]?.name} > ${name}`)
  return read(writeN8nFile(all, lines))
}

export const readParams = (graph: WorkflowGraph, name: string) =>
  graph.nodes.find((node) => node.name === name)?.params

/** Translates an expression in a field of a step behind a Run button. */
export async function translate(value: unknown, ...before: Parameters<typeof writeN8nFile>[0]) {
  const { graph, notes } = await readRow(...before, {
    name: 'Set',
    type: 'set',
    typeVersion: 3.4,
    parameters: { assignments: { assignments: [{ name: 'x', value, type: 'string' }] } },
  })
  const { fields } = readParams(graph, 'Set') as { fields: { value: unknown }[] }
  return { value: fields[0]?.value, note: notes.find(({ nodeName }) => nodeName === 'Set') }
}
