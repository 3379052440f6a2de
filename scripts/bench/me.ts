import { request } from 'node:http'
import { load, median, readCookie, report } from '@atrium/bench-kit'
import { createClient } from '@atrium/sdk'
import { startProcessPlatform } from '../platform/process-platform.ts'

// Measures `GET /api/me` with a session through the gateway. Each service has its own process, and
// the servers have production durability.
const platform = await startProcessPlatform(
  { LOG_LEVEL: 'info', NODE_ENV: 'development' },
  { fsync: true },
)
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
  const cookie = readCookie(answer)
  const url = `${platform.baseUrl}/api/me`
  const me = await load(url, { headers: { cookie }, seconds: 10, warmUpSeconds: 3 })
  report({ name: 'GET /api/me with a session', value: me.perSecond, unit: '/s', target: '>= 1500' })
  report({ name: 'GET /api/me with a session, p99', value: me.p99Ms, unit: 'ms', target: '< 50' })

  const idle: number[] = []
  for (let n = 0; n < 200; n += 1) {
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      request(url, { headers: { cookie } }, (response) => {
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
    idle.push(performance.now() - started)
  }
  report({ name: 'GET /api/me, idle, p50', value: median(idle), unit: 'ms', target: 'none' })
} finally {
  await platform.stop()
}
