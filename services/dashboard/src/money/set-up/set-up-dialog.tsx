import { Modal, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../platform/session/me.ts'
import { DialogFields } from '../../ui/dialogs/dialog-form.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { sellerQuery } from '../seller-query.ts'
import { CompanyFields } from './company-fields.tsx'
import { describeSmallBusiness } from './company-words.ts'
import { useCompanyForm } from './use-company-form.ts'
import { WayToPayField } from './way-to-pay-field.tsx'

/** Asks for everything that the company still lacks in one form. */
export function SetUpDialog({ asksWay, onClose }: { asksWay: boolean; onClose: () => void }) {
  const org = useMe().org?.name ?? ''
  const seller = useQuery(sellerQuery).data
  const form = useCompanyForm(seller, org)
  const save = async () => {
    if (!(await form.save(asksWay))) return
    toast('Your company is saved')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Set up invoicing" size="md">
      <DialogFields
        action="Save"
        alert={<FormAlert error={form.error} />}
        pending={form.isPending}
        disabled={seller === undefined}
        onSubmit={() => void save().catch(() => undefined)}
        onClose={onClose}
      >
        {seller !== undefined && (
          <CompanyFields
            fields={form.fields}
            stored={seller}
            org={org}
            part={form.part}
            problems={form.problems}
            onChange={form.change}
          />
        )}
        {seller !== undefined && form.asksVat && (
          <Switch
            label="Small business without VAT"
            description={describeSmallBusiness(form.part.country ?? seller.country)}
            checked={form.part.smallBusiness ?? seller.smallBusiness ?? false}
            onChange={(event) => form.change({ smallBusiness: event.currentTarget.checked })}
          />
        )}
        {asksWay && <WayToPayField way={form.way} onChange={form.setWay} />}
      </DialogFields>
    </Modal>
  )
}
