import type { Happening } from '@atrium/contracts'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import money from '../money/money.module.css'
import { useMoney } from '../money/use-money.ts'
import { admittedQuery } from './happening-queries.ts'
import classes from './happenings.module.css'

/** The sold tickets of each type, and how many holders were admitted. */
export function Inventory({ happening: { id, ticketTypes } }: { happening: Happening }) {
  const { amount } = useMoney()
  const admitted = useQuery(admittedQuery(id)).data
  if (ticketTypes.length === 0) {
    return (
      <p className="quiet" style={{ marginBlock: '1em' }}>
        It has no tickets. Edit it to add a ticket type.
      </p>
    )
  }
  return (
    <>
      <div className={`wrapped ${money.headRow}`}>
        <h2 className={money.heading}>Inventory</h2>
        <span className="quiet">{admitted === undefined ? '' : `${admitted} admitted`}</span>
      </div>
      <ul className="card" aria-label="Inventory">
        {ticketTypes.map(({ id: typeId, name, sold, capacity, priceCents, currency }) => (
          <li key={typeId} className={classes.type}>
            <span className={classes.typeHead}>
              <span className="strong clamped" dir="auto">
                {name}
              </span>
              <span className="quiet">
                {priceCents > 0 && `${amount(priceCents, currency)}, not sold here · `}
                {sold.toLocaleString()} of {capacity.toLocaleString()} sold
                {sold >= capacity && capacity > 0 && ', sold out'}
              </span>
            </span>
            <Progress value={capacity === 0 ? 100 : (sold / capacity) * 100} aria-label={`Sold: ${name}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
