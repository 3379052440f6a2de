import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  confirmPush,
  hasPush,
  turnOffPush,
  turnOnPush,
} from '../../platform/session/browser-push.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { Row, Section } from '../section.tsx'
import { pushKeyQuery } from './notification-settings-queries.ts'

const subscriptionQuery = {
  queryKey: ['notifications', 'this-browser'],
  queryFn: confirmPush,
}

/** Turns notifications on and off in this browser. Renders nothing if push is not set up. */
export function ThisBrowser() {
  const { data: key } = useQuery(pushKeyQuery)
  const queryClient = useQueryClient()
  const canPush = hasPush()
  const { data: isOn } = useQuery({
    ...subscriptionQuery,
    enabled: canPush && key?.publicKey != null,
  })
  const change = useMutation({
    mutationFn: async (publicKey: string) => {
      if (isOn === true) return turnOffPush()
      const isAllowed = await turnOnPush(publicKey)
      if (!isAllowed) toast('Your browser blocks notifications. Allow them in its settings.')
    },
    onError: toastRefusal('Not changed'),
    onSettled: () => queryClient.invalidateQueries(subscriptionQuery),
  })
  const publicKey = key?.publicKey
  if (publicKey === null || publicKey === undefined) return null
  return (
    <Section
      title="This browser"
      lead="Shows what you chose under “Browser”, even if Atrium is not open."
    >
      {canPush ? (
        <Row
          label={isOn === true ? 'Notifications are on' : 'Notifications are off'}
          hint="For you, on this device."
        >
          <BusyButton
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate(publicKey)}
          >
            {isOn === true ? 'Turn off' : 'Turn on'}
          </BusyButton>
        </Row>
      ) : (
        <Row hint="This browser cannot show notifications." />
      )}
    </Section>
  )
}
