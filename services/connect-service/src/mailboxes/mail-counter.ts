import type { Bus } from '@atrium/messaging'
import { openCounter } from '@atrium/telemetry'

/** Returns a function that counts the operations at the users' mail servers. */
export function mailCounter({
  metrics,
}: Pick<Bus, 'metrics'>): (server: 'imap' | 'smtp', outcome: string) => void {
  const counter = openCounter(metrics, {
    name: 'atrium_mail_server_operations_total',
    help: 'Operations at mail servers of connected mailboxes, by server and outcome',
    labels: {
      server: ['imap', 'smtp'],
      outcome: ['done', 'retry', 'reconnect', 'blocked', 'fix_content', 'unknown'],
    },
  })
  return (server, outcome) => counter.inc({ server, outcome })
}
