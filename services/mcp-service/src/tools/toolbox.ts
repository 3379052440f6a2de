import { assetTools } from './asset-tools.ts'
import { billingTools } from './billing-tools.ts'
import { boardTools } from './board-tools.ts'
import { catalogTools } from './catalog-tools.ts'
import type { Tool } from './tool.ts'
import { workflowTools } from './workflow-tools.ts'

export type Toolbox = ReadonlyMap<string, Tool>

/** Creates all tools. Throws if two tools have the same name. */
export function createToolbox(): Toolbox {
  const all = [...boardTools, ...billingTools, ...workflowTools, ...assetTools, ...catalogTools()]
  const box = new Map(all.map((tool) => [tool.name, tool]))
  if (box.size !== all.length) throw new Error('Two tools have one name')
  return box
}
