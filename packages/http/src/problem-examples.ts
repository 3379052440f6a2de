import { errorOfCode } from '@atrium/contracts'
import { problemOf } from './problem.ts'

/** Examples of refusals, by code, for the `components` of an OpenAPI document. */
export function createProblemExamples() {
  const components: Record<string, object> = {}
  return {
    components,
    /** One example for each of the codes, as references to the components. */
    of: (codes: readonly string[]): Record<string, object> =>
      Object.fromEntries(
        codes.map((code) => {
          components[code] ??= exampleOf(code)
          return [code, { $ref: `#/components/examples/${code}` }]
        }),
      ),
  }
}

function exampleOf(code: string): object {
  const error = errorOfCode(code)
  if (error === undefined) throw new Error(`${code} stands in no table`)
  const value: unknown = JSON.parse(problemOf(error, '019cadc6-9a80-7000-8000-000000000001').body)
  return { summary: error.message, value }
}
