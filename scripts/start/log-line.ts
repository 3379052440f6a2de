/** Renders a service's JSON log line for the terminal. Any other line stays unchanged. */
export function renderLogLine(line: string, colours: boolean): string {
  const entry = parse(line)
  if (entry === undefined) return line
  const { level, time, service, msg, err, ...rest } = entry
  const { name, colour } = formatLevel(level)
  const paint = (text: string, code: number) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
  const details = Object.entries(rest)
    .filter(
      ([key, value]) => !hidden.has(key) && value !== undefined && value !== null && value !== '',
    )
    .map(
      ([key, value]) =>
        `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
  return [
    paint(clock(time), 90),
    ...(name === 'info' ? [] : [paint(name, colour)]),
    paint(String(service ?? '').padEnd(8), 36),
    String(msg ?? ''),
    ...(details.length > 0 ? [paint(details.join(' '), 90)] : []),
    ...(err === undefined ? [] : [paint(formatReason(err), 31)]),
  ].join(' ')
}

const hidden = new Set(['pid', 'hostname'])

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'level' in value
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}

function formatLevel(level: unknown): { name: string; colour: number } {
  const number = typeof level === 'number' ? level : 30
  if (number >= 50) return { name: number >= 60 ? 'fatal' : 'error', colour: 31 }
  if (number >= 40) return { name: 'warn', colour: 33 }
  return number >= 30
    ? { name: 'info', colour: 32 }
    : { name: number >= 20 ? 'debug' : 'trace', colour: 90 }
}

function clock(time: unknown): string {
  const date = new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN)
  return Number.isNaN(date.getTime()) ? '--:--:--' : date.toTimeString().slice(0, 8)
}

function formatReason(err: unknown): string {
  if (typeof err !== 'object' || err === null) return String(err)
  const { type, message } = { type: undefined, message: undefined, ...err }
  return [type, message].filter((part) => part !== undefined).join(': ')
}
