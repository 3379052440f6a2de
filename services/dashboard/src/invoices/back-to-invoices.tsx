import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import money from '../money/money.module.css'
import { useListSearch } from '../platform/drafts/list-memory.ts'

export const BackToInvoices = () => (
  <Link
    to="/invoices/{-$id}"
    params={{ id: undefined }}
    search={useListSearch('/invoices')}
    className={`back ${money.backAlone}`}
  >
    <IconChevronLeft size={16} aria-hidden />
    Invoices
  </Link>
)
