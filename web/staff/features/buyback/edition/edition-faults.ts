import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { fieldErrors } from '#domain/customer/customer.ts'
import { CallError } from '#web/lib/http.ts'

const detailsSchema = z.object({
  faults: z.array(
    z.object({
      field: z.string(),
      error: z.enum(fieldErrors),
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  ),
})
/** A field that the server refused. */
export type Fault = z.output<typeof detailsSchema>['faults'][number]

/** The fields that a refusal names; none for any other error. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!(error instanceof CallError) || error.code !== 'CUSTOMER_INVALID') return []
  const parsed = detailsSchema.safeParse(error.details)
  return parsed.success ? parsed.data.faults : []
}

/** Says what is wrong with a field, in the words of the customer's own form. */
export function useFaultText(): (fault: Fault | undefined) => string | undefined {
  const { t } = useTranslation('customer')
  return (fault) =>
    fault === undefined ? undefined : t(($) => $.errors[fault.error], { min: fault.min ?? 0, max: fault.max ?? 0 })
}
