import { SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WayToPay } from './use-company-form.ts'

/** Asks how customers pay, while no account for online payments is connected. */
export const WayToPayField = ({
  way,
  onChange,
}: {
  way: WayToPay
  onChange: (way: WayToPay) => void
}) => (
  <fieldset className="plain-group">
    <legend className="legend">Customers pay</legend>
    <SegmentedControl
      aria-label="Customers pay"
      value={way}
      data={[
        { value: 'transfer', label: 'By bank transfer' },
        { value: 'online', label: 'Online, too' },
      ]}
      onChange={(chosen) => onChange(chosen === 'online' ? 'online' : 'transfer')}
    />
    <p className="quiet" style={{ margin: '6px 0 0' }}>
      {way === 'transfer' ? (
        'You can take online payments later.'
      ) : (
        <Link to="/settings/{-$page}" params={{ page: 'payments' }} className="link">
          Connect a payment account first
        </Link>
      )}
    </p>
  </fieldset>
)
