import type { z } from 'zod'

/** An error in the provider's own shape: `{ error: { type, code, message, param } }`. */
export class ProviderError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(init: {
    status?: number
    type?: string
    code?: string
    message: string
    param?: string
  }) {
    super(init.message)
    this.name = 'ProviderError'
    this.status = init.status ?? 400
    this.type = init.type ?? 'invalid_request_error'
    this.code = init.code
    this.param = init.param
  }

  toBody(): object {
    const { type, code, message, param } = this
    return {
      error: {
        type,
        message,
        ...(code === undefined ? {} : { code }),
        ...(param ? { param } : {}),
      },
    }
  }
}

/**
 * Returns the error for a missing object named by the path, or by a parameter if `param` is given.
 */
export const missing = (what: string, id: string, param?: string): ProviderError =>
  new ProviderError({
    status: param === undefined ? 404 : 400,
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: param ?? 'id',
  })

const bracketed = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

/**
 * Parses parameters. Throws for the first unknown, missing or malformed one, as the provider does.
 */
export function parseParams<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...path, issue.keys[0] ?? ''])
    throw new ProviderError({
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${param}`,
      param,
    })
  }
  const param = bracketed(path)
  if (
    issue?.code === 'invalid_type' &&
    issue.input === undefined &&
    valueAt(value, path) === undefined
  ) {
    throw new ProviderError({
      code: 'parameter_missing',
      message: `Missing required param: ${param}.`,
      param,
    })
  }
  throw new ProviderError({
    code: 'parameter_invalid',
    message: `Invalid ${param}: ${issue?.message ?? 'not valid'}`,
    param,
  })
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, String(key)) : undefined,
    value,
  )
