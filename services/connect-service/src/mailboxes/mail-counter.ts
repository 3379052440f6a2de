import type { Bus } from '@atrium/messaging'
import { Counter } from 'prom-client'

/** Returns a function that counts the operations at the users' mail servers. */
export function mailCounter({
  metrics,
}: Pick<Bus, 'metrics'>): (server: 'imap' | 'smtp', outcome: string) => void {
  const counter = new Counter({
    name: 'atrium_mail_server_operations_total',
    help: 'Operations at mail servers of connected mailboxes, by server and outcome',
    labelNames: ['server', 'outcome'],
    registers: [metrics.registry],
  })
  return (server, outcome) => counter.inc({ server, outcome })
}
