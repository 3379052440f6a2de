import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import classes from './settings.module.css'

/** How a payment ended, for a person who comes back from the processor; nothing for everybody else. */
export function PaymentResult({ result }: { result: string | undefined }) {
  if (result !== 'paid' && result !== 'cancelled') return null
  const Icon = result === 'paid' ? IconCircleCheck : IconInfoCircle
  return (
    <p className={classes.note} role="status">
      <Icon size={16} aria-hidden />
      {result === 'paid'
        ? 'Thank you, the payment is done. The plan and the credits below change as soon as the processor confirms it.'
        : 'The payment was cancelled. Nothing is charged.'}
    </p>
  )
}
