import type { Principal } from '@atrium/contracts'
import type { RunningService } from '@atrium/service-kit'
import { type Answer, answerOf, type FreeBody } from './answer.ts'
import { principalHeaders } from './principal-headers.ts'

type Headers = Readonly<Record<string, string>>

/** One request; a body that is not text is sent as JSON, and no redirect is followed. */
export type Call = <T = FreeBody>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<Answer<T>>

export interface TestCaller<P extends Principal = Principal> extends Call {
  principal: P
  userId: string
  /** The org of the principal; empty without one. */
  orgId: string
  /** One request whose body or answer is not JSON. */
  raw(path: string, init?: RequestInit & { headers?: Headers }): Promise<Response>
}

/** Sends what `headers` states of the caller with each request to the service at `url`. */
export const callOf =
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
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return answerOf(response)
  }

/** A caller with this principal at a service that runs with `env`. */
export function createTestCaller<P extends Principal>(
  { name, url }: Pick<RunningService, 'name' | 'url'>,
  env: Readonly<Record<string, string | undefined>>,
  principal: P,
): TestCaller<P> {
  const stated = () => principalHeaders(name, env, principal)
  const raw: TestCaller['raw'] = async (path, init = {}) =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { ...init.headers, ...(await stated()) } })
  const { userId, orgId } = principal
  return Object.assign(callOf(url, stated), { principal, userId, orgId: orgId ?? '', raw })
}
