import { groupedCode } from '@atrium/contracts'
import { IconChevronRight, IconTicket } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ordered as Result } from './order-form.tsx'
import classes from './visitors.module.css'

/** The tickets of an order, or its place in the waiting list. */
export function Ordered({ result }: { result: Result }) {
  if ('place' in result) {
    return (
      <p className={classes.text}>
        You are number {result.place.position} on the waiting list. Tickets that become free are mailed to{' '}
        {result.email}.
      </p>
    )
  }
  const { tickets } = result.tickets
  return (
    <>
      <p className={classes.quiet}>
        {tickets.length === 1 ? 'Your ticket is' : 'Your tickets are'} on the way to {result.email}. Show the
        picture at the entrance.
      </p>
      <ul className={classes.tickets} aria-label="Your tickets">
        {tickets.map(({ id, code }) => (
          <li key={id}>
            <Link to="/ticket/$code" params={{ code }} className={classes.ticket}>
              <IconTicket size={18} aria-hidden />
              <span className={classes.code}>{groupedCode(code)}</span>
              <IconChevronRight size={16} style={{ marginLeft: 'auto' }} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
