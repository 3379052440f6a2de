import { AtriumError } from './atrium-error.ts'

/**
 * Segments that a URL parser resolves, and the empty one. With them the request would go to another
 * address.
 */
const noSegments: ReadonlySet<string> = new Set(['', '.', '..'])

/**
 * Returns a path with its `{param}` placeholders filled. Throws `validation_failed` if a value
 * cannot be a path segment.
 */
export function fillPath(path: string, params: object | undefined): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/\{([A-Za-z0-9_]+)\}/g, (_, name: string) => {
    const value = String(values[name])
    if (!noSegments.has(value)) return encodeURIComponent(value)
    throw new AtriumError({
      status: 400,
      code: 'validation_failed',
      message: 'The request is not valid',
      errors: [{ path: name, message: 'This cannot stand in a path' }],
    })
  })
}
