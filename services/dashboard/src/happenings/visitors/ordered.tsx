import { groupedCode } from '@atrium/contracts'
import { IconChevronRight, IconTicket } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ordered as Result } from './order-form.tsx'
import { filled, type VisitorWords } from './visitor-words.ts'
import classes from './visitors.module.css'

/** The tickets of an order, or its place in the waiting list. */
export function Ordered({ result, words }: { result: Result; words: VisitorWords }) {
  const { email } = result
  if ('place' in result) {
    return <p className={classes.text}>{filled(words.waits, { position: result.place.position, email })}</p>
  }
  const { tickets } = result.tickets
  return (
    <>
      <p className={classes.quiet}>
        {filled(tickets.length === 1 ? words.oneSent : words.manySent, { email })}
      </p>
      <ul className={`stack ${classes.tickets}`} aria-label={words.yours}>
        {tickets.map(({ id, code }) => (
          <li key={id}>
            <Link to="/ticket/$code" params={{ code }} className={`hoverable ${classes.ticket}`}>
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
