import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './records.module.css'

/** A list's route. With an id it is a record's page. */
export type RecordRoute =
  | '/customers/{-$id}'
  | '/estimates/{-$id}'
  | '/events/{-$id}'
  | '/invoices/{-$id}'
  | '/products/{-$id}'
  | '/subscriptions/{-$id}'

interface RowLinkProps {
  readonly list: RecordRoute
  readonly id: string
  readonly children: ReactNode
}

/** A row with a link to its record. Its cells follow the list's columns. */
export const RowLink = ({ list, id, children }: RowLinkProps) => (
  <li>
    <Link to={list} params={{ id }} data-row className={`row ${classes.row}`}>
      {children}
    </Link>
  </li>
)

/** A row without a page of its own. */
export const PlainRow = ({ children }: { children: ReactNode }) => (
  <li className={`row ${classes.row}`}>{children}</li>
)

/** A row's first cell: a name, and a line about the record. */
export const NameCell = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className="column">
    <span className="strong clamped" dir="auto">
      {name}
    </span>
    {children !== undefined && (
      <span className="quiet clamped" dir="auto">
        {children}
      </span>
    )}
  </span>
)

/** A cell for wide windows only. */
export const WideCell = ({ children }: { children: ReactNode }) => (
  <span className="quiet clamped wide-only" dir="auto">
    {children}
  </span>
)

/** The record's state. In a narrow window it is below the amount. */
export const StateCell = ({ children }: { children: ReactNode }) => (
  <span className={classes.lower}>{children}</span>
)

/** An amount at the end of a row. */
export const FigureCell = ({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) => <span className={`${classes.upper} ${className}`}>{children}</span>
