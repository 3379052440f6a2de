import { Refusal } from '../refusal.ts'

export class VideonetProblem extends Refusal {
  constructor(code: number, reason: string, message: string) {
    const domain = /quota|limit/i.test(reason) ? 'youtube.quota' : 'youtube.api'
    super(code, { error: { code, message, errors: [{ message, domain, reason }] } })
  }
}

export function required(
  values: Readonly<Record<string, string | undefined>>,
  name: string,
): string {
  const value = values[name]
  if (!value) {
    throw new VideonetProblem(400, 'missingRequiredParameter', `Required parameter: ${name}`)
  }
  return value
}
