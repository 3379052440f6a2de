import { cronProblem } from './cron.ts'

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const daily = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|\d)$/
const monthly = /^(\d{1,2}) (\d{1,2}) (\d{1,2}) \* \*$/
const often = /^\*\/(\d{1,2}) \* \* \* \*$/

const clock = (hour: string, minute: string): string => `${Number(hour)}:${minute.padStart(2, '0')}`

function describeCron(cron: unknown): string {
  if (typeof cron !== 'string' || cronProblem(cron) !== undefined) return 'on a schedule'
  const text = cron.trim().replace(/\s+/g, ' ')
  const [, minutes] = often.exec(text) ?? []
  if (minutes !== undefined) return minutes === '1' ? 'every minute' : `every ${minutes} minutes`
  if (/^\d{1,2} \* \* \* \*$/.test(text)) return 'every hour'
  const [, minute = '', hour = '', day] = daily.exec(text) ?? []
  if (day !== undefined) {
    const at = clock(hour, minute)
    if (day === '*') return `every day at ${at}`
    return day === '1-5' ? `on weekdays at ${at}` : `every ${dayNames[Number(day) % 7]} at ${at}`
  }
  const [, atMinute = '', atHour = '', date] = monthly.exec(text) ?? []
  if (date !== undefined) return `on day ${date} of each month at ${clock(atHour, atMinute)}`
  return 'on a schedule'
}

/** Turns an event's description into its moment: "An invoice was paid" becomes "an invoice is paid". */
const describeEvent = (description: string): string =>
  `when ${description.charAt(0).toLowerCase()}${description.slice(1)}`
    .replace(/\bwas\b/, 'is')
    .replace(/\bwere\b/, 'are')

/** Says when a trigger starts a run. Undefined if the node is no trigger. */
export function describeTrigger(
  { type, params }: { type: string; params: Readonly<Record<string, unknown>> },
  events: ReadonlyMap<string, string>,
): string | undefined {
  switch (type) {
    case 'trigger.manual':
      return 'when you press Run'
    case 'trigger.webhook':
      return 'when another system calls its web address'
    case 'trigger.schedule':
      return describeCron(params['cron'])
    case 'trigger.event': {
      const description = events.get(String(params['eventType'] ?? ''))
      return description === undefined ? 'when something happens' : describeEvent(description)
    }
    default:
      return undefined
  }
}
