import { expect, test } from 'vitest'
import { createMetrics, measureProcess, openCounter } from './index.ts'

test('begins every known combination of labels at 0', async () => {
  const metrics = createMetrics('probe')
  openCounter(metrics, {
    name: 'atrium_probe_total',
    help: 'Probe',
    labels: { server: ['imap', 'smtp'], outcome: ['done', 'failed'] },
  })
  const text = await metrics.registry.metrics()
  for (const labels of [
    'server="imap",outcome="done"',
    'server="imap",outcome="failed"',
    'server="smtp",outcome="done"',
    'server="smtp",outcome="failed"',
  ])
    expect(text).toContain(`atrium_probe_total{${labels},service="probe"} 0`)
})

test('returns the same counter when it is opened again, and keeps what was counted', async () => {
  const metrics = createMetrics('probe')
  const init = { name: 'atrium_probe_total', help: 'Probe', labels: { outcome: ['done'] } }
  openCounter(metrics, init).inc({ outcome: 'done' })
  openCounter(metrics, init).inc({ outcome: 'done' })
  expect(await metrics.registry.metrics()).toContain(
    'atrium_probe_total{outcome="done",service="probe"} 2',
  )
})

test('reports the process and the build', async () => {
  const metrics = createMetrics('probe')
  measureProcess(metrics, { version: '1.2.3', commit: 'abc' })
  const text = await metrics.registry.metrics()
  expect(text).toContain('atrium_build_info{version="1.2.3",commit="abc",service="probe"} 1')
  expect(text).toMatch(/^process_resident_memory_bytes\{service="probe"\} \d/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds\{service="probe"\} /m)
})
