import { Fragment, type ReactNode } from 'react'
import money from './money.module.css'

/** Names and values of a record in a card. A value that is null, undefined or false is left out with its name. */
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
