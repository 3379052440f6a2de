import { request } from 'node:http'

const pingTimeoutMs = 2_000

/**
 * True if a Docker engine responds at `dockerHost` (formatted like `DOCKER_HOST`) or at its default
 * socket.
 */
export function dockerAnswers(dockerHost: string | undefined): Promise<boolean> {
  const target = pingTarget(dockerHost || 'unix:///var/run/docker.sock')
  if (target === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: pingTimeoutMs }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    ping.on('timeout', () => ping.destroy())
    ping.on('error', () => resolve(false))
    ping.on('close', () => resolve(false))
    ping.end()
  })
}

function pingTarget(
  dockerHost: string,
): { socketPath: string } | { host: string; port: string } | undefined {
  if (dockerHost.startsWith('unix://')) return { socketPath: dockerHost.slice('unix://'.length) }
  if (!URL.canParse(dockerHost)) return undefined
  const { hostname, port } = new URL(dockerHost.replace(/^tcp:/, 'http:'))
  return { host: hostname, port: port || '2375' }
}
