import { Stack, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { InsertPicture, type TextOwner } from '#web/staff/ui/form/insert-picture.tsx'
import { useInsertion } from '#web/staff/ui/form/use-insertion.ts'
import { useMayChange } from './change-permission.ts'
import type { Fault, Problems } from './settings-values.ts'
import styles from './settings.module.css'
import type { Language } from '#domain/kernel/languages.ts'

/** A text in the language that is shown, with the account's own behind it while it is empty. */
export interface TextField extends Field<string> {
  readonly lang: Language
  readonly placeholder: string
}

/** One field of a part: its value, what is wrong with it, and how it changes. */
export interface Field<Value> {
  readonly value: Value
  readonly problem: Fault | undefined
  readonly onChange: (value: Value) => void
}

/** Fields of a part by their names. */
export function fieldsOf<Values extends object>(
  values: Values,
  problems: Problems<Values>,
  set: (part: Partial<Values>) => void,
) {
  return <Name extends keyof Values>(name: Name): Field<Values[Name]> => ({
    value: values[name],
    problem: problems[name],
    onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
  })
}

/** Something that is on or off. */
export function SwitchField(props: {
  readonly label: string
  readonly description: string
  readonly field: Field<boolean>
  readonly disabled?: boolean
}) {
  const { field } = props
  const mayChange = useMayChange()
  return (
    <Switch
      size="md"
      label={props.label}
      description={props.description}
      checked={field.value}
      disabled={!mayChange || props.disabled === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  )
}

export function LineField(
  props: Pick<TextInputProps, 'type' | 'inputMode' | 'placeholder' | 'rightSection' | 'autoComplete'> & {
    readonly label: string
    readonly description?: string
    readonly field: Field<string> & Partial<TextField>
    /** Takes few characters. */
    readonly isShort?: true
  },
) {
  const { field, isShort, ...rest } = props
  const mayChange = useMayChange()
  const problem = useProblemText(field.problem)
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      size="md"
      classNames={isShort ? { wrapper: styles.short ?? '' } : {}}
      {...(field.lang && { lang: field.lang, placeholder: field.placeholder ?? '' })}
      value={field.value}
      readOnly={!mayChange}
      error={problem}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

/** A text of many lines, plain or HTML. */
export function LongTextField(props: {
  readonly id?: string
  readonly label: string
  readonly description?: string
  readonly rows?: number
  /** Whose pictures may be put into it, where it is HTML. */
  readonly pictures?: TextOwner
  readonly field: Field<string> & Partial<TextField>
}) {
  const { field, pictures } = props
  const mayChange = useMayChange()
  const problem = useProblemText(field.problem)
  const { insert, onBlur } = useInsertion(field.value, field.onChange)
  const area = (
    <Textarea
      className={styles.text ?? ''}
      {...(props.id !== undefined && { id: props.id })}
      size="md"
      label={props.label}
      description={props.description}
      rows={props.rows ?? 5}
      {...(field.lang && { lang: field.lang, placeholder: field.placeholder ?? '' })}
      value={field.value}
      readOnly={!mayChange}
      error={problem}
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
  if (pictures === undefined || !mayChange) return area
  return (
    <Stack gap="xs">
      {area}
      <InsertPicture owner={pictures} what={props.label} onInsert={insert} />
    </Stack>
  )
}

/** What is wrong with a field, in words. */
export function useProblemText(problem: Fault | undefined): string | null {
  const { t, i18n } = useTranslation('settings')
  if (problem === undefined) return null
  return faultText(i18n, problem.message, problem) ?? t(($) => $.form.invalid)
}
