import type { ModelPart, SkillKind } from '@atrium/contracts'
import { z } from 'zod'
import type { NodeContext } from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { instructionsParam, renderInstructions } from './instructions.ts'

export const modelParam = z
  .string()
  .min(1)
  .max(2_048)
  .optional()
  .meta({ format: 'connector', network: 'model' })
  .describe(
    'The model account. By default, your only model account, or else Atrium’s model, which uses credits',
  )

export const modelParams = (skillKind: SkillKind, about: string) => ({
  model: modelParam,
  skill: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ format: 'skill', skillKind })
    .describe('A skill of the organisation that the model follows'),
  instructions: instructionsParam(about),
})

export const withoutModel = z
  .enum(['halt', 'pass'])
  .default('halt')
  .describe('If no model is available: stop the step, or pass the items unchanged')
/** The node evaluates these parameters itself, so item values stay data in its prompt. */
export const rawModelParams = ['instructions'] as const

export interface ModelParams {
  model?: string | undefined
  skill?: string | undefined
  instructions?: string | undefined
}

export interface Guidance {
  skill: string
  instructions: ModelPart[]
}

/** Returns the guidance of each item. Reads a skill once per node call. Throws `NodeError`. */
export function createGuidance<P extends ModelParams>(
  context: NodeContext<NodePorts, P>,
  kind?: SkillKind,
) {
  const skills = new Map<string, Promise<string>>()
  const readBody = (reference: string): Promise<string> => {
    const known = skills.get(reference) ?? context.skill(reference, kind).then(({ body }) => body)
    skills.set(reference, known)
    return known
  }
  return async (at: number): Promise<Guidance> => {
    const { skill, instructions } = context.paramsFor(at)
    return {
      skill: skill === undefined ? '' : await readBody(skill),
      instructions: renderInstructions(instructions, context.scope(at)),
    }
  }
}
