import { writeFileSync } from 'node:fs'

// Loaded into a runner before its program. Timers run between two steps of the event loop, so a
// step takes the processor time between two ticks. SIGUSR2 writes the longest step in milliseconds,
// and resets it.
let longest = 0
let before = process.threadCpuUsage()
const tick = (): void => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1_000)
}
setInterval(tick, 1).unref()
process.on('SIGUSR2', () => {
  writeFileSync(process.env['STEP_METER_FILE'] ?? '', String(longest))
  longest = 0
})
