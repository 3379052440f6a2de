import { Fragment, type ReactNode } from 'react'
import money from '../money.module.css'

/**
 * Shows a record's names and values in a card. If a value is null, undefined or false, its row is
 * left out.
 */
export const Facts = ({
  facts,
  wide = false,
}: {
  facts: Readonly<Record<string, ReactNode>>
  wide?: boolean
}) => (
  <div className="card">
    <dl className={wide ? money.details : money.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value != null &&
          value !== false && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  </div>
)
