/** An error in the provider's own shape. */
export class GraphError extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined
  readonly data: object | undefined

  constructor(status: number, code: number, message: string, subcode?: number, data?: object) {
    super(message)
    this.status = status
    this.code = code
    this.subcode = subcode
    this.data = data
  }

  body(): object {
    return {
      error: {
        message: this.message,
        type: 'OAuthException',
        code: this.code,
        ...(this.subcode === undefined ? {} : { error_subcode: this.subcode }),
        ...(this.data === undefined ? {} : { error_data: this.data }),
        fbtrace_id: 'sandbox',
      },
    }
  }
}

/** A required parameter. Throws code 100 when it is missing. */
export function required(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value === '') {
    throw new GraphError(400, 100, `(#100) The parameter ${name} is required`)
  }
  return value
}
