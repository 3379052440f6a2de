import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { When } from '../../ui/when.tsx'
import { Row, Section, Tag, WaitingRows } from '../section.tsx'
import { describeDevice } from './describe-device.ts'
import { endSessionMutation, type LiveSession, sessionsQuery } from './security-queries.ts'

export function Sessions() {
  const query = useQuery(sessionsQuery)
  const end = useMutation({
    ...endSessionMutation(useQueryClient()),
    onError: toastRefusal(),
  })
  const others = query.data?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title="Where you are signed in"
      lead="If you do not know one of these browsers, sign it out and change your password."
      action={
        others.length > 0 && (
          <BusyButton
            variant="default"
            loading={end.isPending && end.variables === 'others'}
            onClick={() =>
              end.mutate('others', { onSuccess: () => toast('You are signed out everywhere else') })
            }
          >
            Sign out everywhere else
          </BusyButton>
        )
      }
    >
      <WaitingRows query={query} />
      {query.data?.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          ending={end.isPending && end.variables === session.token}
          onEnd={() => end.mutate(session.token)}
        />
      ))}
    </Section>
  )
}

function SessionRow({
  session: { current, userAgent, ipAddress, createdAt, updatedAt },
  ending,
  onEnd,
}: {
  session: LiveSession
  ending: boolean
  onEnd: () => void
}) {
  const { label, mobile } = describeDevice(userAgent)
  const Glyph = mobile ? IconDeviceMobile : IconDeviceDesktop
  return (
    <Row
      before={<Glyph size={20} stroke={1.5} className="glyph" aria-hidden />}
      named
      title={userAgent ?? undefined}
      label={label}
      hint={
        <>
          {ipAddress !== null && ipAddress !== '' && `From ${ipAddress} · `}
          signed in <When at={createdAt} />
          {updatedAt !== createdAt && (
            <>
              , last used <When at={updatedAt} />
            </>
          )}
        </>
      }
    >
      {current ? (
        <Tag tone="good">This browser</Tag>
      ) : (
        <BusyButton
          variant="default"
          aria-label={`Sign out ${label}`}
          loading={ending}
          onClick={onEnd}
        >
          Sign out
        </BusyButton>
      )}
    </Row>
  )
}
