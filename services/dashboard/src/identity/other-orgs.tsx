import { useMutation, useQuery } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { orgsQuery } from '../platform/session/orgs.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import classes from './entrance.module.css'

/**
 * Lists the user's organisations when the session has no active one, because the user was removed
 * from it or it was deleted.
 */
export function OtherOrgs({ onChosen }: { onChosen: () => Promise<void> }) {
  const { data: orgs = [] } = useQuery({ ...orgsQuery, staleTime: 0 })
  const choose = useMutation({ mutationFn: atrium.auth.setActiveOrg, onSuccess: onChosen })
  if (orgs.length === 0) return null
  return (
    <>
      <div className="fields" style={{ gap: 8 }}>
        <FormAlert error={choose.error} />
        {orgs.map(({ id, name }) => (
          <BusyButton
            key={id}
            variant="default"
            fullWidth
            loading={choose.isPending && choose.variables === id}
            onClick={() => choose.mutate(id)}
          >
            Continue in {name}
          </BusyButton>
        ))}
      </div>
      <div className={`fine ${classes.other}`}>or create one</div>
    </>
  )
}
