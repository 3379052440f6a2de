import { Refusal } from './refusal.ts'

export class GraphError extends Refusal {
  readonly subcode: number | undefined

  // biome-ignore lint/complexity/useMaxParams: The body of such an error has these parts.
  constructor(status: number, code: number, message: string, subcode?: number, data?: object) {
    super(status, {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(data === undefined ? {} : { error_data: data }),
        fbtrace_id: 'sandbox',
      },
    })
    this.subcode = subcode
  }
}

export function required(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value === '') {
    throw new GraphError(400, 100, `(#100) The parameter ${name} is required`)
  }
  return value
}
