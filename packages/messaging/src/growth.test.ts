import { expectLinear } from '@atrium/testkit'
import { test } from 'vitest'
import { parseEnvelope } from './message.ts'
import { durableName } from './names.ts'
import { natsAddress } from './nats-address.ts'

// NATS accepts at most 1 MiB per message.
const largest = 1_048_576
const fill = (piece: string, size: number): string => piece.repeat(Math.floor(size / piece.length))
const envelope = { id: 'evt_1', type: 'a.b', orgId: null, occurredAt: '2026-01-01T00:00:00.000Z' }
const delivered = (text: string) => ({ string: () => text }) as Parameters<typeof parseEnvelope>[0]

const readers: Record<string, (size: number) => () => unknown> = {
  'an envelope with one text': (size) => {
    const message = delivered(JSON.stringify({ ...envelope, data: fill('\\', size / 2) }))
    return () => parseEnvelope(message)
  },
  'an envelope with many values': (size) => {
    const message = delivered(
      JSON.stringify({ ...envelope, data: Array.from({ length: size / 8 }, () => ({})) }),
    )
    return () => parseEnvelope(message)
  },
  'an envelope with many fields of its own': (size) => {
    const fields = Array.from({ length: size / 16 }, (_, n) => [`field-${n}`, 1])
    const message = delivered(
      JSON.stringify({ ...Object.fromEntries(fields), ...envelope, data: 1 }),
    )
    return () => parseEnvelope(message)
  },
  'lists that only open': (size) => {
    const message = delivered(fill('[', size))
    return () => parseEnvelope(message)
  },
  'a subject of dots': (size) => () => durableName({ subject: fill('.', size) }),
  'a list of servers': (size) => () => natsAddress(fill('nats://a:4222,', size).slice(0, -1)),
}

test.each(Object.entries(readers))('takes time linear in the length for %s', (name, prepare) =>
  expectLinear(name, largest, prepare),
)
