import type { ButtonProps } from '@mantine/core'
import { Flex } from '@mantine/core'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { overviewQuery } from '../../platform/records/overview.ts'
import { useMe } from '../../platform/session/me.ts'
import { orgsQuery } from '../../platform/session/orgs.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import {
  exploreMutation,
  fillingKey,
  removeSampleMutation,
  sampleMark,
  sampleSlug,
} from './sample-org.ts'

/**
 * Offers sample data if the organisation has none. In a sample organisation, offers to remove it.
 */
export function SampleOffer() {
  const { org } = useMe()
  const queryClient = useQueryClient()
  const { data: overview } = useQuery(overviewQuery)
  const isEmpty = overview?.steps.card === false && overview.steps.account === false
  const isSample = org?.slug.startsWith(sampleSlug) === true
  const { data: orgs = [] } = useQuery({ ...orgsQuery, enabled: isEmpty || isSample })
  const explore = useMutation({
    ...exploreMutation(queryClient),
    onError: toastRefusal(),
    onSuccess: () => toast('The sample data is ready'),
  })
  const remove = useMutation({
    ...removeSampleMutation(queryClient),
    onError: toastRefusal(),
    onSuccess: () => toast('The sample data is removed'),
  })
  const filling = useIsMutating({ mutationKey: fillingKey }) > 0
  const currentOrg = orgs.find(({ id }) => id === org?.id)
  if (org === null || currentOrg === undefined) return null
  if (sampleMark(currentOrg) !== undefined) {
    return (
      <Note
        text={
          filling
            ? 'Filling every page with sample data. This takes a moment…'
            : 'This organisation contains sample data. The customers and payments are not real.'
        }
        // Only an owner may delete an organisation.
        action={org.role === 'owner' ? 'Remove sample data' : undefined}
        loading={remove.isPending}
        blocked={filling}
        onClick={() => remove.mutate(org.id)}
      />
    )
  }
  const hasSample = orgs.some((each) => sampleMark(each)?.from === org.id)
  if (!isEmpty || hasSample) return null
  return (
    <Note
      text="Look around first. The sample is a bakery with customers, invoices, posts and workflows in a separate organisation. You can remove it with one click."
      action="Explore with sample data"
      loading={filling}
      onClick={() => explore.mutate(org.id)}
    />
  )
}

type NoteProps = Pick<ButtonProps, 'loading'> & {
  text: string
  action: string | undefined
  blocked?: boolean
  onClick: () => void
}

const Note = ({ text, action, ...button }: NoteProps) => (
  <Flex
    className="raised"
    component="section"
    direction={{ base: 'column', sm: 'row' }}
    align={{ base: 'stretch', sm: 'center' }}
    justify="space-between"
    gap={16}
    mt={16}
    p="12px 16px"
    aria-label="Sample data"
  >
    <p className="flush">{text}</p>
    {action !== undefined && (
      <BusyButton variant="default" style={{ flexShrink: 0 }} {...button}>
        {action}
      </BusyButton>
    )}
  </Flex>
)
