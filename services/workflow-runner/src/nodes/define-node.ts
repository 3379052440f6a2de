import type { z } from 'zod'
import type { NodeDefinition } from '../engine/index.ts'
import { withMoneyRights } from './money-rights.ts'
import type { NodePorts } from './ports.ts'

const defaults = { mode: 'deterministic', outputs: ['main'], emits: [], skillable: false } as const

/** Declares a node of this service, with `execute` typed by its parameters. */
export const defineNode = <S extends z.ZodObject>(
  given: Omit<NodeDefinition<NodePorts, S>, keyof typeof defaults> & Partial<NodeDefinition<NodePorts, S>>,
): NodeDefinition<NodePorts> => {
  const execute = given.issuesMoney === true ? withMoneyRights(given.execute) : given.execute
  return Object.freeze({ ...defaults, ...given, execute }) as unknown as NodeDefinition<NodePorts>
}
