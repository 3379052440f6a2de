import { Refusal } from '../refusal.ts'

/**
 * An error in the shape of the network's API: a problem document with `title`, `detail`, `type`,
 * `status`.
 */
export class ShortpostProblem extends Refusal {
  constructor(
    status: number,
    detail: string,
    { title = titles[status] ?? 'Error', type = 'about:blank', ...more }: ProblemParts = {},
  ) {
    super(status, { ...more, title, detail, type, status })
  }
}

interface ProblemParts {
  type?: string
  title?: string
  errors?: object[]
}

const titles: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'CreditsDepleted',
  403: 'Forbidden',
  404: 'Not Found Error',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Returns the error for a missing, wrong or unknown parameter. */
export const invalid = (parameter: string, message: string): ShortpostProblem =>
  new ShortpostProblem(400, 'One or more parameters to your request was invalid.', {
    title: 'Invalid Request',
    type: 'https://api.twitter.com/2/problems/invalid-request',
    errors: [{ parameters: { [parameter]: [] }, message }],
  })

/** Returns an object if it has only allowed fields. Throws otherwise, as the network does. */
export function only(
  value: unknown,
  where: string,
  allowed: readonly string[],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(where, `$.${where}: has to be an object`)
  }
  const unknown = Object.keys(value).find((name) => !allowed.includes(name))
  if (unknown !== undefined) {
    throw invalid(
      unknown,
      `$.${unknown}: is not defined in the schema and the schema does not allow it`,
    )
  }
  return value as Record<string, unknown>
}
