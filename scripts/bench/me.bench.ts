import { load, median, report } from '@atrium/bench-kit'
import { signUp, time, withPlatform } from './started-platform.ts'

// Measures `GET /api/me` with a session.
await withPlatform(async (platform) => {
  const { headers, send } = await signUp(platform)
  const url = `${platform.baseUrl}/api/me`
  const me = await load(url, { headers, seconds: 10, warmUpSeconds: 3 })
  report({ name: 'GET /api/me with a session', value: me.perSecond, unit: '/s', target: '>= 1500' })
  report({ name: 'GET /api/me with a session, p99', value: me.p99Ms, unit: 'ms', target: '< 50' })
  const idle: number[] = []
  for (let n = 0; n < 200; n += 1) idle.push(await time(() => send('GET', '/api/me')))
  report({ name: 'GET /api/me, idle, p50', value: median(idle), unit: 'ms', target: 'none' })
})
