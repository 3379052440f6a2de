import { commonErrors } from '@atrium/contracts'
import { z } from 'zod'
import { parsedJson } from '../network/parsed-json.ts'

export type CheckedAnswer = { value: unknown } | { problem: string }

const longestProblem = 1_000

/**
 * Creates a function that checks model responses against a JSON schema. Throws `validation_failed`
 * if the schema cannot be read.
 */
export function answerChecker(schema: Record<string, unknown>): (text: string) => CheckedAnswer {
  const wanted = toZodSchema(schema)
  return (text) => {
    const json = candidates(text)
      .map((each) => parsedJson(each))
      .find((value) => value !== undefined)
    if (json === undefined) return { problem: 'it is not JSON' }
    const checked = wanted.safeParse(json)
    if (checked.success) return { value: checked.data }
    const problem = checked.error.issues
      .slice(0, 10)
      .map(({ path, message }) => `${path.map(String).join('.') || 'the value'}: ${message}`)
      .join('; ')
    return { problem: problem.slice(0, longestProblem) }
  }
}

function toZodSchema(schema: Record<string, unknown>): z.ZodType {
  try {
    return z.fromJSONSchema(schema)
  } catch (cause) {
    throw commonErrors.validation_failed({
      message: 'The JSON schema of this model request is not valid',
      cause,
    })
  }
}

const fence = '```'

/** Returns the texts that may be the JSON: the whole response, or a code fence's content. */
function candidates(text: string): string[] {
  const whole = text.trim()
  const begin = whole.indexOf(fence)
  const end = whole.lastIndexOf(fence)
  if (begin === -1 || end <= begin) return [whole]
  const inner = whole.slice(begin + fence.length, end)
  return [whole, inner.startsWith('json') ? inner.slice('json'.length) : inner]
}
