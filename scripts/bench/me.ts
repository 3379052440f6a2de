import { request } from 'node:http'
import { createClient } from '@atrium/sdk'
import { startProcessPlatform } from '../platform/process-platform.ts'
import { load, report } from './load.ts'

// `GET /api/me` with a session through the gateway, a process per service, servers with the durability of production.
const platform = await startProcessPlatform({ LOG_LEVEL: 'info', NODE_ENV: 'development' }, { fsync: true })
try {
  const client = createClient({ baseUrl: platform.baseUrl })
  const password = 'a password of some length'
  await client.auth.signUp({ name: 'Bench', email: 'bench@example.com', password })
  await client.auth.createOrg({ name: 'Bench', slug: 'bench' })
  const answer = await fetch(`${platform.baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const me = await load(`${platform.baseUrl}/api/me`, { cookie }, 10)
  report('GET /api/me with a session', me.perSecond, '/s', '>= 1500', me.perSecond >= 1_500)
  report('GET /api/me with a session, p99', me.p99Ms, 'ms', '< 50', me.p99Ms < 50)

  const idle: number[] = []
  for (let n = 0; n < 200; n += 1) {
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      request(`${platform.baseUrl}/api/me`, { headers: { cookie } }, (response) => {
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
    idle.push(performance.now() - started)
  }
  const p50 = idle.toSorted((a, b) => a - b)[100] ?? Number.NaN
  report('GET /api/me, idle, p50', p50, 'ms', 'none', true)
} finally {
  await platform.stop()
}
