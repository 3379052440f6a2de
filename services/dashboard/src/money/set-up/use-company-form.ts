import { missingVatFields, type Seller } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldProblems, problemsOfError } from '../form/field-problems.ts'
import { sellerMutation } from '../seller-query.ts'
import { type CompanyPart, companyProblems, listAskedFields } from './company-draft.ts'
import { defaultsMutation } from './set-up-queries.ts'

/** How customers pay: by bank transfer alone, or online as well. */
export type WayToPay = 'transfer' | 'online'

/**
 * Asks for the details that the company lacks. `save` stores what was typed, and the way to pay if
 * it was asked for. It returns false if a field has a problem.
 */
export function useCompanyForm(stored: Seller | undefined, org: string) {
  const queryClient = useQueryClient()
  const saveSeller = useMutation(sellerMutation(queryClient))
  const saveDefaults = useMutation(defaultsMutation(queryClient))
  const [part, setPart] = useState<CompanyPart>({})
  const [problems, setProblems] = useState<FieldProblems>({})
  const [way, setWay] = useState<WayToPay>('transfer')
  const isTyped = Object.values(part).some((value) => value !== '' && value !== null)
  const save = async (asksWay: boolean): Promise<boolean> => {
    if (stored !== undefined && isTyped) {
      const found = companyProblems(stored, part, org)
      setProblems(found)
      if (Object.keys(found).length > 0) return false
      try {
        await saveSeller.mutateAsync({ org, part })
      } catch (error) {
        setProblems(problemsOfError(error))
        return false
      }
    }
    if (asksWay && way === 'transfer') {
      await saveDefaults.mutateAsync({ onlinePayments: false })
    }
    return true
  }
  return {
    part,
    problems,
    way,
    setWay,
    fields: stored === undefined ? [] : listAskedFields(stored, part),
    /** True if a VAT or tax number is missing, so that the small business rule may be the reason. */
    asksVat: stored !== undefined && missingVatFields(stored).length > 0,
    change: (changed: CompanyPart) => {
      setPart((old) => ({ ...old, ...changed }))
      setProblems((old) =>
        Object.fromEntries(Object.entries(old).filter(([field]) => !(field in changed))),
      )
    },
    save,
    isPending: saveSeller.isPending || saveDefaults.isPending,
    /** The error of a request as a whole. A field's problem is shown at the field. */
    error: Object.keys(problems).length > 0 ? null : (saveSeller.error ?? saveDefaults.error),
  }
}
