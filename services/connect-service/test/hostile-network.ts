import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Shape = (echo: string) => unknown

/** The networks' error bodies, with the whole request repeated in every text. */
export const shapes: Readonly<Record<string, Shape>> = {
  graph: (echo) => ({
    error: { message: echo, error_user_msg: echo, type: echo, code: 190, fbtrace_id: echo },
  }),
  'graph content': (echo) => ({ error: { message: echo, error_user_title: echo, code: 100 } }),
  'graph rate': (echo) => ({ error: { message: echo, code: 32 } }),
  'graph blocked': (echo) => ({ error: { message: echo, code: 368 } }),
  oauth: (echo) => ({ error: 'invalid_grant', error_description: echo, error_uri: echo }),
  'oauth word': (echo) => ({ error: echo, error_description: echo }),
  problem: (echo) => ({
    title: echo,
    detail: echo,
    type: echo,
    errors: [{ message: echo, detail: echo, code: 89 }],
  }),
  service: (echo) => ({ message: echo, code: echo, serviceErrorCode: 100, status: 403 }),
  google: (echo) => ({
    error: {
      code: 403,
      message: echo,
      status: echo,
      errors: [{ message: echo, reason: echo, domain: echo }],
    },
  }),
  forum: (echo) => ({
    json: { errors: [[echo, echo, echo]] },
    message: echo,
    reason: echo,
    explanation: echo,
    error: 403,
  }),
  text: (echo) => echo,
}

export interface HostileNetwork {
  origin: string
  answer: { shape: string; status: number }
  /** Secrets in calls only, for example PKCE verifiers. */
  readonly overheard: Set<string>
  calls: number
  stop(): Promise<void>
}

/**
 * Starts a network that responds to every call with an error that repeats the URL, the credentials
 * and the body.
 */
export async function startHostileNetwork(): Promise<HostileNetwork> {
  const network: HostileNetwork = {
    origin: '',
    answer: { shape: 'text', status: 500 },
    overheard: new Set(),
    calls: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('latin1')) body += String(chunk)
    network.calls += 1
    const verifier = new URLSearchParams(body).get('code_verifier')
    if (verifier) network.overheard.add(verifier)
    const { authorization = '' } = request.headers
    const decoded = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('latin1')
    const echo = `${request.url} ${authorization} ${decoded} ${body.slice(0, 2_000)}`
    const { shape, status } = network.answer
    const value = shapes[shape]?.(echo)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const headers = { 'content-type': 'application/json', 'www-authenticate': 'Bearer' }
    response.writeHead(status, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  network.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return network
}
