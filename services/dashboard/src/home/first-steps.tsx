import { Skeleton } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '../platform/session/me.ts'
import { keptByBrowser } from '../platform/store.ts'
import { Part } from '../ui/page/part.tsx'
import { progressQueries } from './home-queries.ts'

const storageKey = (orgId: string | undefined) => `atrium.steps.${orgId}`

/**
 * Remembers in this browser that an organisation's first steps are done. The page then neither
 * requests them nor reserves space for them.
 */
const finishedSteps = {
  has: (orgId: string | undefined): boolean => keptByBrowser.read(storageKey(orgId)) !== null,
  add: (orgId: string | undefined): void => keptByBrowser.write(storageKey(orgId), 'done'),
}

export function FirstSteps() {
  const { org } = useMe()
  const [finished] = useState(() => finishedSteps.has(org?.id))
  const enabled = !finished
  const cards = useQuery({ ...progressQueries.cards, enabled })
  const channels = useQuery({ ...progressQueries.channels, enabled })
  const posts = useQuery({ ...progressQueries.posts, enabled })
  const members = useQuery({ ...progressQueries.members, enabled })
  const steps = [
    { done: true, title: `Create ${org?.name}`, text: 'Everything you create belongs to it.' },
    {
      done: cards.data,
      title: 'Put a first card on the board',
      text: 'A task, a link to read later or a contact to keep.',
      to: '/board',
      search: { create: true },
    },
    {
      done: channels.data,
      title: 'Connect an account',
      text: 'A page to publish your posts on, or a mailbox to read.',
      to: '/channels',
      search: {},
    },
    {
      done: posts.data,
      title: 'Write a first post',
      text: 'Add pictures and a first comment, then publish now or later.',
      to: '/posts',
      search: { compose: 'new' },
    },
    {
      done: members.data,
      title: 'Invite a colleague',
      text: 'You see each other’s changes immediately.',
      to: '/settings/{-$page}',
      params: { page: 'members' },
      search: {},
    },
  ] as const
  const areDone = steps.every(({ done }) => done === true)
  useEffect(() => {
    if (areDone) finishedSteps.add(org?.id)
  }, [areDone, org?.id])
  if (finished || areDone) return null
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
              {'to' in place && <IconChevronRight size={16} className="glyph" aria-hidden />}
            </>
          )
          return (
            <li key={title}>
              {'to' in place ? (
                <Link {...place} className="row">
                  {inner}
                </Link>
              ) : (
                <div className="row">{inner}</div>
              )}
            </li>
          )
        })}
      </ol>
    </Part>
  )
}
