import { AtriumError } from '@atrium/sdk'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultsQuery } from '../../money/set-up/set-up-queries.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Row, RowWords, Section, Tag, WaitingRows } from '../section.tsx'
import classes from '../settings.module.css'
import { TypedConfirmation } from '../typed-confirmation.tsx'
import { useRole } from '../use-role.ts'
import { accountWords } from './account-words.ts'
import { OnlinePayments } from './invoice-defaults.tsx'
import { disconnectMutation, onboardMutation, paymentsQuery } from './payments-queries.ts'
import { useCheckout } from './use-checkout.ts'

/** Shows the account that receives customer payments, its state and the next step. */
export function PaymentsAccount() {
  const { org, isAdmin } = useRole()
  const query = useQuery(paymentsQuery)
  const [forgets, setForgets] = useState(false)
  const disconnect = useMutation(disconnectMutation(useQueryClient()))
  const onboard = useCheckout(onboardMutation)
  const takesOnline = useQuery(defaultsQuery).data?.onlinePayments !== false
  const isOff = query.error instanceof AtriumError && query.error.code === 'not_configured'
  const words = query.data === undefined ? undefined : accountWords(query.data)
  return (
    <Section
      anchor="settings-payments"
      title="Online payments"
      lead="Optional. Where customers pay invoices and products."
    >
      {isOff ? (
        <Row hint="Customers pay by bank transfer. Your invoices state your bank account." />
      ) : (
        <>
          <OnlinePayments />
          {takesOnline && <WaitingRows query={query} />}
        </>
      )}
      {words !== undefined && (takesOnline || query.data?.connected === true) && (
        <div className={`row ${classes.setting}`}>
          <RowWords
            label={
              <>
                Account <Tag tone={words.tone}>{words.label}</Tag>
              </>
            }
            hint={words.text}
          />
          {isAdmin && (
            <span className="wrapped firm">
              {words.action !== null && (
                <BusyButton
                  loading={onboard.isPending || onboard.isSuccess}
                  onClick={() => onboard.mutate()}
                >
                  {words.action}
                </BusyButton>
              )}
              {query.data?.connected === true && (
                <Button variant="default" onClick={() => setForgets(true)}>
                  Disconnect
                </Button>
              )}
            </span>
          )}
        </div>
      )}
      {forgets && (
        <TypedConfirmation
          title="Disconnect the payment account"
          expected={org.name}
          action="Disconnect the account"
          error={disconnect.error}
          pending={disconnect.isPending}
          onConfirm={() => disconnect.mutate(undefined, { onSuccess: () => setForgets(false) })}
          onClose={() => setForgets(false)}
        >
          The account and its open invoices stay at the payment provider. Customers cannot pay
          online until you connect another account and save your products and customers again.
        </TypedConfirmation>
      )}
    </Section>
  )
}
