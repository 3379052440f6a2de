import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import money from '../../money/money.module.css'
import { useListSearch } from '../../platform/drafts/list-memory.ts'

export const BackToEstimates = () => (
  <Link
    to="/estimates/{-$id}"
    params={{ id: undefined }}
    search={useListSearch('/estimates')}
    className={`back ${money.backAlone}`}
  >
    <IconChevronLeft size={16} aria-hidden />
    Estimates
  </Link>
)
