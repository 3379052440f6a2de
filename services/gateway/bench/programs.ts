import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Program {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a program and waits until a path of its port answers. */
export async function run(
  command: string,
  args: readonly string[],
  port: number,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<Program> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
    const answer = await fetch(url + path).catch(() => undefined)
    if (answer?.ok === true) break
    if (tries > 200) throw new Error(`${command} does not answer`)
    await pause(100)
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** nginx with one worker as a reverse proxy that keeps its connections, before one service. */
export async function startNginx(
  directory: string,
  port: number,
  service: string,
  path: string,
): Promise<Program> {
  const config = join(directory, 'nginx.conf')
  await mkdir(join(directory, 'nginx'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${directory}/nginx;`)
    .join(' ')
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off; tcp_nodelay on; keepalive_requests 100000000; ${temporary}
  upstream service { server ${service.replace('http://', '')}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}\n`,
  )
  return run('nginx', ['-c', config, '-p', directory], port, path, process.env)
}

const execute = promisify(execFile)

/** Requests a second that `wrk` measures over one thread and 32 connections. Throws when one of them is refused. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const { stdout } = await execute('wrk', ['-t1', '-c32', `-d${seconds}s`, url])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} does not hold: ${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
