import type { Plan as OrgPlan, PlanResource } from '@atrium/contracts'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { amountLabel } from '../../money/amounts/amount.ts'
import { offerPrice } from '../../money/amounts/offer-price.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { bytesLabel } from '../../ui/text/bytes.ts'
import { Row, Section, WaitingRows } from '../section.tsx'
import { useRole } from '../use-role.ts'
import { gateQuery, planMutation, planQuery, portalMutation } from './billing-queries.ts'
import { useCheckout } from './use-checkout.ts'

const labels: Readonly<Record<PlanResource, string>> = {
  members: 'Members',
  activeWorkflows: 'Active workflows',
  channels: 'Accounts',
  storageBytes: 'Storage',
  runsPerMonth: 'Runs this month',
}

const plans: Readonly<Record<OrgPlan, string>> = { free: 'Free', pro: 'Pro' }

const amount = (resource: PlanResource, value: number): string =>
  resource === 'storageBytes' ? bytesLabel(value) : value.toLocaleString()

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export function Plan() {
  const { isAdmin } = useRole()
  const usage = useQuery(planQuery)
  const gate = useQuery(gateQuery)
  const buy = useCheckout(planMutation)
  const manage = useCheckout(portalMutation)
  // A plan without an end date was granted by the operator, so the processor has no portal page for
  // it.
  const until = usage.data?.plan === 'pro' ? gate.data?.until : undefined
  const limited = usage.data?.resources.filter(({ limit }) => limit !== null) ?? []
  const offers = usage.data?.plan === 'free' && isAdmin ? (gate.data?.plans ?? []) : []
  return (
    <Section title="Plan" lead={usage.data && `You are on the ${plans[usage.data.plan]} plan.`}>
      <WaitingRows query={usage} />
      {usage.isSuccess && limited.length === 0 && <Row hint="The plan has no limits." />}
      {limited.map(({ resource, used, limit }) => {
        const most = limit ?? 0
        const share = used === null ? 0 : most === 0 ? 100 : Math.min(100, (used / most) * 100)
        const shown = used === null ? 'unknown' : amount(resource, used)
        return (
          <Row
            key={resource}
            label={labels[resource]}
            hint={`${shown} of ${amount(resource, most)}`}
            more={
              <Progress
                value={share}
                {...(share >= 90 ? { color: 'red' } : {})}
                aria-label={labels[resource]}
              />
            }
          />
        )
      })}
      {until != null && (
        <Row
          label={<>Paid until {day.format(new Date(until))}</>}
          hint={
            isAdmin
              ? 'Change or cancel it and see its invoices on the payment provider’s page.'
              : 'Owners and admins change or end it.'
          }
        >
          {isAdmin && (
            <BusyButton
              variant="default"
              size="xs"
              loading={manage.isPending || manage.isSuccess}
              onClick={() => manage.mutate()}
            >
              Change or end the plan
            </BusyButton>
          )}
        </Row>
      )}
      {offers.map((offer) => (
        <Row key={offer.slug} label={offer.name} hint={offerPrice(offer, amountLabel)}>
          <BusyButton
            size="xs"
            loading={buy.isPending && buy.variables === offer.slug}
            onClick={() => buy.mutate(offer.slug)}
          >
            Choose
          </BusyButton>
        </Row>
      ))}
    </Section>
  )
}
