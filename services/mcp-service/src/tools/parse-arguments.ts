import { AtriumError } from '@atrium/sdk'
import { z } from 'zod'
import type { JsonObject } from './operation-arguments.ts'

export const invalid = (errors: ReadonlyArray<{ path: string; message: string }>): AtriumError =>
  new AtriumError({
    status: 400,
    code: 'validation_failed',
    message: 'The arguments are not valid',
    errors,
  })

export function parseArguments<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given)
  if (error === undefined) return data
  throw invalid(
    error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  )
}

export function toShownSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: 'input' })
  return shown
}
