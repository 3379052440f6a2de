import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textField } from '../../ui/text/text-field.ts'
import { vatRatesQuery } from '../set-up/set-up-queries.ts'
import { parseRate } from './amount.ts'

// Shown until the rates of the country are read, and if the country has none.
const commonRates = ['20', '10', '5.5', '0']
const other = 'other'

interface RateFieldProps {
  readonly rate: string
  readonly error: string | undefined
  readonly onChange: (rate: string) => void
}

/** Chooses a document's VAT rate: a rate of the company's country or any other. */
export function RateField({ rate, error, onChange }: RateFieldProps) {
  const rates = useQuery(vatRatesQuery).data ?? []
  const usual = rates.length > 1 ? rates.map(({ rateBps }) => String(rateBps / 100)) : commonRates
  const usualRate = usual.find((one) => parseRate(one) === parseRate(rate))
  const [isFreeChosen, setFree] = useState(false)
  const free = isFreeChosen || usualRate === undefined
  return (
    <fieldset className="plain-group">
      <legend className="legend">VAT</legend>
      <Group gap={8} align="flex-start">
        <SegmentedControl
          aria-label="VAT rate"
          value={free ? other : (usualRate ?? other)}
          data={[
            ...usual.map((value) => ({ value, label: `${value} %` })),
            { value: other, label: 'Other' },
          ]}
          onChange={(value) => {
            setFree(value === other)
            if (value !== other) onChange(value)
          }}
        />
        {free && (
          <TextInput
            aria-label="Other VAT rate"
            inputMode="decimal"
            maxLength={8}
            rightSection="%"
            w={96}
            {...textField(rate, onChange)}
            {...(error === undefined ? {} : { error })}
          />
        )}
      </Group>
    </fieldset>
  )
}
