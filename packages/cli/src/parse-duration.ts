import { CommandError } from './command.ts'

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of `30s`, `15m`, `12h` or `7d`. Throws a CommandError. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const millis = units[unit ?? '']
  if (amount === undefined || millis === undefined) {
    throw new CommandError(`${text} is not a duration; write 30s, 15m, 12h or 7d`)
  }
  return Number(amount) * millis
}
