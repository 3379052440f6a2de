import { AtriumError } from '@atrium/sdk'
import { Link } from '@tanstack/react-router'
import { FormAlert } from '../ui/form-alert.tsx'

// The processor also refuses what is asked of an account that it no longer has.
const paymentsCodes: ReadonlySet<string> = new Set([
  'charges_not_enabled',
  'account_mismatch',
  'processor_refused',
])

/** The refusal of a step, and where its remedy is a page, the way there. */
export function Refusal({ error }: { error: unknown }) {
  const needsAccount = error instanceof AtriumError && paymentsCodes.has(error.code)
  return (
    <>
      <FormAlert error={error} />
      {needsAccount && (
        <Link to="/settings/{-$page}" params={{ page: 'payments' }} className="link">
          Open the payments account
        </Link>
      )}
    </>
  )
}
