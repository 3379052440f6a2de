import { Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { channelsQuery, networksQuery } from '../../platform/records/shared-queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { statusLabel } from '../../ui/status-looks.ts'
import classes from './composer.module.css'
import { ComposerForm } from './composer-form.tsx'
import { composedPostQuery } from './composer-queries.ts'
import { channelTargets } from './draft/targets.ts'
import type { DraftStart } from './draft/use-draft.ts'
import { Outcome } from './sending/outcome.tsx'
import type { SentPost } from './sending/send.ts'

const locked = new Set(['posting', 'posted', 'unconfirmed', 'posted_by_hand'])

interface ComposerProps {
  /** `new`, or a post id. */
  readonly post: string
  readonly start: DraftStart
  readonly onClose: () => void
}

export function Composer({ post, start, onClose }: ComposerProps) {
  const isNew = post === 'new'
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const [inner, setInner] = useState(false)
  const [sent, setSent] = useState<readonly SentPost[]>()
  const channels = useQuery(channelsQuery)
  const networks = useQuery(networksQuery)
  const settings = useQuery(orgSettingsQuery)
  const edited = useQuery({ ...composedPostQuery(post), enabled: !isNew })
  const queries = isNew ? [channels, networks, settings] : [channels, networks, settings, edited]
  const broken = queries.find(({ isError, data }) => isError && data === undefined)
  const isReady =
    channels.data !== undefined && networks.data !== undefined && settings.data !== undefined
  const isLoaded = isNew || edited.data !== undefined
  const card = sent === undefined ? edited.data?.card : undefined
  const fixed =
    card !== undefined && (card.post === undefined || locked.has(card.status)) ? card : undefined
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!inner}
      closeOnClickOutside={false}
      title={sent !== undefined ? 'Outcome' : isNew ? 'New post' : 'Edit the post'}
      size={sent === undefined ? 1080 : 560}
      fullScreen={narrow === true}
      padding={0}
      classNames={{ content: classes.content, header: classes.header, body: 'fill' }}
    >
      {broken !== undefined && (
        <Problem
          error={broken.error}
          onRetry={() => void Promise.all(queries.map((each) => each.refetch()))}
        />
      )}
      {broken === undefined && !(isReady && isLoaded) && (
        <div style={{ height: 'min(720px, calc(100dvh - 140px))', padding: 24 }} aria-busy="true">
          <Skeleton h={36} w="60%" />
          <Skeleton h={180} mt={24} />
          <Skeleton h={96} mt={24} />
        </div>
      )}
      {fixed !== undefined && (
        <Empty
          icon={IconLock}
          title={fixed.post === undefined ? 'This card is not a post' : statusLabel(fixed.status)}
        >
          {fixed.post === undefined
            ? 'You can only edit posts here.'
            : 'You cannot change a post while it is being published or after that.'}
        </Empty>
      )}
      {broken === undefined && isReady && isLoaded && fixed === undefined && sent === undefined && (
        <ComposerForm
          post={post}
          start={start}
          read={edited.data}
          channels={channelTargets(channels.data.items, networks.data.items)}
          networks={networks.data.items}
          zone={settings.data.timezone}
          onInner={setInner}
          onSent={setSent}
          onClose={onClose}
        />
      )}
      {sent !== undefined && settings.data !== undefined && (
        <Outcome sent={sent} zone={settings.data.timezone} onClose={onClose} />
      )}
    </Modal>
  )
}
