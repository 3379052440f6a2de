import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inTurns, load, ratio, report } from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'
import { signUp, withPlatform } from './started-platform.ts'

// Measures a product's public page from the gateway against nginx with the same HTML as a file.
// Needs `nginx` and `wrk` from the distribution.

/** Starts nginx with its usual settings and one worker for each core. */
async function startNginx(folder: string, html: string) {
  const port = await freePort()
  await mkdir(join(folder, 'html'))
  await writeFile(join(folder, 'html', 'page.html'), html)
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  await writeFile(
    config,
    `worker_processes auto;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  default_type text/html;
  ${temporary}
  server { listen 127.0.0.1:${port}; root ${folder}/html; }
}
`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}/page.html`
  while (!(await fetch(url).catch(() => undefined))?.ok) await setTimeout(100)
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, stop }
}

await withPlatform(async (platform) => {
  const { send } = await signUp(platform)
  await send('PATCH', '/api/settings', { imprint: 'Bench GmbH\nKai 1, Hamburg' })
  await send('POST', '/api/offers', {
    name: 'New sails',
    slug: 'new-sails',
    description: 'Sails for small boats, cut and sewn to measure. '.repeat(20),
    priceCents: 125_000,
    billingModel: 'one_off',
  })
  const page = `${platform.baseUrl}/p/bench/products/new-sails`
  const response = await fetch(page)
  const html = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${html}`)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-nginx-'))
  try {
    const nginx = await startNginx(folder, html)
    try {
      const measure = (url: string) => async () => (await load(url, { seconds: 5 })).perSecond
      const rates = await inTurns(measure(page), measure(nginx.url))
      report(ratio('public page from the gateway, against nginx', rates, 0.5))
    } finally {
      await nginx.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
