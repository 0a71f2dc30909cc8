import { Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConnectorProperty, PropertyValue } from '#domain/connector/connector-property.ts'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { TruncatedMultiSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { useChoiceName, usePropertyName } from './property-names.ts'

const addressInput = { type: 'url', inputMode: 'url' } as const

/** The field of one property, by its kind. */
export function PropertyField(props: {
  readonly property: ConnectorProperty
  readonly value: PropertyValue
  /** Whether a secret is set that stays where nothing is typed. */
  readonly isKept: boolean
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly error: string | null
  readonly onChange: (value: PropertyValue) => void
}) {
  const { t } = useTranslation('connector')
  const nameOf = usePropertyName()
  const choiceOf = useChoiceName()
  const { property, value, error, onChange, options } = props
  const { kind, min, max, isRequired } = property
  const base = { size: 'md', label: nameOf(property.name), error, withAsterisk: isRequired } as const
  const text = typeof value === 'string' ? value : ''
  switch (kind) {
    case 'flag':
      return (
        <Switch
          size="md"
          label={base.label}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberField
          {...base}
          maw={240}
          min={min}
          isSigned={min < 0}
          value={typeof value === 'number' ? value : text}
          onChange={(next) => onChange(next)}
        />
      )
    case 'choice':
      return (
        <Select
          {...base}
          maw={360}
          clearable={!isRequired}
          data={property.choices.map((choice) => ({ value: choice, label: choiceOf(choice) }))}
          value={text === '' ? null : text}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'circuits':
    case 'shipping_methods':
      return (
        <TruncatedMultiSelect
          {...base}
          searchable
          clearable
          data={options.map(({ id, name }) => ({ value: id, label: name }))}
          value={typeof value === 'object' ? [...value] : []}
          onChange={onChange}
          {...(options.length === 0 && { description: t(($) => $.form.noOptions), disabled: true })}
        />
      )
    case 'secret':
      return (
        <PasswordField
          {...base}
          withAsterisk={isRequired && !props.isKept}
          description={t(($) => (props.isKept ? $.form.isSet : $.form.secretHint))}
          aria-invalid={error !== null}
          autoComplete="new-password"
          maxLength={max + 1}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...base}
          {...(kind === 'url' && addressInput)}
          autoComplete="off"
          spellCheck={false}
          maxLength={max + 1}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
