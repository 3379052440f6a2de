import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { type Program, startProgram } from './program.ts'

/**
 * Returns the `server` block of a reverse proxy that keeps its connections to one upstream open.
 */
export const proxyingTo = (upstreamPort: number) => (port: number) =>
  `upstream behind { server 127.0.0.1:${upstreamPort}; keepalive 64; keepalive_requests 100000000; }
  server { listen 127.0.0.1:${port}; location / {
    proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; } }`

/**
 * Starts nginx (from the distribution) in `directory/nginx-name`, with one worker, `sendfile` and
 * no access log.
 */
export async function startNginx(
  directory: string,
  name: string,
  server: (port: number) => string,
): Promise<Program> {
  const port = await freePort()
  const home = join(directory, `nginx-${name}`)
  await mkdir(home, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home};`,
  )
  // Only root may choose the worker's user. Otherwise the worker runs as the current user.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = join(home, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr crit; ${user}
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
  ${temporary.join(' ')}
  types { image/png png; video/mp4 mp4; }
  ${server(port)}
}\n`,
  )
  return startProgram('nginx', ['-c', config, '-p', home], { port })
}
