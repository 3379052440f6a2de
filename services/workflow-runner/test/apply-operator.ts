import type { ConditionOperator } from '@atrium/contracts'
import { asText } from '@atrium/workflow-rules'
import { createComparedTexts } from '../src/engine/conditions/compared-texts.ts'
import { decide } from '../src/engine/conditions/operators.ts'
import { matchesPattern } from '../src/engine/conditions/pattern.ts'
import { unpaced } from './unpaced.ts'

/** Evaluates one operator. Throws `PatternError`. */
export function applyOperator(
  operator: ConditionOperator,
  left: unknown,
  right?: unknown,
): boolean | Promise<boolean> {
  if (operator === 'matches')
    return asText(left) !== '' && matchesPattern(asText(right), asText(left))
  const texts = createComparedTexts()
  return decide(operator, { value: left, texts }, { value: right, texts }, unpaced)
}
