import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { entityLimits } from '#domain/organization/entity.schema.ts'
import { needsAddress } from '#domain/organization/entity.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { CountryField } from '#web/staff/ui/form/country-field.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { withPlace } from './entity-draft.ts'
import { useTextField, type EntityFieldsProps } from './entity-fields.ts'

/** Where an entity is, as on an envelope, and how to write to it (ORG-16). */
export function AddressFields(props: EntityFieldsProps & { readonly type: OrganizationType }) {
  const { t } = useTranslation('entity')
  const { draft, set, problem } = props
  const text = useTextField(props)
  const isAsked = needsAddress(props.type)
  return (
    <Fieldset legend={t(($) => $.address)}>
      <div className={formClasses.pairs}>
        <TextInput {...text('street', entityLimits.street.max)} withAsterisk={isAsked} />
        <TextInput {...text('streetMore', entityLimits.street.max)} />
        <TextInput {...text('zipCode', entityLimits.zipCode)} withAsterisk={isAsked} />
        <TextInput {...text('city', entityLimits.city.max)} withAsterisk={isAsked} />
        <CountryField
          label={t(($) => $.field.country)}
          withAsterisk={isAsked}
          isClearable={!isAsked}
          value={draft.country}
          error={problem('country')}
          onChange={(value) => set({ ...draft, country: value ?? '' })}
        />
        <TextInput {...text('placeEmail', entityLimits.email)} type="email" inputMode="email" />
      </div>
    </Fieldset>
  )
}

/** The position of an entity on a map, and whether a user has set it (ORG-16, ORG-21). */
export function PositionFields({ draft, set, problem }: EntityFieldsProps) {
  const { t } = useTranslation('entity')
  const degrees = (field: 'latitude' | 'longitude') => ({
    label: t(($) => $.field[field]),
    value: draft[field],
    error: problem(field),
    decimals: 6,
    isSigned: true,
    onChange: (value: string | number) => set(withPlace(draft, { [field]: value })),
  })
  return (
    <Fieldset legend={t(($) => $.position)}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {t(($) => $.hint.position)}
        </Text>
        <div className={formClasses.pairs}>
          <NumberField {...degrees('latitude')} />
          <NumberField {...degrees('longitude')} />
        </div>
        <Checkbox
          label={t(($) => $.field.geocodedByUser)}
          checked={draft.geocodedByUser}
          onChange={(event) => set({ ...draft, geocodedByUser: event.currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  )
}
