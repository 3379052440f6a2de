import { commonErrors } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

export type CheckedAnswer = { value: unknown } | { problem: string }

const longestProblem = 1_000

/** By the JSON of the schema: the items of a node share theirs, and reading one takes as long as ten checks. */
const schemas = new LRUCache<string, z.ZodType>({
  max: 200,
  maxSize: 4_000_000,
  sizeCalculation: (_, key) => key.length,
})

/** Checks answers against a JSON schema. Throws `validation_failed` for a schema that cannot be read. */
export function answerChecker(schema: Record<string, unknown>): (text: string) => CheckedAnswer {
  const key = JSON.stringify(schema)
  const wanted = schemas.get(key) ?? schemaOf(schema)
  schemas.set(key, wanted)
  return (text) => {
    const json = parsed(text)
    if (json === undefined) return { problem: 'it is not JSON' }
    const checked = wanted.safeParse(json.value)
    if (checked.success) return { value: checked.data }
    const problem = checked.error.issues
      .slice(0, 10)
      .map(({ path, message }) => `${path.map(String).join('.') || 'the value'}: ${message}`)
      .join('; ')
    return { problem: problem.slice(0, longestProblem) }
  }
}

function schemaOf(schema: Record<string, unknown>): z.ZodType {
  try {
    return z.fromJSONSchema(schema)
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The JSON schema of a model call cannot be read', cause })
  }
}

const fence = '```'

/** The JSON of an answer, which may stand in a fence. */
function parsed(text: string): { value: unknown } | undefined {
  const whole = text.trim()
  const begin = whole.indexOf(fence)
  const end = whole.lastIndexOf(fence)
  const candidates = [whole]
  if (begin !== -1 && end > begin) {
    const inner = whole.slice(begin + fence.length, end)
    candidates.push(inner.startsWith('json') ? inner.slice('json'.length) : inner)
  }
  for (const candidate of candidates) {
    try {
      return { value: JSON.parse(candidate) }
    } catch {
      // The next candidate may be JSON.
    }
  }
  return undefined
}
