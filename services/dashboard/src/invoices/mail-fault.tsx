import { IconAlertTriangle } from '@tabler/icons-react'
import money from '../money/money.module.css'

/** The reason why the last mail of an invoice failed. */
export const MailFault = ({ reason }: { reason: string }) => (
  <p className={`sunken ${money.note}`} data-tone="bad" role="status">
    <IconAlertTriangle size={16} aria-hidden />
    <span className={money.noteText}>
      The last mail did not go out: {reason}. It is tried again by itself; the address is that of the
      customer.
    </span>
  </p>
)
