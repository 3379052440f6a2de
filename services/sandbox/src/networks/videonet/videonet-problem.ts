/** An error in the platform's own shape. */
export class VideonetProblem extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }

  body(): object {
    const { status: code, reason, message } = this
    const domain = /quota|limit/i.test(reason) ? 'youtube.quota' : 'youtube.api'
    return { error: { code, message, errors: [{ message, domain, reason }] } }
  }
}

/** A required parameter. Throws `missingRequiredParameter`. */
export function required(values: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = values[name]
  if (!value) {
    throw new VideonetProblem(400, 'missingRequiredParameter', `Required parameter: ${name}`)
  }
  return value
}
