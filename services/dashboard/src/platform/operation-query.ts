import type { Operation } from '@atrium/contracts'
import type { CallInput } from '@atrium/sdk'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

export const operationQuery = <O extends Operation>(
  queryKey: QueryKey,
  operation: O,
  input: CallInput<O>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => atrium.call(operation, input, { signal }) })
