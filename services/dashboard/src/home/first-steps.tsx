import type { getOverview } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { overviewQuery } from '../platform/records/overview.ts'
import { useStanding } from '../platform/records/queries.ts'
import { useMe } from '../platform/session/me.ts'
import { keptByBrowser } from '../platform/store.ts'
import { Part } from '../ui/page/part.tsx'

type Overview = z.output<(typeof getOverview.responses)[200]['schema']>

const storageKey = (orgId: string | undefined) => `atrium.steps.${orgId}`

/**
 * Remembers in this browser that an organisation's first steps are done. The page then reserves
 * no space for them.
 */
const finishedSteps = {
  has: (orgId: string | undefined): boolean => keptByBrowser.read(storageKey(orgId)) !== null,
  add: (orgId: string | undefined): void => keptByBrowser.write(storageKey(orgId), 'done'),
}

type Step = keyof Overview['steps']

const pages = {
  invoicing: {
    title: 'Set up invoicing',
    text: 'Your address, bank account and VAT, before your first invoice.',
    to: '/invoices/{-$id}',
    params: { id: undefined },
    search: {},
  },
  invoice: {
    title: 'Send your first invoice',
    text: 'Add what you sold, look at the preview, then issue and send it.',
    to: '/invoices/{-$id}',
    params: { id: 'new' },
    search: {},
  },
  card: {
    title: 'Put a first card on the board',
    text: 'A task, a link to read later or a contact to keep.',
    to: '/board',
    search: { create: true },
  },
  account: {
    title: 'Connect an account',
    text: 'A page to publish your posts on, or a mailbox to read.',
    to: '/channels',
    search: {},
  },
  post: {
    title: 'Write a first post',
    text: 'Add pictures and a first comment, then publish now or later.',
    to: '/posts',
    search: { compose: 'new' },
  },
  workflow: {
    title: 'Automate something',
    text: 'Choose a workflow, for example one that answers new leads.',
    to: '/workflows/templates',
    search: {},
  },
  colleague: {
    title: 'Invite a colleague',
    text: 'You see each other’s changes immediately.',
    to: '/settings/{-$page}',
    params: { page: 'members' },
    search: {},
  },
} as const satisfies Readonly<Record<Step, object>>

// Members may not change invoices and invite nobody.
const adminSteps: readonly Step[] = [
  'invoicing',
  'invoice',
  'account',
  'post',
  'workflow',
  'colleague',
]
const memberSteps: readonly Step[] = ['card', 'account', 'post', 'workflow']

/** Shows the first steps for the caller's role, until all are done. */
export function FirstSteps() {
  const { org } = useMe()
  const [finished] = useState(() => finishedSteps.has(org?.id))
  const query = useQuery(overviewQuery)
  const { data } = query
  const { error } = useStanding(query)
  const shown = org?.role === 'member' ? memberSteps : adminSteps
  const steps = shown.map((step) => ({ done: data?.steps[step], ...pages[step] }))
  const areDone = steps.every(({ done }) => done === true)
  useEffect(() => {
    if (areDone) finishedSteps.add(org?.id)
  }, [areDone, org?.id])
  if (finished || areDone || error !== null) return null
  return (
    <Part id="first-steps" title="First steps" mt={28}>
      <ol className="card">
        {steps.map(({ title, text, done, ...place }) => {
          const inner = (
            <>
              {done === undefined ? (
                <Skeleton circle h={20} w={20} />
              ) : done ? (
                <IconCircleCheckFilled
                  size={20}
                  className="good firm"
                  role="img"
                  aria-label="Done"
                />
              ) : (
                <IconCircle size={20} stroke={1.5} className="glyph" role="img" aria-label="Open" />
              )}
              <span className="words">
                <span className={done === true ? 'strong muted' : 'strong'}>{title}</span>
                <span className="quiet">{text}</span>
              </span>
              <IconChevronRight size={16} className="glyph" aria-hidden />
            </>
          )
          return (
            <li key={title}>
              <Link {...place} className="row">
                {inner}
              </Link>
            </li>
          )
        })}
      </ol>
    </Part>
  )
}
