import { type InvoicingSetUp, type SellerField, sellerFieldNames } from '@atrium/contracts'
import { Button, Skeleton } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { keptByBrowser } from '../../platform/store.ts'
import { Part } from '../../ui/page/part.tsx'
import { useIsAdmin } from '../amounts/viewer.ts'
import { SetUpDialog } from './set-up-dialog.tsx'
import { setUpQuery } from './set-up-queries.ts'

type Item = InvoicingSetUp['items'][number]

const words: Readonly<Record<Item['step'], readonly [title: string, text: string]>> = {
  company: ['Your company', 'Its name and address on your invoices.'],
  bank: ['Bank account', 'Where your customers transfer the money.'],
  vat: ['VAT', 'Your VAT number or tax number.'],
  numbers: [
    'Payment terms and numbers',
    'Due in 30 days, numbers that start with INV. You can choose others.',
  ],
  payments: ['Online payments', 'Optional. Being paid by bank transfer alone is fine.'],
}

const expected = (Object.keys(words) as Item['step'][]).map(
  (step): Item => ({ step, done: false, optional: false, missing: [] }),
)

/** Names what a step still lacks. */
function describeMissing({ step, missing }: Item): string {
  const names = missing.flatMap((field) => sellerFieldNames[field as SellerField] ?? [])
  const [, text] = words[step]
  return names.length === 0 ? text : `Missing: ${new Intl.ListFormat('en').format(names)}.`
}

/**
 * Shows owners and admins what to set up before the first invoice, until only optional steps are
 * left. The browser remembers that, so the page then reserves no space.
 */
export function SetUpChecklist() {
  const isAdmin = useIsAdmin()
  const storageKey = `atrium.set-up.${useMe().org?.id}`
  const [wasReady] = useState(() => keptByBrowser.read(storageKey) !== null)
  const { data, isPending } = useQuery({ ...setUpQuery, enabled: isAdmin })
  const [isOpen, setOpen] = useState(false)
  const items = data?.items ?? (isPending && !wasReady ? expected : [])
  const isReady = items.every(({ done, optional }) => done || optional)
  useEffect(() => {
    if (data !== undefined) keptByBrowser.write(storageKey, isReady ? 'done' : null)
  }, [data, isReady, storageKey])
  if (!isAdmin || (isReady && !isOpen)) return null
  const asksWay = items.some(({ step, done }) => step === 'payments' && !done)
  const list = (
    <ul className="card" style={{ margin: 0, padding: 0 }}>
      {items.map((item) => (
        <li key={item.step} style={{ listStyle: 'none' }}>
          <Link
            to="/settings/{-$page}"
            params={{ page: 'payments' }}
            hash={`settings-${item.step}`}
            className="row"
          >
            {item.done ? (
              <IconCircleCheckFilled size={20} className="good firm" role="img" aria-label="Done" />
            ) : (
              <IconCircle size={20} stroke={1.5} className="glyph" role="img" aria-label="Open" />
            )}
            <span className="words">
              <span className={item.done ? 'strong muted' : 'strong'}>{words[item.step][0]}</span>
              <span className="quiet">
                {item.done ? words[item.step][1] : describeMissing(item)}
              </span>
            </span>
            <IconChevronRight size={16} className="glyph" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <Part id="set-up" title="Before your first invoice">
      {isPending ? <Skeleton>{list}</Skeleton> : list}
      <Button mt={12} mb={24} onClick={() => setOpen(true)}>
        Set up invoicing
      </Button>
      {isOpen && <SetUpDialog asksWay={asksWay} onClose={() => setOpen(false)} />}
    </Part>
  )
}
