import type { Principal } from '@atrium/contracts'
import type { RunningService } from '@atrium/service-kit'
import { type Answer, type FreeBody, readAnswer } from './answer.ts'
import { principalHeaders } from './principal-headers.ts'

type Headers = Readonly<Record<string, string>>

/** Sends one request. A body is sent as JSON unless it is text, and redirects are not followed. */
export type Call = <T = FreeBody>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<Answer<T>>

export interface TestCaller<P extends Principal = Principal> extends Call {
  principal: P
  userId: string
  /** The principal's organisation, or empty if it has none. */
  orgId: string
  /** Sends one request whose body or response is not JSON. */
  raw(path: string, init?: RequestInit & { headers?: Headers }): Promise<Response>
}

/**
 * Returns a function that adds the caller from `headers` to each request to the service at `url`.
 */
export const createCall =
  (url: string, stated: () => Promise<Headers>): Call =>
  async (method, path, body, headers) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await stated()),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return readAnswer(response)
  }

/** Creates a caller with this principal for a service with this `env`. */
export function createTestCaller<P extends Principal>(
  { name, url }: Pick<RunningService, 'name' | 'url'>,
  env: Readonly<Record<string, string | undefined>>,
  principal: P,
): TestCaller<P> {
  const stated = () => principalHeaders(name, env, principal)
  const raw: TestCaller['raw'] = async (path, init = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, ...(await stated()) },
    })
  const { userId, orgId } = principal
  return Object.assign(createCall(url, stated), { principal, userId, orgId: orgId ?? '', raw })
}
