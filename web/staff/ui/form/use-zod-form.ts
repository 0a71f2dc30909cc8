import { schemaResolver, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/v4/core'
import { faultText } from './field-fault.ts'

/** The dotted paths of a form's values; a misspelt field name does not compile. */
export type Path<T> = T extends readonly (infer Item)[]
  ? `${number}` | `${number}.${Path<Item>}`
  : T extends object
    ? { [K in keyof T & string]: T[K] extends object ? K | `${K}.${Path<T[K]>}` : K }[keyof T & string]
    : never

type Values = Record<string, unknown>

/** A form whose rules are those of a schema; messages of the schema are codes and are shown as texts. */
export function useZodForm<S extends z.$ZodType<Values>>(
  schema: S,
  initialValues: z.output<S>,
  onTyped?: (values: z.output<S>) => void,
) {
  const { i18n } = useTranslation()
  const form = useForm<z.output<S>>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema as never, { sync: true }) as never,
    validateInputOnBlur: true,
    ...(onTyped && { onValuesChange: onTyped }),
    enhanceGetInputProps: ({ inputProps: { error }, field: at }) => ({
      error:
        typeof error === 'string' ? (faultText(i18n, error, { schema, path: String(at).split('.') }) ?? error) : null,
    }),
  })
  const field = (path: Path<z.output<S>>, options?: { readonly type?: 'checkbox' }) =>
    form.getInputProps(path as never, options)
  // A refusal of the server goes with the next try, also where the form itself refuses that one.
  const submit = (send: (values: z.output<S>) => unknown, before?: { readonly reset: () => void }) =>
    form.onSubmit(send as never, (errors) => {
      before?.reset()
      focusFirst(form, Object.keys(errors))
    })
  return { form, field, submit }
}

// The first field of the page, not of the schema: that is where the eye goes.
function focusFirst(
  form: { readonly getInputNode: (path: never) => HTMLElement | null },
  paths: readonly string[],
): void {
  const nodes = paths.map((path) => form.getInputNode(path as never)).filter((node) => node !== null)
  const first = nodes.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1))[0]
  first?.focus()
}
