import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Section, WaitingRows } from '../section.tsx'
import { SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'
import { limitsMutation, limitsQuery } from './billing-queries.ts'

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

const most = 1_000_000_000
const keepDigits = (typed: string): string => typed.replace(/[\s.,'’]/g, '')

/** Returns what is wrong with a typed limit, or null. An empty text is valid. */
function limitFault(typed: string): string | null {
  const digits = keepDigits(typed)
  if (digits === '' || (/^\d+$/.test(digits) && Number(digits) <= most)) return null
  return 'A whole number, such as 5000; nothing for no limit'
}

/** Edits the spending limits. An empty field removes a limit. */
export function SpendingLimits() {
  const { isAdmin } = useRole()
  const query = useQuery(limitsQuery)
  const save = useMutation(limitsMutation(useQueryClient()))
  const { data } = query
  const lead =
    data &&
    `This month has used ${data.usedCredits.toLocaleString()} credits. A run stops when it reaches a limit.`
  return (
    <Section title="Spending limits" lead={lead}>
      <WaitingRows query={query} rows={fields.length} />
      {data !== undefined &&
        fields.map(({ name, label, hint }) => (
          <SavedText
            key={name}
            label={label}
            hint={hint}
            placeholder="No limit"
            maxLength={20}
            disabled={!isAdmin}
            value={data[name] === null ? '' : String(data[name])}
            validate={limitFault}
            onSave={(typed) => {
              const { usedCredits: _, ...limits } = data
              const digits = keepDigits(typed)
              return save.mutateAsync({ ...limits, [name]: digits === '' ? null : Number(digits) })
            }}
          />
        ))}
    </Section>
  )
}
