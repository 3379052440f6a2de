import { randomUUID } from 'node:crypto'
import { report } from '@atrium/bench-kit'
import { signUp, time, withPlatform } from './started-platform.ts'

// 200 visitors order a ticket for an event with 100 seats at once. Exactly 100 of them must get
// one, or a place that they confirm by mail.
const orders = 200
const seats = 100
const rounds = 5
const orgSlug = 'bench'

interface Event {
  readonly ticketTypes: ReadonlyArray<{ readonly id: string }>
}

await withPlatform(async (platform) => {
  const { baseUrl } = platform
  const { headers, send } = await signUp(platform, orgSlug)
  const rates: number[] = []
  let wrong = 0
  // The first round warms up the process.
  for (let round = 0; round <= rounds; round += 1) {
    const slug = randomUUID()
    const { ticketTypes } = await send<Event>('POST', '/api/happenings', {
      title: slug,
      slug,
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      published: true,
      ticketTypes: [{ name: 'Entry', capacity: seats }],
    })
    const order = async (n: number) => {
      const visitor = { name: `Visitor ${n}`, email: `visitor-${n}@bench.example` }
      const response = await fetch(`${baseUrl}/api/public/happenings/${orgSlug}/${slug}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: headers['origin'] ?? '' },
        body: JSON.stringify({ ticketTypeId: ticketTypes[0]?.id, quantity: 1, ...visitor }),
      })
      return { status: response.status, text: await response.text() }
    }
    let responses: { status: number; text: string }[] = []
    const millis = await time(async () => {
      responses = await Promise.all(Array.from({ length: orders }, (_, n) => order(n)))
    })
    if (round > 0) rates.push((orders * 1_000) / millis)
    const taken = responses.filter(({ status }) => status === 201).length
    const refused = responses.filter(
      ({ status, text }) => status === 409 && text.includes('sold_out'),
    ).length
    wrong += Math.abs(taken - seats) + Math.abs(refused - (orders - seats))
  }
  const name = `${orders} concurrent ticket orders on ${seats} seats`
  report({ name, value: rates, unit: '/s', target: '>= 150' })
  report({ name: `${name}, off the exact number`, value: wrong, unit: '', target: '<= 0' })
})
