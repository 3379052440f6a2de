import { NumberInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { limitsMutation, limitsQuery } from './billing-queries.ts'
import { Section } from './section.tsx'
import { Setting } from './setting.tsx'
import { useRole } from './use-role.ts'

const fields = [
  {
    name: 'monthlyCredits',
    label: 'All workflows',
    hint: 'Credits that the organisation may use in a month',
  },
  {
    name: 'workflowMonthlyCredits',
    label: 'Each workflow',
    hint: 'Credits that one workflow may use in a month',
  },
] as const

/** The spending limits of the organisation; an empty field is none. */
export function SpendingLimits() {
  const { isAdmin } = useRole()
  const { data } = useQuery(limitsQuery)
  const save = useMutation({
    ...limitsMutation(useQueryClient()),
    onSuccess: () => toast('The limit is saved'),
    onError: (error) => toast(detailOf(error), { tone: 'bad' }),
  })
  if (data === undefined) return null
  const { usedCredits, ...limits } = data
  return (
    <Section
      title="Spending limits"
      lead={`This month has used ${usedCredits.toLocaleString()} credits. Calls above a limit halt their run.`}
    >
      {fields.map(({ name, label, hint }) => (
        <Setting key={name} label={label} hint={hint}>
          {(field) => (
            <NumberInput
              {...field}
              key={limits[name]}
              defaultValue={limits[name] ?? ''}
              placeholder="No limit"
              min={0}
              max={1_000_000_000}
              allowDecimal={false}
              disabled={!isAdmin || save.isPending}
              onBlur={({ currentTarget: { value } }) => {
                const digits = value.replace(/\D/g, '')
                const wanted = digits === '' ? null : Number(digits)
                if (wanted !== limits[name]) save.mutate({ ...limits, [name]: wanted })
              }}
            />
          )}
        </Setting>
      ))}
    </Section>
  )
}
