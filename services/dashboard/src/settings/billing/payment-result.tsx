import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Note } from '../section.tsx'

/**
 * Tells a user who returns from the payment processor how the payment ended. Renders nothing
 * without a result.
 */
export function PaymentResult({ result }: { result: string | undefined }) {
  if (result !== 'paid' && result !== 'cancelled') return null
  return (
    <Note icon={result === 'paid' ? IconCircleCheck : IconInfoCircle} role="status">
      {result === 'paid'
        ? 'Thank you, the payment is done. The plan and the credits below change as soon as the payment provider confirms it.'
        : 'The payment was cancelled. Nothing is charged.'}
    </Note>
  )
}
