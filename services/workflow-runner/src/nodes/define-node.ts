import type { z } from 'zod'
import type { NodeDefinition } from '../engine/index.ts'
import { withMoneyRights } from './money-rights.ts'
import type { NodePorts } from './ports.ts'

/** Declares a node of this service, with `execute` typed by its parameters. */
export const defineNode = <S extends z.ZodObject>(
  definition: NodeDefinition<NodePorts, S>,
): NodeDefinition<NodePorts> => {
  const { execute } = definition
  const guarded =
    definition.issuesMoney === true ? { ...definition, execute: withMoneyRights(execute) } : definition
  return Object.freeze(guarded) as unknown as NodeDefinition<NodePorts>
}
